package local.platform.startup;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Prints to the standard output of the process: an application server may redirect System.out to
 * its log.
 */
public final class StandardOutput {
  private StandardOutput() {}

  /** Prints a text unchanged. */
  public static void print(String text) {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    out.print(text);
    out.flush();
  }
}

package local.platform.db;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/** Ends a process that must not serve. */
public final class StartRefusal {
  /** The exit status: {@code EX_CONFIG} of {@code sysexits.h}. */
  public static final int STATUS = 78;

  private StartRefusal() {}

  /**
   * Prints one line that says why the server must not start.
   *
   * @return the exit status for the process
   */
  public static int print(String reason) {
    // An application server may redirect System.err to its log, which is written too late.
    PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8);
    err.println("platform: refusing to start: " + reason.replaceAll("\\s+", " "));
    return STATUS;
  }

  /**
   * Prints one line with the reason, and ends the process with a non-zero status. Never returns.
   *
   * <p>The process is halted, because an orderly exit from within a deployment would wait for that
   * deployment.
   */
  public static RuntimeException refuse(String reason) {
    Runtime.getRuntime().halt(print(reason));
    throw new IllegalStateException("halted");
  }
}

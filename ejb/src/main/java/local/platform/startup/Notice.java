package local.platform.startup;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import local.platform.db.OwnProcess;

/** A notice that the operator must read when the server starts, such as how to log in. */
public final class Notice {
  private static final Logger LOG = System.getLogger(Notice.class.getName());

  private Notice() {}

  /**
   * Returns whether notices are printed on the standard output: so it is in the product's own
   * process, while nobody sees the standard output of a Payara Server.
   */
  public static boolean arePrinted() {
    return OwnProcess.isThis();
  }

  /** Shows a text unchanged, on the standard output or in the log. */
  public static void show(String text) {
    if (!arePrinted()) {
      LOG.log(Level.INFO, text);
      return;
    }
    // An application server may redirect System.out to its log.
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    out.print(text);
    out.flush();
  }
}

package local.platform.db;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Refuses to serve: by the end of a process that is the product's own, else by an exception. */
public final class StartRefusal extends RuntimeException {
  /** The exit status: {@code EX_CONFIG} of {@code sysexits.h}. */
  public static final int STATUS = 78;

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = System.getLogger(StartRefusal.class.getName());

  private StartRefusal(String line) {
    super(line);
  }

  /**
   * Prints one line that says why the server must not start.
   *
   * @return the exit status for the process
   */
  public static int print(String reason) {
    // An application server may redirect System.err to its log, which is written too late.
    PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8);
    err.println(line(reason));
    return STATUS;
  }

  /**
   * Refuses to serve. In the process of {@code platform.jar} it prints one line with the reason,
   * ends the process with a non-zero status, and never returns: an orderly exit from within a
   * deployment would wait for that deployment. On a server with other applications it logs the
   * line, and returns an exception with it, which the caller throws so that the deployment fails.
   */
  public static StartRefusal refuse(String reason) {
    if (OwnProcess.isThis()) {
      Runtime.getRuntime().halt(print(reason));
    }
    LOG.log(Level.ERROR, line(reason));
    return new StartRefusal(line(reason));
  }

  private static String line(String reason) {
    return "platform: refusing to start: " + reason.replaceAll("\\s+", " ");
  }
}

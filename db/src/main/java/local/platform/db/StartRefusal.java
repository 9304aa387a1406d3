package local.platform.db;

/** Ends a process that must not serve. */
public final class StartRefusal {
  private static final int EX_CONFIG = 78; // sysexits.h: configuration error

  private StartRefusal() {}

  /**
   * Prints one line that says why, and ends the process with a non-zero status. Never returns.
   *
   * <p>The process is halted: an orderly exit from within a deployment would wait for that
   * deployment.
   */
  public static RuntimeException refuse(String reason) {
    System.err.println("platform: refusing to start: " + reason.replaceAll("\\s+", " "));
    System.err.flush();
    Runtime.getRuntime().halt(EX_CONFIG);
    throw new IllegalStateException("halted");
  }
}

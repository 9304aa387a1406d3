package local.platform.db;

/** Tells whether this process is the product's own, and not that of a server for applications. */
public final class OwnProcess {
  /** The system property with which the main class of {@code platform.jar} marks its process. */
  private static final String MARK = "local.platform.own-process";

  private OwnProcess() {}

  /** Returns whether nothing else runs in this process. */
  public static boolean isThis() {
    return Boolean.getBoolean(MARK);
  }
}

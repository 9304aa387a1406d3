package local.platform.db;

import com.mysql.cj.jdbc.AbandonedConnectionCleanupThread;

/** The JDBC drivers of the product. */
public final class Drivers {
  private Drivers() {}

  /**
   * Ends the thread of MySQL's driver, which begins with the first use of the driver and would
   * outlive the deployment and keep its classes, and our own thread that asks who is the primary.
   * Connections that are still open can be closed after it.
   */
  public static void release() {
    PrimaryLease.releaseAll();
    AbandonedConnectionCleanupThread.uncheckedShutdown();
  }
}

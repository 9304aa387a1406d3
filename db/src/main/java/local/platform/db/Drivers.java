package local.platform.db;

import com.mysql.cj.jdbc.AbandonedConnectionCleanupThread;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/** The JDBC drivers of the product. The JVM and threads of theirs would outlive a deployment. */
public final class Drivers {
  private static final Logger LOG = System.getLogger(Drivers.class.getName());

  private Drivers() {}

  /**
   * Releases the drivers that are part of the deployment, so that its classes can be unloaded. The
   * connections that are still open can be closed after it.
   */
  public static void release() {
    AbandonedConnectionCleanupThread.uncheckedShutdown();
    List<Driver> ours =
        DriverManager.drivers()
            .filter(driver -> driver.getClass().getClassLoader() == Drivers.class.getClassLoader())
            .toList();
    for (Driver driver : ours) {
      try {
        DriverManager.deregisterDriver(driver);
      } catch (SQLException e) {
        LOG.log(Level.WARNING, "a driver could not be deregistered: " + driver, e);
      }
    }
  }
}

package local.platform.db;

import com.fasterxml.jackson.databind.type.TypeFactory;
import com.mysql.cj.jdbc.AbandonedConnectionCleanupThread;

/** What libraries would leave of a deployment, so that its classes could not be unloaded. */
public final class DeploymentRemains {
  private DeploymentRemains() {}

  /**
   * Clears it. Connections that are still open can be closed after it.
   *
   * <p>MySQL's driver has a thread, also where it is not used. Flyway puts its classes into a cache
   * of the server's Jackson, of which the server goes on without them.
   */
  public static void clear() {
    AbandonedConnectionCleanupThread.uncheckedShutdown();
    TypeFactory.defaultInstance().clearCache();
  }
}

package local.platform.foundation.transaction;

import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.injection.SingleInstance;

/**
 * Delays the answer to a write until the write would survive the end of the process.
 *
 * <p>On MySQL every commit is durable by itself. H2 writes to its file up to half a second after a
 * commit, and lowering that delay is known to corrupt the file, so a checkpoint follows the commit.
 * One checkpoint serves all writes that were committed before it began.
 */
@SingleInstance
public class CommitDurability {
  private static final Logger LOG = System.getLogger(CommitDurability.class.getName());

  private static final int MAX_ATTEMPTS = 5;

  private final DatabaseVendor vendor;
  private final DataSource dataSource;
  private final SingleFlight<Boolean> checkpoints = new SingleFlight<>(this::checkpoint);

  @Inject
  public CommitDurability(DatabaseVendor vendor, DataSource dataSource) {
    this.vendor = vendor;
    this.dataSource = dataSource;
  }

  /**
   * Waits until everything that was committed before the call is durable.
   *
   * @throws PlatformException UNAVAILABLE if that cannot be achieved
   */
  public void await() {
    if (vendor != DatabaseVendor.H2) {
      return;
    }
    try {
      checkpoints.next();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "a checkpoint failed", e);
      throw PlatformException.commitUnknown();
    }
  }

  private boolean checkpoint() throws SQLException {
    try (Connection connection = connection();
        Statement statement = connection.createStatement()) {
      return statement.execute("CHECKPOINT SYNC");
    }
  }

  /**
   * Returns a connection. It tries several times: the pool may be exhausted for a while, and
   * whatever waits here is already committed.
   */
  private Connection connection() throws SQLException {
    for (int attempt = 1; ; attempt++) {
      try {
        return dataSource.getConnection();
      } catch (SQLException e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
      }
    }
  }
}

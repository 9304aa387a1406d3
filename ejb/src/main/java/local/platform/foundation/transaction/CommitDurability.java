package local.platform.foundation.transaction;

import jakarta.inject.Inject;
import jakarta.persistence.PersistenceException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import local.platform.db.DatabaseOpening;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.injection.SingleInstance;

/**
 * Delays the answer to a write until the write would survive the end of the process.
 *
 * <p>On MySQL every commit is durable by itself. H2 writes to its file up to half a second after a
 * commit, and lowering that delay is known to corrupt the file, so a checkpoint follows the commit.
 * One checkpoint serves all writes that were committed before it began. If the database was opened
 * again since a write began, the checkpoint says nothing about that write, which may be lost.
 */
@SingleInstance
public class CommitDurability {
  private static final Logger LOG = System.getLogger(CommitDurability.class.getName());

  private static final int MAX_ATTEMPTS = 5;

  private final DatabaseVendor vendor;
  private final DataSource dataSource;
  private final SingleFlight<Long> checkpoints = new SingleFlight<>(this::checkpoint);

  @Inject
  public CommitDurability(DatabaseVendor vendor, DataSource dataSource) {
    this.vendor = vendor;
    this.dataSource = dataSource;
  }

  /**
   * Returns the number of the opening of the database in which a write begins.
   *
   * @throws PersistenceException if the database cannot be reached or written
   */
  public long opening() {
    if (vendor != DatabaseVendor.H2) {
      return 0;
    }
    try (Connection connection = dataSource.getConnection()) {
      return connection.unwrap(DatabaseOpening.class).numberForWrite();
    } catch (SQLException e) {
      throw new PersistenceException("no write can begin", e);
    }
  }

  /**
   * Waits until everything that was committed before the call is durable.
   *
   * @param opening the opening in which the write of the caller began
   * @throws PlatformException UNAVAILABLE if that cannot be achieved
   */
  public void await(long opening) {
    if (vendor != DatabaseVendor.H2) {
      return;
    }
    long durable;
    try {
      durable = checkpoints.next();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "a checkpoint failed", e);
      throw PlatformException.commitUnknown();
    }
    if (durable != opening) {
      LOG.log(Level.WARNING, "the database was opened again after a commit");
      throw PlatformException.commitUnknown();
    }
  }

  private long checkpoint() throws SQLException {
    try (Connection connection = connection()) {
      return connection.unwrap(DatabaseOpening.class).makeDurable();
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

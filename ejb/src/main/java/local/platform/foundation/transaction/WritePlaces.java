package local.platform.foundation.transaction;

import jakarta.inject.Inject;
import jakarta.persistence.PersistenceException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import local.platform.config.Configuration;
import local.platform.db.PrimaryLease;
import local.platform.foundation.injection.SingleInstance;

/**
 * Limits how many writes are in a transaction at the same time to three of four connections of the
 * pool. Reads go on with the others while writes wait: for each other's locks, or for a database
 * whose disk is full.
 */
@SingleInstance
public class WritePlaces {
  /** As long as for a connection. */
  private static final Duration MAX_WAIT = Duration.ofMillis(600);

  /** With the second attempt of a write less than a second. */
  private static final Duration MAX_WAIT_FOR_LEASE = Duration.ofMillis(400);

  private final PrimaryLease lease;
  private final int limit;
  private final Semaphore free;

  /** Creates those of the configured pool. */
  @Inject
  public WritePlaces(Configuration configuration, PrimaryLease lease) {
    this(configuration.database().poolSize(), lease);
  }

  /**
   * Creates those of a pool.
   *
   * @param connections at least 2
   * @param lease while there is none, none is taken
   */
  public WritePlaces(int connections, PrimaryLease lease) {
    this.lease = lease;
    this.limit = limit(connections);
    this.free = new Semaphore(limit, true);
  }

  /** Returns how many writes may use a pool of so many connections, at least 2, at once. */
  static int limit(int connections) {
    return connections - Math.max(1, connections / 4);
  }

  /**
   * Takes a place.
   *
   * @throws PersistenceException if none becomes free in 600 ms, or if the database is a group
   *     without a primary for 400 ms; with the cause that the pool throws then
   */
  void take() {
    try {
      lease.await(MAX_WAIT_FOR_LEASE);
      if (free.tryAcquire(MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (SQLTransientConnectionException e) {
      throw new PersistenceException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new PersistenceException(
        new SQLTransientConnectionException("all " + limit + " connections for writes are in use"));
  }

  /** Gives a place back. */
  void giveBack() {
    free.release();
  }
}

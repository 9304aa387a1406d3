package local.platform.db;

import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits how many use connections at the same time. On a group without a primary nobody gets a
 * place. Who waits gets one in turn.
 */
public final class ConnectionPlaces {
  private static final Duration MAX_WAIT = Duration.ofMillis(600);

  /** How long to wait for a primary: with the second attempt of a request less than a second. */
  private static final Duration MAX_WAIT_FOR_LEASE = Duration.ofMillis(400);

  private final int limit;
  private final String what;
  private final PrimaryLease lease;
  private final Semaphore free;

  /**
   * Creates places.
   *
   * @param limit at least 1
   * @param what what there are so many of, for messages
   * @param lease without it none is taken
   */
  public ConnectionPlaces(int limit, String what, PrimaryLease lease) {
    this.limit = limit;
    this.what = what;
    this.lease = lease;
    this.free = new Semaphore(limit, true);
  }

  /**
   * Takes a place.
   *
   * @throws SQLTransientConnectionException if none became free in 600 ms, or if the database is a
   *     group without a primary for 400 ms
   */
  public void take() throws SQLTransientConnectionException {
    lease.await(MAX_WAIT_FOR_LEASE); // while it holds no place
    try {
      if (free.tryAcquire(MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLTransientConnectionException("interrupted while waiting for a connection", e);
    }
    throw new SQLTransientConnectionException("all " + limit + " " + what + " are in use");
  }

  /** Gives a place back. */
  public void giveBack() {
    free.release();
  }

  /** Returns how many are taken. */
  int taken() {
    return limit - free.availablePermits();
  }
}

package local.platform.foundation.transaction;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import local.platform.db.DatabaseVendor;
import local.platform.db.PrimaryLease;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.injection.SingleInstance;

/**
 * Decides how long a write whose commit broke goes on, until it is known whether it was committed.
 * On a group of MySQL servers that takes until there is another primary. Each such write holds the
 * thread of its request, so there is a limit for the whole node.
 */
@SingleInstance
public class CommitOutcomes {
  /** How long a write goes on, from its first commit that broke. */
  static final Duration LIMIT = Duration.ofSeconds(20);

  /** How many writes may do so at the same time. */
  static final int AT_ONCE = 32;

  private static final Duration PAUSE = Duration.ofMillis(200);

  private final boolean goOn;
  private final PrimaryLease lease;
  private final Duration limit;
  private final Semaphore places = new Semaphore(AT_ONCE);

  /** Creates one for a database; on H2 writes do not go on. */
  @Inject
  public CommitOutcomes(DatabaseVendor vendor, PrimaryLease lease) {
    this(vendor, lease, LIMIT);
  }

  CommitOutcomes(DatabaseVendor vendor, PrimaryLease lease, Duration limit) {
    this.goOn = vendor == DatabaseVendor.MYSQL;
    this.lease = lease;
    this.limit = limit;
  }

  /** Begins a write, of which nothing is unknown yet. */
  Search search() {
    return new Search();
  }

  /** The search of one write for its outcome. */
  final class Search implements AutoCloseable {
    private boolean begun;
    private boolean placed;
    private long deadline;
    private int attempts;

    /** Returns whether it has begun, is within the limits, and its time is not over. */
    boolean isOn() {
      return placed && deadline - System.nanoTime() > 0;
    }

    /**
     * Waits until another attempt makes sense: until the primary of a group has applied everything
     * that was committed before, or for a moment.
     *
     * @return whether there may be one; false at once beyond the limit of the node
     * @throws PlatformException CANCELLED or DEADLINE_EXCEEDED if nobody waits for the write any
     *     more
     */
    boolean awaitNext() {
      if (!begun) {
        begun = true;
        placed = goOn && places.tryAcquire();
        deadline = System.nanoTime() + limit.toNanos();
      }
      if (placed && !lease.isNeeded() && attempts > 0) {
        pause();
      }
      attempts++;
      while (isOn()) {
        Cancellation.check();
        if (lease.awaitNew(PAUSE)) {
          return true;
        }
        if (Thread.currentThread().isInterrupted()) {
          return false;
        }
      }
      return false;
    }

    @Override
    public void close() {
      if (placed) {
        placed = false;
        places.release();
      }
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

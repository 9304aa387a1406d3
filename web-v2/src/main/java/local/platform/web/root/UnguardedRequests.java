package local.platform.web.root;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Logs that requests have reached the application without passing the guard of the listener, at
 * most once in {@link #INTERVAL}, because any client can cause that.
 */
final class UnguardedRequests {
  /** The time after which it is logged again. */
  static final Duration INTERVAL = Duration.ofMinutes(1);

  private static final Logger LOG = System.getLogger(UnguardedRequests.class.getName());

  private final LongSupplier nanoTime;
  private final AtomicLong next;

  /**
   * Creates a log that is silent so far.
   *
   * @param nanoTime the time, as {@link System#nanoTime} tells it
   */
  UnguardedRequests(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.next = new AtomicLong(nanoTime.getAsLong());
  }

  /** Logs a request, unless one was logged within the interval, and returns whether it did. */
  boolean log() {
    long now = nanoTime.getAsLong();
    long due = next.get();
    if (now - due < 0 || !next.compareAndSet(due, now + INTERVAL.toNanos())) {
      return false;
    }
    LOG.log(
        Level.WARNING,
        "a request was refused that has not passed the guard of the listener: it came by a connection of another"
            + " application, or the listener was changed since this application was started");
    return true;
  }
}

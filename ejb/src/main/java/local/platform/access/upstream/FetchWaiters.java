package local.platform.access.upstream;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Limits the threads of requests that wait for fetches by other threads. If all places are taken,
 * the waiters of a slow fetch are dismissed, so that others are not refused because of them.
 */
final class FetchWaiters {
  /** Maximum number of waiters for one fetch. */
  static final int MAX_PER_FETCH = 32;

  /** Maximum number of all waiters. */
  static final int MAX = 64;

  /** How long a fetch may take before its waiters can be dismissed. */
  static final Duration SLOW = Duration.ofSeconds(1);

  /** The fetches with waiters, in the order of their first waiter. */
  private final Set<PendingFetch> fetches = new LinkedHashSet<>();

  private int waiting;

  /** Takes a place, which {@link #leave} releases; returns false if there is none. */
  synchronized boolean enter(PendingFetch fetch, Instant now) {
    if (fetch.isDismissed() || fetch.waiters() == MAX_PER_FETCH) {
      return false;
    }
    if (waiting == MAX && !dismissSlowest(fetch, now)) {
      return false;
    }
    fetches.add(fetch);
    fetch.join();
    waiting++;
    return true;
  }

  private boolean dismissSlowest(PendingFetch but, Instant now) {
    for (PendingFetch fetch : fetches) {
      if (fetch != but && fetch.begun().plus(SLOW).isBefore(now)) {
        fetches.remove(fetch);
        waiting -= fetch.waiters();
        fetch.dismiss();
        return true;
      }
    }
    return false;
  }

  /** Releases a place. */
  synchronized void leave(PendingFetch fetch) {
    if (fetch.isDismissed()) {
      return; // its places were released already
    }
    fetch.leave();
    waiting--;
    if (fetch.waiters() == 0) {
      fetches.remove(fetch);
    }
  }

  /** Returns the number of waiters; for tests. */
  synchronized int waiting() {
    return waiting;
  }
}

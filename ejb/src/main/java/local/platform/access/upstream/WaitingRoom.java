package local.platform.access.upstream;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Limits the threads of requests that wait for fetches by other threads. If all places are taken,
 * the waiters of a slow fetch are dismissed, so that others are not refused because of them.
 */
final class WaitingRoom {
  /** Maximum number of waiters for one fetch. */
  static final int MAX_PER_FLIGHT = 32;

  /** Maximum number of all waiters. */
  static final int MAX = 64;

  /** How long a fetch may take before its waiters can be dismissed. */
  static final Duration SLOW = Duration.ofSeconds(1);

  /** The fetches with waiters, in the order of their first waiter. */
  private final Set<Flight> flights = new LinkedHashSet<>();

  private int waiting;

  /** Takes a place, which {@link #leave} releases; returns false if there is none. */
  synchronized boolean enter(Flight flight, Instant now) {
    if (flight.isDismissed() || flight.waiters() == MAX_PER_FLIGHT) {
      return false;
    }
    if (waiting == MAX && !dismissSlowest(flight, now)) {
      return false;
    }
    flights.add(flight);
    flight.join();
    waiting++;
    return true;
  }

  private boolean dismissSlowest(Flight but, Instant now) {
    for (Flight flight : flights) {
      if (flight != but && flight.begun().plus(SLOW).isBefore(now)) {
        flights.remove(flight);
        waiting -= flight.waiters();
        flight.dismiss();
        return true;
      }
    }
    return false;
  }

  /** Releases a place. */
  synchronized void leave(Flight flight) {
    if (flight.isDismissed()) {
      return; // its places were released already
    }
    flight.leave();
    waiting--;
    if (flight.waiters() == 0) {
      flights.remove(flight);
    }
  }

  /** Returns the number of waiters; for tests. */
  synchronized int waiting() {
    return waiting;
  }
}

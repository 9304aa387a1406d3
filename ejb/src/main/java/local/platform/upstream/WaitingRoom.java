package local.platform.upstream;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The places of those who wait for fetches of others; each holds a thread of a request. When all
 * are taken, those who wait for the fetch that is slowest have to go: it is not for them that
 * others are refused.
 */
final class WaitingRoom {
  /** For one fetch. */
  static final int MAX_PER_FLIGHT = 32;

  /** For all together. */
  static final int MAX = 64;

  /** How long a fetch is under way before others have a right to the places of its waiters. */
  static final Duration SLOW = Duration.ofSeconds(1);

  /** Those that somebody waits for, in the order in which they were first waited for. */
  private final Set<Flight> flights = new LinkedHashSet<>();

  private int waiting;

  /** Takes a place, which {@link #leave} gives back; false if there is none. */
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

  /** Gives a place back. */
  synchronized void leave(Flight flight) {
    if (flight.isDismissed()) {
      return; // its places are those of others already
    }
    flight.leave();
    waiting--;
    if (flight.waiters() == 0) {
      flights.remove(flight);
    }
  }

  /** How many wait now; for tests. */
  synchronized int waiting() {
    return waiting;
  }
}

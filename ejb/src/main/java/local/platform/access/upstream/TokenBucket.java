package local.platform.access.upstream;

import java.time.Duration;
import java.time.Instant;

/**
 * A token bucket: allows {@code capacity} operations at once, and is refilled evenly within a
 * minute. Not thread-safe.
 */
final class TokenBucket {
  private static final Duration PERIOD = Duration.ofMinutes(1);

  private final int capacity;
  private double tokens;
  private Instant filled;

  /**
   * Creates a full bucket.
   *
   * @param capacity operations per minute
   * @param now the current time
   */
  TokenBucket(int capacity, Instant now) {
    this.capacity = capacity;
    this.tokens = capacity;
    this.filled = now;
  }

  /**
   * Returns how long to wait for the next operation.
   *
   * @param reserve number of operations that must still be allowed after it
   * @return zero if it is allowed now
   */
  Duration wait(int reserve, Instant now) {
    fill(now);
    double missing = reserve + 1 - tokens;
    return missing <= 0
        ? Duration.ZERO
        : Duration.ofMillis((long) Math.ceil(missing / capacity * PERIOD.toMillis()));
  }

  /** Takes one token. Must be called only if there is no {@linkplain #wait wait}. */
  void take() {
    tokens--;
  }

  private void fill(Instant now) {
    if (now.isAfter(filled)) { // the clock may be set back
      double periods = (double) Duration.between(filled, now).toMillis() / PERIOD.toMillis();
      tokens = Math.min(capacity, tokens + periods * capacity);
      filled = now;
    }
  }
}

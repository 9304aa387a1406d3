package local.platform.upstream;

import java.time.Duration;
import java.time.Instant;

/**
 * Limits how often something is done: so many times at once, and as many again spread over a
 * minute. Not safe for use by several threads.
 */
final class TokenBucket {
  private static final Duration PERIOD = Duration.ofMinutes(1);

  private final int capacity;
  private double tokens;
  private Instant filled;

  /**
   * @param capacity how many times a minute
   * @param now the time, when it is full
   */
  TokenBucket(int capacity, Instant now) {
    this.capacity = capacity;
    this.tokens = capacity;
    this.filled = now;
  }

  /**
   * How long until it can be done once more.
   *
   * @param reserve how many times must be left after that
   * @return zero if it can be done now
   */
  Duration wait(int reserve, Instant now) {
    fill(now);
    double missing = reserve + 1 - tokens;
    return missing <= 0
        ? Duration.ZERO
        : Duration.ofMillis((long) Math.ceil(missing / capacity * PERIOD.toMillis()));
  }

  /** Does it once; there must be no {@linkplain #wait wait}. */
  void take() {
    tokens--;
  }

  private void fill(Instant now) {
    if (now.isAfter(filled)) { // a clock may be set back
      double periods = (double) Duration.between(filled, now).toMillis() / PERIOD.toMillis();
      tokens = Math.min(capacity, tokens + periods * capacity);
      filled = now;
    }
  }
}

package local.platform.foundation.time;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import local.platform.foundation.injection.SingleInstance;

/**
 * Produces the clock of the product: UTC, in whole milliseconds, the precision of the API and the
 * database. And the one that nobody sets.
 */
@SingleInstance
public class ClockProducer {

  /** Returns the clock. */
  @Produces
  @Singleton
  public static Clock clock() {
    return Clock.tick(Clock.systemUTC(), Duration.ofMillis(1));
  }

  /** Returns the clock for the ages of what is in memory. */
  @Produces
  @Monotonic
  @Singleton
  public static Clock monotonic() {
    return new ElapsedClock(Clock.systemUTC().instant());
  }
}

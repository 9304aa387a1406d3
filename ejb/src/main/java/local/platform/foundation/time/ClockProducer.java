package local.platform.foundation.time;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import local.platform.foundation.injection.SingleInstance;

/**
 * Produces the clock of the product: UTC, in whole milliseconds, the precision of the API and the
 * database.
 */
@SingleInstance
public class ClockProducer {

  /** Returns the clock. */
  @Produces
  @Singleton
  public static Clock clock() {
    return Clock.tick(Clock.systemUTC(), Duration.ofMillis(1));
  }
}

package local.platform.time;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;

/**
 * The clock of the product: UTC, in whole milliseconds, which is all that the wire and the database
 * keep.
 */
@Singleton
public class ClockProducer {

  /** The clock. */
  @Produces
  @Singleton
  public static Clock clock() {
    return Clock.tick(Clock.systemUTC(), Duration.ofMillis(1));
  }
}

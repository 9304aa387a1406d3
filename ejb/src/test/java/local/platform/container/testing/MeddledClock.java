package local.platform.container.testing;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * The product's clock, in its place. A service looks at it between reading and writing, and that is
 * where a test can make something happen, on its own thread.
 */
@Alternative
@Priority(1)
@ApplicationScoped
public class MeddledClock extends Clock {
  private final ThreadLocal<Runnable> meddling = ThreadLocal.withInitial(() -> () -> {});
  private final Clock clock = Clock.tick(Clock.systemUTC(), Duration.ofMillis(1));

  /** Does this each time the current thread looks at the clock, until {@link #stopMeddling}. */
  public void meddle(Runnable action) {
    meddling.set(action);
  }

  /** Is a clock like any other again. */
  public void stopMeddling() {
    meddling.remove();
  }

  @Override
  public Instant instant() {
    meddling.get().run();
    return clock.instant();
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException();
  }
}

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
 * Replaces the product's clock. Services ask for the time between reading and writing, so that a
 * test can make something happen there, on the same thread.
 */
@Alternative
@Priority(1)
@ApplicationScoped
public class MeddledClock extends Clock {
  private final ThreadLocal<Runnable> meddling = ThreadLocal.withInitial(() -> () -> {});
  private final Clock clock = Clock.tick(Clock.systemUTC(), Duration.ofMillis(1));

  /** Runs the action whenever the current thread asks for the time, until {@link #stopMeddling}. */
  public void meddle(Runnable action) {
    meddling.set(action);
  }

  /** Behaves like any other clock again. */
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

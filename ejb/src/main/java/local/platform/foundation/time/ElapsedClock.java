package local.platform.foundation.time;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that advances as {@link System#nanoTime} does, from the time at which it was made. */
final class ElapsedClock extends Clock {
  private final Instant begin;
  private final long beginNanos = System.nanoTime();

  /** Creates one that begins at a time. */
  ElapsedClock(Instant begin) {
    this.begin = begin;
  }

  @Override
  public Instant instant() {
    return begin.plusNanos(System.nanoTime() - beginNanos);
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

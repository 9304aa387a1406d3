package local.platform.web.error;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Lets something be done the first time, and then when some time has passed since it was done. */
final class Interval {
  private final long nanos;
  private final LongSupplier nanoTime;
  private final AtomicLong last;

  /**
   * Begins with an interval that is over.
   *
   * @param length how long it is
   * @param nanoTime the time, as {@link System#nanoTime} tells it
   */
  Interval(Duration length, LongSupplier nanoTime) {
    this.nanos = length.toNanos();
    this.nanoTime = nanoTime;
    this.last = new AtomicLong(nanoTime.getAsLong() - nanos);
  }

  /** Whether the interval is over; the next begins then. It is told to one of several who ask. */
  boolean isOver() {
    long now = nanoTime.getAsLong();
    long before = last.get();
    return now - before >= nanos && last.compareAndSet(before, now);
  }
}

package local.platform.web.error;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Limits how often something is done: the first time, and then again when the interval since the
 * last time is over.
 */
final class Interval {
  private final long nanos;
  private final LongSupplier nanoTime;
  private final AtomicLong last;

  /**
   * Creates one whose first interval is already over.
   *
   * @param length the length of the interval
   * @param nanoTime the time, as {@link System#nanoTime} tells it
   */
  Interval(Duration length, LongSupplier nanoTime) {
    this.nanos = length.toNanos();
    this.nanoTime = nanoTime;
    this.last = new AtomicLong(nanoTime.getAsLong() - nanos);
  }

  /**
   * Returns whether the interval is over, and then begins the next one. Only one of several
   * concurrent callers gets true.
   */
  boolean isOver() {
    long now = nanoTime.getAsLong();
    long before = last.get();
    return now - before >= nanos && last.compareAndSet(before, now);
  }
}

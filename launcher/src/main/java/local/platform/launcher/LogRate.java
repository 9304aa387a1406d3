package local.platform.launcher;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * How much may be written to the log, so that nobody fills it: of each logger and level so many
 * records at once, and then one in an interval. Records for debugging are not limited.
 */
final class LogRate {
  /** Records of a logger and a level that are written at once. */
  static final int BURST = 20;

  /** How long it takes until one more may be written. */
  static final Duration INTERVAL = Duration.ofSeconds(10);

  private final Map<String, Allowance> allowances = new ConcurrentHashMap<>();
  private final LongSupplier nanoTime;

  /**
   * Begins with everything allowed.
   *
   * @param nanoTime the time, as {@link System#nanoTime} tells it
   */
  LogRate(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Decides about a record.
   *
   * @return how many of its logger and level were left out since the last one that was written; or
   *     -1 if it is to be left out too
   */
  long admit(LogRecord record) {
    if (record.getLevel().intValue() < Level.INFO.intValue()) {
      return 0;
    }
    // Nothing that a client sends is in the key.
    return allowances
        .computeIfAbsent(
            record.getLevel() + " " + record.getLoggerName(),
            key -> new Allowance(nanoTime.getAsLong()))
        .take(nanoTime.getAsLong());
  }

  /** What one logger may write. */
  private static final class Allowance {
    private int left = BURST;
    private long since;
    private long leftOut;

    Allowance(long now) {
      since = now;
    }

    synchronized long take(long now) {
      long intervals = (now - since) / INTERVAL.toNanos();
      if (intervals > 0) {
        left = (int) Math.min(BURST, left + intervals);
        since += intervals * INTERVAL.toNanos();
      }
      if (left == 0) {
        leftOut++;
        return -1;
      }
      left--;
      long before = leftOut;
      leftOut = 0;
      return before;
    }
  }
}

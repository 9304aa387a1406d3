package local.platform.launcher;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * Limits the rate of the log, so that nobody can flood it: for each logger and level a burst of
 * records, and then one per interval. Debug records are not limited.
 */
final class LogRate {
  /** Number of records of a logger and a level that may be written at once. */
  static final int BURST = 20;

  /** The time after which one more may be written. */
  static final Duration INTERVAL = Duration.ofSeconds(10);

  private final Map<String, Allowance> allowances = new ConcurrentHashMap<>();
  private final LongSupplier nanoTime;

  /**
   * Creates a limit with all bursts available.
   *
   * @param nanoTime the time, as {@link System#nanoTime} tells it
   */
  LogRate(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Decides about a record.
   *
   * @return the number of records of its logger and level that were dropped since the last one that
   *     was written; -1 if this one must be dropped too
   */
  long admit(LogRecord record) {
    if (record.getLevel().intValue() < Level.INFO.intValue()) {
      return 0;
    }
    // The key contains nothing that a client sends.
    return allowances
        .computeIfAbsent(
            record.getLevel() + " " + record.getLoggerName(),
            key -> new Allowance(nanoTime.getAsLong()))
        .take(nanoTime.getAsLong());
  }

  /** The allowance of one logger and level. */
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

package local.platform.foundation.time;

import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.injection.SingleInstance;
import local.platform.foundation.transaction.Transactions;

/**
 * Compares the clock of this node with that of the database, which all nodes share. Tokens, signing
 * keys, leases and page tokens depend on times that other nodes have written. H2 runs in this
 * process, and has the same clock.
 */
@SingleInstance
public class DatabaseClock {
  /** From this difference on it is logged. */
  static final Duration WARNING = Duration.ofSeconds(2);

  /** From this difference on the node must not decide anything by its clock. */
  static final Duration LIMIT = Duration.ofSeconds(30);

  private static final Logger LOG = System.getLogger(DatabaseClock.class.getName());

  private final EntityManager entityManager;
  private final Transactions transactions;
  private final DatabaseVendor vendor;
  private final Clock clock;
  private volatile Duration ahead = Duration.ZERO;

  @Inject
  public DatabaseClock(
      EntityManager entityManager, Transactions transactions, DatabaseVendor vendor, Clock clock) {
    this.entityManager = entityManager;
    this.transactions = transactions;
    this.vendor = vendor;
    this.clock = clock;
  }

  /** Compares the clocks now, and logs if the difference has become large, or small again. */
  public void compare() {
    if (vendor == DatabaseVendor.H2) {
      return;
    }
    Instant asked = clock.instant();
    long begun = System.nanoTime();
    Instant database = transactions.read(this::databaseTime);
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    note(difference(Duration.between(database, asked), took));
  }

  private Instant databaseTime() {
    Object milliseconds =
        entityManager
            .createNativeQuery("SELECT CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)", Long.class)
            .getSingleResult();
    return Instant.ofEpochMilli((Long) milliseconds);
  }

  /**
   * Returns how far this clock is ahead at least: the database may have read its own at any time of
   * the answer.
   *
   * @param ahead how far this clock was ahead when the database was asked
   * @param took how long the answer took
   */
  static Duration difference(Duration ahead, Duration took) {
    if (!ahead.isNegative()) {
      return ahead;
    }
    Duration behind = ahead.plus(took);
    return behind.isNegative() ? behind : Duration.ZERO;
  }

  private void note(Duration now) {
    Duration before = ahead;
    ahead = now;
    if (isAtLeast(now, WARNING) != isAtLeast(before, WARNING)
        || isAtLeast(now, LIMIT) != isAtLeast(before, LIMIT)) {
      LOG.log(
          isAtLeast(now, WARNING) ? Level.WARNING : Level.INFO,
          "{0}{1}",
          text(now),
          isAtLeast(now, LIMIT)
              ? ": the node is not ready until its clock is set"
              : isAtLeast(now, WARNING) ? ": set it, for example by NTP" : "");
    }
  }

  private static String text(Duration ahead) {
    return String.format(
        Locale.ROOT,
        "the clock of this node is %.1f s %s that of the database",
        ahead.abs().toMillis() / 1000.0,
        ahead.isNegative() ? "behind" : "ahead of");
  }

  private static boolean isAtLeast(Duration ahead, Duration limit) {
    return ahead.abs().compareTo(limit) >= 0;
  }

  /** Returns how far this clock was ahead of the database's at last; negative if it was behind. */
  public Duration ahead() {
    return ahead;
  }

  /** Returns the time of the database, as far as the clocks kept their distance since. */
  public Instant now() {
    return clock.instant().minus(ahead);
  }

  /** Returns what is wrong if the node must not decide anything by its clock; otherwise empty. */
  public Optional<String> problem() {
    Duration now = ahead;
    return isAtLeast(now, LIMIT) ? Optional.of(text(now)) : Optional.empty();
  }
}

package local.platform.foundation.paging;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import local.platform.config.Configuration;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.injection.SingleInstance;
import local.platform.foundation.transaction.DatabaseFailure;
import local.platform.foundation.transaction.DatabaseFailure.Kind;
import local.platform.foundation.transaction.SingleFlight;
import org.jspecify.annotations.Nullable;

/**
 * Counts rows for as long as a page may wait for its total. Requests that want the same count at
 * the same time share one that began after each of them, so that what takes long to count is
 * counted once and not by everybody who looks at it.
 */
@SingleInstance
public class SharedCounts {
  /**
   * The steps, in milliseconds, in which the time of a statement is given: the time is part of its
   * text, of which there should be few.
   */
  private static final long STEP = 500;

  private final EntityManager entityManager;
  private final DatabaseVendor vendor;
  private final Duration patience;

  /** Those of which a caller is waiting for the count. */
  private final LoadingCache<Countable, SingleFlight<OptionalLong>> running;

  @Inject
  public SharedCounts(
      EntityManager entityManager, DatabaseVendor vendor, Configuration configuration) {
    this.entityManager = entityManager;
    this.vendor = vendor;
    this.patience = configuration.totalTimeout();
    this.running =
        Caffeine.newBuilder()
            .weakValues()
            .executor(Runnable::run)
            .build(rows -> new SingleFlight<>(() -> within(rows, System.nanoTime()), patience));
  }

  /** Returns what counts the rows of one list, with all its statements within the limit. */
  RowCounter limited() {
    return new Limited();
  }

  /** Returns the number of rows; empty if it takes too long to count them. */
  public OptionalLong count(Countable rows) {
    return limited().count(rows);
  }

  /** Counts for one list. Its time begins with its first statement. */
  private final class Limited implements RowCounter {
    private @Nullable Long begin;

    @Override
    public OptionalLong count(Countable rows) {
      if (begin == null) {
        begin = System.nanoTime();
      }
      long since = begin;
      return running.get(rows).nextWith(() -> within(rows, since));
    }
  }

  /** Returns what counts the rows of a list however long it takes. */
  RowCounter unlimited() {
    return rows -> OptionalLong.of(rows.count(entityManager, ""));
  }

  private OptionalLong within(Countable rows, long begin) {
    if (vendor == DatabaseVendor.H2) {
      // Its only limit is one of a connection, which would remain when others borrow it.
      return unlimited().count(rows);
    }
    long left = patience.toMillis() - (System.nanoTime() - begin) / 1_000_000;
    if (left <= 0) {
      return OptionalLong.empty();
    }
    long limit = Math.min(patience.toMillis(), (left + STEP - 1) / STEP * STEP);
    try {
      String hint = String.format(Locale.ROOT, "/*+ MAX_EXECUTION_TIME(%d) */ ", limit);
      return OptionalLong.of(rows.count(entityManager, hint));
    } catch (RuntimeException e) {
      if (DatabaseFailure.of(e).kind() == Kind.TIMEOUT) {
        return OptionalLong.empty();
      }
      throw e;
    }
  }
}

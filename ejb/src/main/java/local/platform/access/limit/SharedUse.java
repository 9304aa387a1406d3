package local.platform.access.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import local.platform.config.RateLimitSettings.Policy;
import local.platform.foundation.uid.Uid;
import org.jspecify.annotations.Nullable;

/**
 * Lets the nodes of a deployment share the limits of callers: each tells the others how much it has
 * given, and takes from its buckets what others have given. Between two exchanges, each node is
 * alone.
 */
final class SharedUse {
  /**
   * How long before the last exchange others may have begun to write what was not visible then.
   * What is read again is not counted again.
   */
  private static final Duration OVERLAP = Duration.ofSeconds(5);

  /** How long it is remembered what was counted; longer than the overlap. */
  private static final Duration MEMORY = Duration.ofMinutes(1);

  /** Most rows whose counts are remembered, which bounds the memory. */
  private static final int MAX_REMEMBERED = 100_000;

  private final Table table;
  private final CallerBuckets buckets;
  private final LongSupplier nanoTime;
  private final UUID node = UUID.randomUUID();
  private final AtomicBoolean underWay = new AtomicBoolean();
  private final Cache<Source, Long> counted;
  private long lastExchange;

  /**
   * How much a node has given of a limit.
   *
   * @param policy the limit
   * @param holder the identity or organization whose limit it is
   * @param used number of requests that it has given altogether
   * @param latest how many of these it has given since it told so the time before; if that was more
   *     than a window ago, the part of one window
   */
  record Use(Policy policy, Uid holder, long used, long latest) {}

  /** A row of another node. */
  record Told(UUID node, Use use) {}

  /** The table in which nodes tell each other how much they gave. */
  interface Table {
    /** Stores what a node has given, in place of what it told of the same limits before. */
    void tell(UUID node, List<Use> uses);

    /** Returns what other nodes have told within a time that ends now. */
    List<Told> toldToOthers(UUID node, Duration within);

    /** Deletes what nobody reads any more. */
    void deleteOld();
  }

  /** A limit of which a node gives. */
  private record Source(UUID node, Policy policy, Uid holder) {}

  /**
   * Begins to share the buckets of a node.
   *
   * @param nanoTime the time, as {@link System#nanoTime} tells it
   */
  SharedUse(Table table, CallerBuckets buckets, LongSupplier nanoTime) {
    this.table = table;
    this.buckets = buckets;
    this.nanoTime = nanoTime;
    this.lastExchange = nanoTime.getAsLong();
    this.counted =
        Caffeine.newBuilder()
            .maximumSize(MAX_REMEMBERED)
            .expireAfterWrite(MEMORY)
            .ticker(nanoTime::getAsLong)
            .executor(Runnable::run)
            .build();
  }

  /**
   * Tells what the buckets gave, and takes from them what others gave. Does nothing if another
   * thread is doing that.
   *
   * @throws RuntimeException if the database is away; what was not told is told the next time
   */
  void exchange() {
    if (!underWay.compareAndSet(false, true)) {
      return;
    }
    try {
      buckets.tell(uses -> table.tell(node, uses));
      long now = nanoTime.getAsLong();
      Duration within = Duration.ofNanos(now - lastExchange).plus(OVERLAP);
      table.toldToOthers(node, within).forEach(this::count);
      lastExchange = now;
    } finally {
      underWay.set(false);
    }
  }

  /** Deletes what nobody reads any more. */
  void deleteOld() {
    table.deleteOld();
  }

  private void count(Told told) {
    Use use = told.use();
    Source source = new Source(told.node(), use.policy(), use.holder());
    @Nullable Long before = counted.getIfPresent(source);
    // A node that has forgotten a bucket begins again, and what was told long ago is given back.
    long more = before == null || use.used() < before ? use.latest() : use.used() - before;
    if (more > 0) {
      counted.put(source, use.used());
      buckets.takeForOthers(use.policy(), use.holder(), more);
    }
  }
}

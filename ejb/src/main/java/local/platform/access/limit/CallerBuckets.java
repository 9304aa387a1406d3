package local.platform.access.limit;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import local.platform.config.RateLimitSettings;
import local.platform.config.RateLimitSettings.Policy;
import local.platform.config.RateLimitSettings.RateLimit;
import local.platform.foundation.uid.Uid;

/**
 * The buckets of the callers of one node. Those that are not used are forgotten when there are too
 * many, and are full when they are needed again.
 */
final class CallerBuckets {
  /** Most buckets that are remembered, which bounds the memory. */
  static final int MAX_BUCKETS = 100_000;

  /** A caller is refused even if it would have to wait for less than the clock can tell. */
  private static final Duration SHORTEST_WAIT = Duration.ofNanos(1);

  private final RateLimitSettings settings;
  private final Map<Policy, Bandwidth> bandwidths = new EnumMap<>(Policy.class);
  private final LoadingCache<Key, RequestBucket> buckets;

  /** A bucket: a limit, and whose it is. */
  private record Key(Policy policy, Uid holder) {}

  /** A bucket from which a request is taken. */
  private record Held(RateLimit limit, Uid holder, RequestBucket bucket) {}

  /**
   * Creates buckets that are full.
   *
   * @param nanoTime the time, as {@link System#nanoTime} tells it
   */
  CallerBuckets(RateLimitSettings settings, LongSupplier nanoTime) {
    this.settings = settings;
    Stream.of(settings.reads(), settings.writes(), settings.organization())
        .flatMap(Optional::stream)
        .forEach(limit -> bandwidths.put(limit.policy(), bandwidth(limit)));
    TimeMeter time = new MonotonicTime(nanoTime);
    this.buckets =
        Caffeine.newBuilder()
            .maximumSize(MAX_BUCKETS)
            .executor(Runnable::run)
            .build(key -> new RequestBucket(bandwidths.get(key.policy()), time));
  }

  /**
   * The clock of buckets. Their own default is the wall clock, with which a bucket would stand
   * still after that was set back.
   */
  private record MonotonicTime(LongSupplier nanoTime) implements TimeMeter {
    @Override
    public long currentTimeNanos() {
      return nanoTime.getAsLong();
    }

    @Override
    public boolean isWallClockBased() {
      return false;
    }
  }

  private static Bandwidth bandwidth(RateLimit limit) {
    return Bandwidth.builder()
        .capacity(limit.quota())
        .refillGreedy(limit.quota(), Duration.ofSeconds(limit.window()))
        .build();
  }

  /** Takes a request, as {@link RateLimits#take} describes it. */
  Optional<Allowance> take(Uid identity, boolean reads, boolean isBeta) {
    List<Held> all = held(identity, reads);
    if (all.isEmpty()) {
      return Optional.empty();
    }
    List<RateLimit> limits = all.stream().map(Held::limit).toList();
    boolean isEnforced = !isBeta || settings.beta();
    Held nearest = all.get(0);
    long least = Long.MAX_VALUE;
    for (int i = 0; i < all.size(); i++) {
      OptionalLong left = all.get(i).bucket().take();
      if (left.isEmpty()) {
        all.subList(0, i).forEach(each -> each.bucket().giveBack());
        return Optional.of(exceeded(limits, all, all.get(i), isEnforced));
      }
      if (left.getAsLong() < least) {
        least = left.getAsLong();
        nearest = all.get(i);
      }
    }
    return Optional.of(
        new Allowance(limits, nearest.limit(), nearest.holder(), least, Duration.ZERO, isEnforced));
  }

  /** Returns what is left if a bucket has no request: that with the longest wait matters. */
  private static Allowance exceeded(
      List<RateLimit> limits, List<Held> all, Held empty, boolean isEnforced) {
    Held last = empty;
    Duration longest = empty.bucket().untilNext();
    for (Held each : all) {
      Duration wait = each.bucket().untilNext();
      if (wait.compareTo(longest) > 0) {
        longest = wait;
        last = each;
      }
    }
    Duration wait = longest.isZero() ? SHORTEST_WAIT : longest;
    return new Allowance(limits, last.limit(), last.holder(), 0, wait, isEnforced);
  }

  /** Returns the buckets of a request: that of its identity first, which refuses more often. */
  private List<Held> held(Uid identity, boolean reads) {
    List<Held> held = new ArrayList<>(2);
    (reads ? settings.reads() : settings.writes())
        .ifPresent(limit -> held.add(held(limit, identity)));
    if (!identity.isRoot()) { // otherwise it belongs to no organization
      settings.organization().ifPresent(limit -> held.add(held(limit, identity.root())));
    }
    return held;
  }

  private Held held(RateLimit limit, Uid holder) {
    return new Held(limit, holder, buckets.get(new Key(limit.policy(), holder)));
  }

  /** Returns the number of remembered buckets; for tests. */
  long remembered() {
    buckets.cleanUp();
    return buckets.estimatedSize();
  }
}

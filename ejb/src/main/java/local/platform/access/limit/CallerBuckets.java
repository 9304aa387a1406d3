package local.platform.access.limit;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.github.bucket4j.BucketConfiguration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import local.platform.access.limit.SharedUse.Use;
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

  /** Most buckets of which others do not know yet, while nothing can be told to them. */
  private static final int MAX_UNTOLD = 10_000;

  /** A caller is refused even if it would have to wait for less than the clock can tell. */
  private static final Duration SHORTEST_WAIT = Duration.ofNanos(1);

  private final RateLimitSettings settings;
  private final boolean isShared;
  private final LongSupplier nanoTime;
  private final Map<Policy, RateLimit> limits = new EnumMap<>(Policy.class);
  private final Map<Policy, BucketConfiguration> configurations = new EnumMap<>(Policy.class);
  private final LoadingCache<Key, RequestBucket> buckets;

  /** Those of which other nodes have to know, with the time since when. */
  private final Map<RequestBucket, Long> untold = new ConcurrentHashMap<>();

  /** A bucket: a limit, and whose it is. */
  private record Key(Policy policy, Uid holder) {}

  /**
   * Creates buckets that are full.
   *
   * @param isShared whether there are other nodes, to which {@link #tell} is to tell what is given
   * @param nanoTime the time, as {@link System#nanoTime} tells it: with that of a clock, buckets
   *     would stand still after it was set back
   */
  CallerBuckets(RateLimitSettings settings, boolean isShared, LongSupplier nanoTime) {
    this.settings = settings;
    this.isShared = isShared;
    this.nanoTime = nanoTime;
    Stream.of(settings.reads(), settings.writes(), settings.organization())
        .flatMap(Optional::stream)
        .forEach(
            limit -> {
              limits.put(limit.policy(), limit);
              configurations.put(limit.policy(), configuration(limit));
            });
    this.buckets =
        Caffeine.newBuilder()
            .maximumSize(MAX_BUCKETS)
            .executor(Runnable::run)
            .build(
                key ->
                    new RequestBucket(
                        limits.get(key.policy()),
                        configurations.get(key.policy()),
                        key.holder(),
                        nanoTime.getAsLong()));
  }

  private static BucketConfiguration configuration(RateLimit limit) {
    return BucketConfiguration.builder()
        .addLimit(
            bandwidth ->
                bandwidth
                    .capacity(limit.quota())
                    .refillGreedy(limit.quota(), Duration.ofSeconds(limit.window())))
        .build();
  }

  /** Takes a request, as {@link RateLimits#take} describes it. */
  Optional<Allowance> take(Uid identity, boolean reads, boolean isBeta) {
    List<RequestBucket> all = buckets(identity, reads);
    if (all.isEmpty()) {
      return Optional.empty();
    }
    long now = nanoTime.getAsLong();
    boolean isEnforced = !isBeta || settings.beta();
    RequestBucket nearest = all.get(0);
    long least = Long.MAX_VALUE;
    for (int i = 0; i < all.size(); i++) {
      OptionalLong left = all.get(i).take(now);
      if (left.isEmpty()) {
        all.subList(0, i).forEach(RequestBucket::giveBack);
        return Optional.of(exceeded(all, all.get(i), now, isEnforced));
      }
      if (left.getAsLong() < least) {
        least = left.getAsLong();
        nearest = all.get(i);
      }
    }
    if (isShared) {
      all.stream().filter(RequestBucket::isToBeTold).forEach(bucket -> beTold(bucket, now));
    }
    return Optional.of(allowance(all, nearest, least, Duration.ZERO, isEnforced));
  }

  private void beTold(RequestBucket bucket, long now) {
    if (untold.size() < MAX_UNTOLD) {
      untold.putIfAbsent(bucket, now);
    }
  }

  /** Returns what is left if a bucket has no request: that with the longest wait matters. */
  private static Allowance exceeded(
      List<RequestBucket> all, RequestBucket empty, long now, boolean isEnforced) {
    RequestBucket last = empty;
    Duration longest = empty.untilNext(now);
    for (RequestBucket each : all) {
      Duration wait = each.untilNext(now);
      if (wait.compareTo(longest) > 0) {
        longest = wait;
        last = each;
      }
    }
    return allowance(all, last, 0, longest.isZero() ? SHORTEST_WAIT : longest, isEnforced);
  }

  private static Allowance allowance(
      List<RequestBucket> all,
      RequestBucket nearest,
      long left,
      Duration delay,
      boolean isEnforced) {
    List<RateLimit> limits = all.stream().map(RequestBucket::limit).toList();
    return new Allowance(limits, nearest.limit(), nearest.holder(), left, delay, isEnforced);
  }

  /** Returns the buckets of a request: that of its identity first, which refuses more often. */
  private List<RequestBucket> buckets(Uid identity, boolean reads) {
    List<RequestBucket> all = new ArrayList<>(2);
    bucket(reads ? Policy.READS : Policy.WRITES, identity).ifPresent(all::add);
    if (!identity.isRoot()) { // otherwise it belongs to no organization
      bucket(Policy.ORGANIZATION, identity.root()).ifPresent(all::add);
    }
    return all;
  }

  private Optional<RequestBucket> bucket(Policy policy, Uid holder) {
    return limits.containsKey(policy)
        ? Optional.of(buckets.get(new Key(policy, holder)))
        : Optional.empty();
  }

  /**
   * Tells what the buckets gave of which others have to know. If that fails, it is told the next
   * time.
   *
   * @param listener tells it, unless there is nothing
   */
  void tell(Consumer<List<Use>> listener) {
    Map<RequestBucket, Long> since = Map.copyOf(untold);
    if (since.isEmpty()) {
      return;
    }
    long now = nanoTime.getAsLong();
    List<RequestBucket> telling = List.copyOf(since.keySet());
    List<Use> uses = telling.stream().map(bucket -> bucket.use(now - since.get(bucket))).toList();
    listener.accept(uses);
    for (int i = 0; i < telling.size(); i++) {
      telling.get(i).told(uses.get(i));
      untold.remove(telling.get(i));
    }
  }

  /** Takes requests that another node has given from a bucket, if there is such a limit here. */
  void takeForOthers(Policy policy, Uid holder, long count) {
    bucket(policy, holder).ifPresent(bucket -> bucket.takeForOthers(count, nanoTime.getAsLong()));
  }

  /** Returns whether there is any limit. */
  boolean isAnyLimited() {
    return !limits.isEmpty();
  }

  /** Returns the number of remembered buckets; for tests. */
  long remembered() {
    buckets.cleanUp();
    return buckets.estimatedSize();
  }
}

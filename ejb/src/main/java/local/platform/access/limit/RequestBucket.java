package local.platform.access.limit;

import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import local.platform.access.limit.SharedUse.Use;
import local.platform.config.RateLimitSettings.RateLimit;
import local.platform.foundation.uid.Uid;

/** The requests that one limit allows one identity or organization. */
final class RequestBucket {
  /** Saves an object for each bucket, of which there may be many. */
  private static final AtomicLongFieldUpdater<RequestBucket> GIVEN =
      AtomicLongFieldUpdater.newUpdater(RequestBucket.class, "given");

  /** A node tells the others when it has given more than this part of the quota. */
  private static final int PARTS_BEFORE_TOLD = 20;

  private final RateLimit limit;
  private final Uid holder;
  private final Bucket bucket;
  private volatile long given;
  private volatile long told;

  /**
   * Creates a full bucket.
   *
   * @param limit the limit
   * @param bandwidth the same, for the bucket
   * @param holder whose it is
   */
  RequestBucket(RateLimit limit, Bandwidth bandwidth, Uid holder, TimeMeter time) {
    this.limit = limit;
    this.holder = holder;
    this.bucket = Bucket.builder().addLimit(bandwidth).withCustomTimePrecision(time).build();
  }

  /** Returns the limit. */
  RateLimit limit() {
    return limit;
  }

  /** Returns the identity or the organization whose limit it is. */
  Uid holder() {
    return holder;
  }

  /** Takes a request; returns how many are left, and empty if there was none. */
  OptionalLong take() {
    ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
    if (!probe.isConsumed()) {
      return OptionalLong.empty();
    }
    GIVEN.incrementAndGet(this);
    return OptionalLong.of(probe.getRemainingTokens());
  }

  /** Gives a request back that was taken and not made. */
  void giveBack() {
    bucket.addTokens(1);
    GIVEN.decrementAndGet(this);
  }

  /** Returns how long until there is a request; zero if there is one. */
  Duration untilNext() {
    return Duration.ofNanos(bucket.estimateAbilityToConsume(1).getNanosToWaitForRefill());
  }

  /** Returns whether so much was given that other nodes have to know. */
  boolean isToBeTold() {
    return given - told > limit.quota() / PARTS_BEFORE_TOLD;
  }

  /** Returns what was given. */
  Use use() {
    long now = given;
    return new Use(limit.policy(), holder, now, now - told);
  }

  /** Notes that other nodes know what was given. */
  void told(Use use) {
    told = use.used();
  }

  /**
   * Takes requests that another node has given. There may be fewer than none afterwards, but not by
   * more than the quota: what was given longer ago than a window is back.
   */
  void takeForOthers(long count) {
    long most = bucket.getAvailableTokens() + limit.quota();
    long taken = Math.min(count, most);
    if (taken > 0) {
      long unused = bucket.consumeIgnoringRateLimits(taken);
    }
  }
}

package local.platform.access.limit;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.BucketState;
import io.github.bucket4j.MathType;
import java.time.Duration;
import java.util.OptionalLong;
import local.platform.access.limit.SharedUse.Use;
import local.platform.config.RateLimitSettings.RateLimit;
import local.platform.foundation.uid.Uid;

/**
 * The requests that one limit allows one identity or organization. There may be many of these, so
 * it is made of the state of a bucket: with a whole one of the library, each takes almost twice the
 * memory.
 */
final class RequestBucket {
  /** A node tells the others when it has given more than this part of the quota. */
  private static final int PARTS_BEFORE_TOLD = 20;

  private final RateLimit limit;
  private final Uid holder;
  private final BucketState state;
  private long given;
  private long told;

  /**
   * Creates a full bucket.
   *
   * @param limit the limit
   * @param configuration the same, for the state
   * @param holder whose it is
   * @param now the time, as {@link System#nanoTime} tells it
   */
  RequestBucket(RateLimit limit, BucketConfiguration configuration, Uid holder, long now) {
    this.limit = limit;
    this.holder = holder;
    this.state = BucketState.createInitialState(configuration, MathType.INTEGER_64_BITS, now);
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
  synchronized OptionalLong take(long now) {
    state.refillAllBandwidth(now);
    long available = state.getAvailableTokens();
    if (available < 1) {
      return OptionalLong.empty();
    }
    state.consume(1);
    given++;
    return OptionalLong.of(available - 1);
  }

  /** Gives a request back that was taken and not made. */
  synchronized void giveBack() {
    state.addTokens(1);
    given--;
  }

  /** Returns how long until there is a request; zero if there is one. */
  synchronized Duration untilNext(long now) {
    state.refillAllBandwidth(now);
    return Duration.ofNanos(state.calculateDelayNanosAfterWillBePossibleToConsume(1, now, true));
  }

  /** Returns whether so much was given that other nodes have to know. */
  synchronized boolean isToBeTold() {
    return given - told > limit.quota() / PARTS_BEFORE_TOLD;
  }

  /**
   * Returns what was given, of which at most what was given within a window counts for nodes that
   * do not know the rest: that is back.
   *
   * @param nanos how long it has been waiting to be told
   */
  synchronized Use use(long nanos) {
    double windows = (double) nanos / Duration.ofSeconds(limit.window()).toNanos();
    long latest = Math.round((given - told) / Math.max(1, windows));
    return new Use(limit.policy(), holder, given, latest);
  }

  /** Notes that other nodes know what was given. */
  synchronized void told(Use use) {
    told = use.used();
  }

  /**
   * Takes requests that another node has given. There may be fewer than none afterwards, but not by
   * more than the quota: what was given longer ago than a window is back.
   */
  synchronized void takeForOthers(long count, long now) {
    state.refillAllBandwidth(now);
    long most = state.getAvailableTokens() + limit.quota();
    long taken = Math.min(count, most);
    if (taken > 0) {
      state.consume(taken);
    }
  }
}

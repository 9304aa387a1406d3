package local.platform.access.limit;

import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.OptionalLong;

/** The requests that one limit allows one identity or organization. */
final class RequestBucket {
  private final Bucket bucket;

  /** Creates a full bucket. */
  RequestBucket(Bandwidth bandwidth, TimeMeter time) {
    bucket = Bucket.builder().addLimit(bandwidth).withCustomTimePrecision(time).build();
  }

  /** Takes a request; returns how many are left, and empty if there was none. */
  OptionalLong take() {
    ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
    return probe.isConsumed() ? OptionalLong.of(probe.getRemainingTokens()) : OptionalLong.empty();
  }

  /** Gives a request back that was taken and not made. */
  void giveBack() {
    bucket.addTokens(1);
  }

  /** Returns how long until there is a request; zero if there is one. */
  Duration untilNext() {
    return Duration.ofNanos(bucket.estimateAbilityToConsume(1).getNanosToWaitForRefill());
  }
}

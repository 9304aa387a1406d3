package local.platform.upstream;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import local.platform.upstream.FetchOutcome.Failed;
import local.platform.upstream.FetchOutcome.Fetched;
import org.jspecify.annotations.Nullable;

/** What is known of one issuer. Guarded by its own monitor. */
final class IssuerState {
  private @Nullable VerificationKeys keys;
  private Instant fetched = Instant.MIN;
  private @Nullable Failed failure;
  private Instant failed = Instant.MIN;
  private @Nullable Flight flight;

  /** The keys, if they have this id and are not too old to be used. */
  Optional<VerificationKeys> keysWith(String kid, Instant now) {
    return Optional.ofNullable(keys)
        .filter(known -> isYounger(fetched, IssuerKeys.STALE, now))
        .filter(known -> known.contains(kid));
  }

  /** Whether the keys are so young that only an unknown id is a reason to fetch them again. */
  boolean isFresh(Instant now) {
    return keys != null && isYounger(fetched, IssuerKeys.FRESH, now);
  }

  /** Whether the keys were fetched before. */
  boolean isProven() {
    return keys != null;
  }

  /** How many keys there are. */
  synchronized int size() {
    return keys == null ? 0 : keys.size();
  }

  /** The fetch that is under way, if any. */
  Optional<Flight> flight() {
    return Optional.ofNullable(flight);
  }

  /** What the answer is without a fetch, if it is too early for one. */
  Optional<FetchOutcome> tooEarly(Instant now) {
    // With fresh keys an unknown id leads here, which everybody can make up.
    Duration pause = isFresh(now) ? IssuerKeys.UNKNOWN_KID_PAUSE : IssuerKeys.FAILURE_PAUSE;
    if (failure != null && isYounger(failed, pause, now)) {
      return Optional.of(failure.after(Duration.between(now, failed.plus(pause))));
    }
    if (keys != null && isYounger(fetched, IssuerKeys.UNKNOWN_KID_PAUSE, now)) {
      return Optional.of(new Fetched(keys));
    }
    return Optional.empty();
  }

  /** A fetch begins. */
  Flight begin() {
    flight = new Flight();
    return flight;
  }

  /**
   * The fetch has ended.
   *
   * @param begun when it began: the keys may be as old as that
   * @param now when it ended
   */
  void end(FetchOutcome outcome, Instant begun, Instant now) {
    flight = null;
    if (outcome instanceof Fetched success) {
      keys = success.keys();
      fetched = begun;
      failure = null;
    } else if (outcome instanceof Failed newFailure) {
      failure = newFailure;
      failed = now;
    }
  }

  private static boolean isYounger(Instant instant, Duration age, Instant now) {
    return now.isBefore(instant.plus(age));
  }
}

package local.platform.upstream;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import local.platform.upstream.FetchOutcome.Failed;
import local.platform.upstream.FetchOutcome.Fetched;
import local.platform.upstream.FetchOutcome.Unavailable;
import local.platform.upstream.FetchOutcome.Wrong;
import org.jspecify.annotations.Nullable;

/** What is known of one issuer. Guarded by the lock of {@link IssuerKeys}. */
final class IssuerState {
  private @Nullable VerificationKeys keys;
  private Instant fetched = Instant.MIN;
  private @Nullable Failed failure;
  private Instant failed = Instant.MIN;
  private int failures; // in a row
  private Duration usable = IssuerKeys.STALE;
  private @Nullable Flight flight;

  /** The keys, if they have this id and are not too old to be used. */
  Optional<VerificationKeys> keysWith(String kid, Instant now) {
    return Optional.ofNullable(keys)
        .filter(known -> isYounger(fetched, usable, now))
        .filter(known -> known.contains(kid));
  }

  /** Whether the keys are so young that only an unknown id is a reason to fetch them again. */
  boolean isFresh(Instant now) {
    return keys != null && isYounger(fetched, IssuerKeys.FRESH, now);
  }

  /** Whether the issuer could not be asked the last time, which was not long ago. */
  boolean wasAway(Instant now) {
    return failure instanceof Unavailable && isYounger(failed, IssuerKeys.FRESH, now);
  }

  /** Whether there are keys, of whatever age. */
  boolean hasKeys() {
    return keys != null;
  }

  /** How many keys there are. */
  int size() {
    return keys == null ? 0 : keys.size();
  }

  /** The fetch that is under way, if any. */
  Optional<Flight> flight() {
    return Optional.ofNullable(flight);
  }

  /** What the answer is without a fetch, if it is too early for one. */
  Optional<FetchOutcome> tooEarly(Instant now) {
    // With fresh keys an unknown id leads here, which everybody can make up.
    Duration pause =
        isFresh(now) && failurePause().compareTo(IssuerKeys.UNKNOWN_KID_PAUSE) < 0
            ? IssuerKeys.UNKNOWN_KID_PAUSE
            : failurePause();
    if (failure != null && isYounger(failed, pause, now)) {
      return Optional.of(failure.after(Duration.between(now, failed.plus(pause))));
    }
    if (keys != null && isYounger(fetched, IssuerKeys.UNKNOWN_KID_PAUSE, now)) {
      return Optional.of(new Fetched(keys));
    }
    return Optional.empty();
  }

  /** A fetch begins. */
  Flight begin(Instant now) {
    flight = new Flight(now);
    return flight;
  }

  /**
   * The fetch has ended.
   *
   * @param begun when it began: the keys may be as old as that
   * @param now when it ended
   * @return the outcome; if it failed, with the time of the next attempt
   */
  FetchOutcome end(FetchOutcome outcome, Instant begun, Instant now) {
    flight = null;
    if (!(outcome instanceof Failed newFailure)) {
      keys = ((Fetched) outcome).keys();
      fetched = begun;
      usable = IssuerKeys.STALE;
      failure = null;
      failures = 0;
      return outcome;
    }
    if (newFailure instanceof Wrong) {
      // It can be asked, and does not stand by these keys any more.
      usable = IssuerKeys.FRESH;
    }
    failure = newFailure;
    failed = now;
    failures++;
    return newFailure.after(failurePause());
  }

  /** How long nothing is fetched after the last failure: twice as long after each in a row. */
  private Duration failurePause() {
    Duration pause = IssuerKeys.FAILURE_PAUSE;
    for (int i = 1; i < failures && pause.compareTo(IssuerKeys.MAX_FAILURE_PAUSE) < 0; i++) {
      pause = pause.multipliedBy(2);
    }
    return pause.compareTo(IssuerKeys.MAX_FAILURE_PAUSE) < 0 ? pause : IssuerKeys.MAX_FAILURE_PAUSE;
  }

  private static boolean isYounger(Instant instant, Duration age, Instant now) {
    return now.isBefore(instant.plus(age));
  }
}

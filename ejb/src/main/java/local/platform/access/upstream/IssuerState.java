package local.platform.access.upstream;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import local.platform.access.upstream.FetchOutcome.Failed;
import local.platform.access.upstream.FetchOutcome.Fetched;
import local.platform.access.upstream.FetchOutcome.Unavailable;
import local.platform.access.upstream.FetchOutcome.Wrong;
import org.jspecify.annotations.Nullable;

/** The cached state of one issuer. Guarded by the lock of {@link IssuerKeys}. */
final class IssuerState {
  private @Nullable VerificationKeys keys;
  private Instant fetched = Instant.MIN;
  private @Nullable Failed failure;
  private Instant failed = Instant.MIN;
  private int failures; // consecutive
  private Duration usable = IssuerKeys.STALE;
  private @Nullable PendingFetch pending;

  /** Returns the keys if the requested one is among them and they are not too old to be used. */
  Optional<VerificationKeys> keysFor(KeyRequest request, Instant now) {
    return Optional.ofNullable(keys)
        .filter(known -> isYounger(fetched, usable, now))
        .filter(known -> known.contains(request));
  }

  /**
   * Returns whether the keys are so recent that only an unknown key is a reason to fetch them
   * again.
   */
  boolean isFresh(Instant now) {
    return keys != null && isYounger(fetched, IssuerKeys.FRESH, now);
  }

  /** Returns whether the last fetch failed because the issuer was unavailable, a short time ago. */
  boolean wasAway(Instant now) {
    return failure instanceof Unavailable && isYounger(failed, IssuerKeys.FRESH, now);
  }

  /** Returns whether there are keys, of any age. */
  boolean hasKeys() {
    return keys != null;
  }

  /** Returns the number of keys. */
  int size() {
    return keys == null ? 0 : keys.size();
  }

  /** Returns the fetch in progress, if any. */
  Optional<PendingFetch> pending() {
    return Optional.ofNullable(pending);
  }

  /** Returns the outcome to use without a fetch if it is too early for one; otherwise empty. */
  Optional<FetchOutcome> tooEarly(Instant now) {
    // With fresh keys this is reached because of an unknown key, which anybody can make up.
    Duration pause =
        isFresh(now) && failurePause().compareTo(IssuerKeys.UNKNOWN_KEY_PAUSE) < 0
            ? IssuerKeys.UNKNOWN_KEY_PAUSE
            : failurePause();
    if (failure != null && isYounger(failed, pause, now)) {
      return Optional.of(failure.after(Duration.between(now, failed.plus(pause))));
    }
    if (keys != null && isYounger(fetched, IssuerKeys.UNKNOWN_KEY_PAUSE, now)) {
      return Optional.of(new Fetched(keys));
    }
    return Optional.empty();
  }

  /** Begins a fetch. */
  PendingFetch begin(Instant now) {
    pending = new PendingFetch(now);
    return pending;
  }

  /**
   * Ends a fetch.
   *
   * @param begun when it began: the keys may be as old as that
   * @param now when it ended
   * @return the outcome; if it failed, with the time of the next attempt
   */
  FetchOutcome end(FetchOutcome outcome, Instant begun, Instant now) {
    pending = null;
    if (!(outcome instanceof Failed newFailure)) {
      keys = ((Fetched) outcome).keys();
      fetched = begun;
      usable = IssuerKeys.STALE;
      failure = null;
      failures = 0;
      return outcome;
    }
    if (newFailure instanceof Wrong) {
      // The issuer is available, but no longer confirms these keys.
      usable = IssuerKeys.FRESH;
    }
    failure = newFailure;
    failed = now;
    failures++;
    return newFailure.after(failurePause());
  }

  /** Returns the pause after the last failure, which doubles with each consecutive one. */
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

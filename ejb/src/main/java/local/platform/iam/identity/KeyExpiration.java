package local.platform.iam.identity;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import local.platform.iam.identity.Relationship.StaticKeys;

/**
 * The rule until when static keys can be accepted.
 *
 * @param created when the identity was created
 * @param now the time
 * @param lifetime for how long from now on they can be at most
 * @param stored until when they were before, which may stay or come closer; empty if there were
 *     none
 */
record KeyExpiration(Instant created, Instant now, Duration lifetime, Optional<Instant> stored) {

  /** That of an identity that is created now. */
  static KeyExpiration ofNew(Instant now, Duration lifetime) {
    return new KeyExpiration(now, now, lifetime, Optional.empty());
  }

  /** That of a change of an identity. */
  static KeyExpiration ofChange(
      Relationship before, Instant created, Instant now, Duration lifetime) {
    return new KeyExpiration(
        created,
        now,
        lifetime,
        before instanceof StaticKeys keys ? keys.expirationTime() : Optional.empty());
  }

  /** Until when they are accepted where nothing is said: as long as possible. */
  Instant latest() {
    return isShortened() ? now.plus(lifetime) : end();
  }

  /** What is wrong with a time. */
  Optional<String> objection(Instant time) {
    String days = " at most " + StaticKeys.MAX_LIFETIME.toDays() + " days after ";
    if (!end().isAfter(now)) {
      return Optional.of("keys are accepted for" + days + "the identity was created: it is older");
    }
    if (!time.isAfter(now)) {
      return Optional.of("must be in the future");
    }
    if (!time.isAfter(stored.filter(latest()::isBefore).orElseGet(this::latest))) {
      return Optional.empty();
    }
    return Optional.of(
        isShortened()
            ? "must be at most " + lifetime.toDays() + " days in the future"
            : "must be" + days + "the identity was created");
  }

  private Instant end() {
    return created.plus(StaticKeys.MAX_LIFETIME);
  }

  /** Whether it is the lifetime from now on that counts, and not that of the identity. */
  private boolean isShortened() {
    return now.plus(lifetime).isBefore(end());
  }
}

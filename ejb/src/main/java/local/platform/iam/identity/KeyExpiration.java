package local.platform.iam.identity;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import local.platform.iam.identity.Relationship.StaticKeys;

/**
 * Limits the expiration time of static keys.
 *
 * @param created when the identity was created
 * @param now the current time
 * @param lifetime the longest time from now for which they can be accepted
 * @param stored the expiration time before the change, which may be kept or made earlier; empty if
 *     there were no static keys
 */
record KeyExpiration(Instant created, Instant now, Duration lifetime, Optional<Instant> stored) {

  /** Returns the limits for an identity that is created now. */
  static KeyExpiration ofNew(Instant now, Duration lifetime) {
    return new KeyExpiration(now, now, lifetime, Optional.empty());
  }

  /** Returns the limits for a change of an identity. */
  static KeyExpiration ofChange(
      Relationship before, Instant created, Instant now, Duration lifetime) {
    return new KeyExpiration(
        created,
        now,
        lifetime,
        before instanceof StaticKeys keys ? keys.expirationTime() : Optional.empty());
  }

  /** Returns the latest expiration time, which is also the default. */
  Instant latest() {
    return isShortened() ? now.plus(lifetime) : end();
  }

  /** Returns what is wrong with an expiration time; empty if nothing is. */
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

  /** Returns whether the lifetime from now ends before the one that begins with the identity. */
  private boolean isShortened() {
    return now.plus(lifetime).isBefore(end());
  }
}

package local.platform.access.upstream;

import java.time.Duration;
import local.platform.foundation.error.PlatformException;

/** The outcome of an attempt to fetch the keys of an issuer. */
sealed interface FetchOutcome {

  /**
   * Returns the keys to use for a request.
   *
   * @throws VerificationFailedException if there are none, and a retry would not help
   * @throws PlatformException UNAVAILABLE if there are none at the moment
   */
  VerificationKeys keysFor(KeyRequest request) throws VerificationFailedException;

  /**
   * The keys were fetched.
   *
   * @param keys the keys, possibly without the requested one
   */
  record Fetched(VerificationKeys keys) implements FetchOutcome {
    @Override
    public VerificationKeys keysFor(KeyRequest request) throws VerificationFailedException {
      if (!keys.contains(request)) {
        throw new VerificationFailedException(request.refusal());
      }
      return keys;
    }
  }

  /** The keys were not fetched. */
  sealed interface Failed extends FetchOutcome {

    /** Returns the same failure for a caller that has to wait for the next attempt. */
    Failed after(Duration delay);
  }

  /**
   * The documents of the issuer are invalid.
   *
   * @param reason for the log
   */
  record Wrong(String reason) implements Failed {
    @Override
    public VerificationKeys keysFor(KeyRequest request) throws VerificationFailedException {
      throw new VerificationFailedException(reason);
    }

    @Override
    public Failed after(Duration delay) {
      return this;
    }
  }

  /**
   * The keys cannot be fetched at the moment.
   *
   * @param delay the time until a retry makes sense
   */
  record Unavailable(Duration delay) implements Failed {
    @Override
    public VerificationKeys keysFor(KeyRequest request) {
      throw refusal();
    }

    /** Returns the error for those who need the keys. */
    PlatformException refusal() {
      return PlatformException.unavailable(
          "the keys of the token's issuer cannot be fetched now: try again later", delay);
    }

    @Override
    public Failed after(Duration delay) {
      return new Unavailable(delay);
    }
  }
}

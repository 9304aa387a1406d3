package local.platform.upstream;

import java.time.Duration;
import local.platform.error.PlatformException;

/** What came of the attempt to have the keys of an issuer. */
sealed interface FetchOutcome {

  /**
   * The keys that are to be used for an id.
   *
   * @throws VerificationFailedException if there are none and will be none
   * @throws PlatformException UNAVAILABLE if there are none now
   */
  VerificationKeys keysWith(String kid) throws VerificationFailedException;

  /**
   * The keys are there.
   *
   * @param keys perhaps without the one that is wanted
   */
  record Fetched(VerificationKeys keys) implements FetchOutcome {
    @Override
    public VerificationKeys keysWith(String kid) throws VerificationFailedException {
      if (!keys.contains(kid)) {
        throw new VerificationFailedException("the issuer publishes no usable key of this kid");
      }
      return keys;
    }
  }

  /** The keys are not there, for whatever reason. */
  sealed interface Failed extends FetchOutcome {

    /** The same failure, told to somebody who has to wait for the next attempt. */
    Failed after(Duration delay);
  }

  /**
   * The documents of the issuer are wrong.
   *
   * @param reason for the log
   */
  record Wrong(String reason) implements Failed {
    @Override
    public VerificationKeys keysWith(String kid) throws VerificationFailedException {
      throw new VerificationFailedException(reason);
    }

    @Override
    public Failed after(Duration delay) {
      return this;
    }
  }

  /**
   * They cannot be had now.
   *
   * @param delay when to try again
   */
  record Unavailable(Duration delay) implements Failed {
    @Override
    public VerificationKeys keysWith(String kid) {
      throw refusal();
    }

    /** What who needs them is told. */
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

package local.platform.access.limit;

import java.util.Optional;
import local.platform.foundation.uid.Uid;

/** Limits how many requests callers make. */
public interface RateLimits {

  /**
   * Takes a request from the limits of its caller. What one of them refuses is taken from none.
   *
   * @param identity who makes the request
   * @param reads whether its method only reads
   * @param isBeta whether it is one of a beta version of the API, which is refused only if that is
   *     configured
   * @return what is left of the limits; empty if none applies
   */
  Optional<Allowance> take(Uid identity, boolean reads, boolean isBeta);
}

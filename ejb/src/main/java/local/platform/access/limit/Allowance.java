package local.platform.access.limit;

import java.time.Duration;
import java.util.List;
import local.platform.config.RateLimitSettings.Policy;
import local.platform.config.RateLimitSettings.RateLimit;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;

/**
 * The rest of the limits of a request, after it was taken from them.
 *
 * @param limits all limits that apply to the request
 * @param nearest the one that matters most: that with the fewest requests left, or which allows the
 *     next one last if the request exceeds a limit
 * @param holder the identity or the organization whose limit that is
 * @param left number of requests that it still allows now; 0 if the request exceeds it
 * @param delay how long until it allows the next request; zero if the request exceeds no limit
 * @param isEnforced whether the request is refused if it exceeds a limit
 */
public record Allowance(
    List<RateLimit> limits,
    RateLimit nearest,
    Uid holder,
    long left,
    Duration delay,
    boolean isEnforced) {

  /** Returns whether the request exceeds a limit. Then it was taken from none. */
  public boolean isExceeded() {
    return !delay.isZero();
  }

  /**
   * Returns the time for which the number of requests left is meant, in whole seconds, at least
   * one: a client that makes no more of them within this time keeps to the limit. If the request
   * exceeds it, that is the time until the next one.
   */
  public long seconds() {
    if (isExceeded()) {
      return PlatformException.wholeSeconds(delay);
    }
    long product = left * nearest.window();
    return Math.max(1, (product + nearest.quota() - 1) / nearest.quota());
  }

  /**
   * Refuses the request if it exceeds a limit that is enforced.
   *
   * @throws PlatformException RESOURCE_EXHAUSTED with RATE_LIMITED
   */
  public void throwIfRefused() {
    if (isExceeded() && isEnforced) {
      String kind = nearest.policy() == Policy.ORGANIZATION ? "organization:" : "identity:";
      throw PlatformException.rateLimited(
          nearest.policy().text(),
          kind + holder,
          nearest.quota() + " requests in " + nearest.window() + " seconds",
          delay);
    }
  }
}

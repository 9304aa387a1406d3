package local.platform.config;

import java.util.Locale;
import java.util.Optional;

/**
 * Limits of how many requests callers may make.
 *
 * @param reads requests of one identity that only read; empty if they are not limited
 * @param writes all other requests of one identity; empty if they are not limited
 * @param organization requests of all identities of one organization; empty if they are not limited
 * @param beta whether requests of beta versions of the API are refused too; otherwise they only
 *     count
 */
public record RateLimitSettings(
    Optional<RateLimit> reads,
    Optional<RateLimit> writes,
    Optional<RateLimit> organization,
    boolean beta) {

  /** The kind of requests, or of callers, that a limit is for. */
  public enum Policy {
    READS,
    WRITES,
    ORGANIZATION;

    /** Returns its name, which clients see. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One limit: as many requests as its quota at once, which are given back evenly within its
   * window.
   *
   * @param policy what it is about
   * @param quota number of requests, 1 to 1,000,000
   * @param window length of the window in seconds, 1 to 3,600
   */
  public record RateLimit(Policy policy, int quota, int window) {}
}

package local.platform.upstream;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import local.platform.uid.Uid;

/**
 * How much the server fetches from issuers, so that nobody can use it against an issuer, nor keep
 * it from fetching for others. Issuers that were fetched successfully before are proven, and have a
 * share of every limit that the others cannot take: whoever makes up issuers cannot stop those at
 * work.
 */
final class FetchLimits {
  /** Fetches at the same time. Each holds a thread of a request for up to some seconds. */
  static final int MAX_IN_FLIGHT = 16;

  /** How many of them may be from issuers that are not proven. */
  static final int MAX_UNPROVEN_IN_FLIGHT = 8;

  /**
   * Fetches a minute from one host: a well-behaved issuer needs one in five minutes, but a host can
   * have many.
   */
  static final int PER_HOST = 30;

  /** How many of them are for proven issuers alone. */
  static final int PER_HOST_FOR_PROVEN = 15;

  /** Fetches a minute for the identities of one organization. */
  static final int PER_ORGANIZATION = 60;

  /** Hosts and organizations of which is remembered how much they fetched; the busiest ones. */
  private static final int MAX_BUCKETS = 10_000;

  /** How long to wait when too many fetches are in flight: about as long as one takes. */
  private static final Duration IN_FLIGHT_WAIT = Duration.ofSeconds(1);

  private final Clock clock;
  private final Semaphore inFlight = new Semaphore(MAX_IN_FLIGHT);
  private final Semaphore unproven = new Semaphore(MAX_UNPROVEN_IN_FLIGHT);
  private final Cache<String, TokenBucket> hosts = buckets();
  private final Cache<Uid, TokenBucket> organizations = buckets();

  FetchLimits(Clock clock) {
    this.clock = clock;
  }

  /**
   * Asks to fetch. If there is nothing to wait for, {@link #end} must follow.
   *
   * @param host host of the issuer
   * @param organization organization for which it is
   * @param proven whether the issuer is proven
   * @return how long to wait before asking again; empty if the fetch may begin
   */
  synchronized Optional<Duration> begin(String host, Uid organization, boolean proven) {
    Instant now = clock.instant();
    TokenBucket byHost = hosts.get(host, key -> new TokenBucket(PER_HOST, now));
    TokenBucket byOrganization =
        organizations.get(organization.root(), key -> new TokenBucket(PER_ORGANIZATION, now));
    Duration hostWait = byHost.wait(proven ? 0 : PER_HOST_FOR_PROVEN, now);
    Duration organizationWait = byOrganization.wait(0, now);
    Duration wait = hostWait.compareTo(organizationWait) > 0 ? hostWait : organizationWait;
    if (!wait.isZero()) {
      return Optional.of(wait);
    }
    if (!proven && !unproven.tryAcquire()) {
      return Optional.of(IN_FLIGHT_WAIT);
    }
    if (!inFlight.tryAcquire()) {
      if (!proven) {
        unproven.release();
      }
      return Optional.of(IN_FLIGHT_WAIT);
    }
    byHost.take();
    byOrganization.take();
    return Optional.empty();
  }

  /** A fetch that began has ended. */
  void end(boolean proven) {
    inFlight.release();
    if (!proven) {
      unproven.release();
    }
  }

  private static <K> Cache<K, TokenBucket> buckets() {
    return Caffeine.newBuilder().maximumSize(MAX_BUCKETS).executor(Runnable::run).build();
  }
}

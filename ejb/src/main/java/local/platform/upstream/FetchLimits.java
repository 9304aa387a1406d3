package local.platform.upstream;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import local.platform.uid.Uid;
import org.jspecify.annotations.Nullable;

/**
 * How much the server fetches from issuers, so that nobody can use it against an issuer, nor keep
 * it from fetching for others. Issuers that were fetched successfully before, and did not keep the
 * server waiting since, are proven, and have a share of every limit that the others cannot take:
 * whoever makes up issuers cannot stop those at work.
 */
final class FetchLimits {
  /** Fetches at the same time. Each holds a thread of a request for up to some seconds. */
  static final int MAX_IN_FLIGHT = 16;

  /** How many of them may be from issuers that are not proven. */
  static final int MAX_UNPROVEN_IN_FLIGHT = 8;

  /**
   * How many of them may be for one organization, so that none can take all places with issuers
   * that answer slowly.
   */
  static final int MAX_IN_FLIGHT_PER_ORGANIZATION = 4;

  /**
   * How many of those may be from issuers that are not proven: an issuer pattern lets strangers
   * choose which are fetched for an organization.
   */
  static final int MAX_UNPROVEN_IN_FLIGHT_PER_ORGANIZATION = 2;

  /**
   * Fetches a minute from one host: a well-behaved issuer needs one in five minutes, but a host can
   * have many.
   */
  static final int PER_HOST = 30;

  /** How many of them are for proven issuers alone. */
  static final int PER_HOST_FOR_PROVEN = 15;

  /** Fetches a minute for the identities of one organization. */
  static final int PER_ORGANIZATION = 60;

  /** How many of them are for proven issuers alone. */
  static final int PER_ORGANIZATION_FOR_PROVEN = 30;

  /** Hosts and organizations of which is remembered how much they fetched; the busiest ones. */
  private static final int MAX_BUCKETS = 10_000;

  /** How long to wait when too many fetches are in flight: about as long as one takes. */
  private static final Duration IN_FLIGHT_WAIT = Duration.ofSeconds(1);

  private final Clock clock;
  private final Cache<String, TokenBucket> hosts = buckets();
  private final Cache<Uid, TokenBucket> organizations = buckets();
  private final Map<Uid, InFlight> inFlightByOrganization = new HashMap<>();
  private InFlight inFlight = InFlight.NONE;

  FetchLimits(Clock clock) {
    this.clock = clock;
  }

  /**
   * Fetches at the same time.
   *
   * @param all how many
   * @param unproven how many of them are from issuers that are not proven
   */
  private record InFlight(int all, int unproven) {
    static final InFlight NONE = new InFlight(0, 0);

    boolean hasRoom(boolean proven, int max, int maxUnproven) {
      return all < max && (proven || unproven < maxUnproven);
    }

    InFlight plus(boolean proven) {
      return new InFlight(all + 1, unproven + (proven ? 0 : 1));
    }

    InFlight minus(boolean proven) {
      return new InFlight(all - 1, unproven - (proven ? 0 : 1));
    }
  }

  /**
   * Asks to fetch. If there is nothing to wait for, {@link #end} must follow. Nothing is remembered
   * of who has to wait.
   *
   * @param host host of the issuer
   * @param organization organization for which it is, or a group of it
   * @param proven whether the issuer is proven
   * @return how long to wait before asking again; empty if the fetch may begin
   */
  synchronized Optional<Duration> begin(String host, Uid organization, boolean proven) {
    Instant now = clock.instant();
    Uid root = organization.root();
    Duration wait =
        longer(
            wait(organizations.getIfPresent(root), proven ? 0 : PER_ORGANIZATION_FOR_PROVEN, now),
            wait(hosts.getIfPresent(host), proven ? 0 : PER_HOST_FOR_PROVEN, now));
    if (!wait.isZero()) {
      return Optional.of(wait);
    }
    InFlight ofOrganization = inFlightByOrganization.getOrDefault(root, InFlight.NONE);
    if (!inFlight.hasRoom(proven, MAX_IN_FLIGHT, MAX_UNPROVEN_IN_FLIGHT)
        || !ofOrganization.hasRoom(
            proven, MAX_IN_FLIGHT_PER_ORGANIZATION, MAX_UNPROVEN_IN_FLIGHT_PER_ORGANIZATION)) {
      return Optional.of(IN_FLIGHT_WAIT);
    }
    inFlight = inFlight.plus(proven);
    inFlightByOrganization.put(root, ofOrganization.plus(proven));
    organizations.get(root, key -> new TokenBucket(PER_ORGANIZATION, now)).take();
    hosts.get(host, key -> new TokenBucket(PER_HOST, now)).take();
    return Optional.empty();
  }

  /**
   * A fetch that began has ended.
   *
   * @param organization the organization with which it began
   * @param proven whether the issuer was proven when it began
   */
  synchronized void end(Uid organization, boolean proven) {
    inFlight = inFlight.minus(proven);
    inFlightByOrganization.computeIfPresent(
        organization.root(), (root, fetches) -> fetches.all() == 1 ? null : fetches.minus(proven));
  }

  /** For how many organizations and hosts something is remembered; for tests. */
  synchronized long remembered() {
    hosts.cleanUp();
    organizations.cleanUp();
    return hosts.estimatedSize() + organizations.estimatedSize() + inFlightByOrganization.size();
  }

  /** Nobody waits for a bucket that does not exist yet: it would be full. */
  private static Duration wait(@Nullable TokenBucket bucket, int reserve, Instant now) {
    return bucket == null ? Duration.ZERO : bucket.wait(reserve, now);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private static <K> Cache<K, TokenBucket> buckets() {
    return Caffeine.newBuilder().maximumSize(MAX_BUCKETS).executor(Runnable::run).build();
  }
}

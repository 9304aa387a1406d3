package local.platform.access.upstream;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import local.platform.foundation.share.Places;
import local.platform.foundation.uid.Uid;
import org.jspecify.annotations.Nullable;

/**
 * Limits fetches from issuers, so that nobody can use the server to attack an issuer, or keep it
 * from fetching for others. An issuer is proven if a fetch from it has succeeded and it has not
 * been slow since. Part of every limit is reserved for proven issuers, so that made-up issuers
 * cannot block those in use. Each organization has a share of its own, so that slow issuers of one
 * do not affect the others.
 */
final class FetchLimits {
  /**
   * Maximum number of concurrent fetches from proven issuers. Each occupies a thread of a request.
   */
  static final int MAX_PROVEN_IN_FLIGHT = 36;

  /** Maximum number of concurrent fetches from other issuers. */
  static final int MAX_UNPROVEN_IN_FLIGHT = 60;

  /**
   * Maximum number of concurrent fetches from other issuers for {@linkplain #SLOW slow}
   * organizations, which are counted separately.
   */
  static final int MAX_SLOW_IN_FLIGHT = 8;

  /**
   * Maximum number of concurrent requests to servers that the operator has chosen, which are
   * counted separately.
   */
  static final int MAX_CHOSEN_IN_FLIGHT = 16;

  /** Maximum number of all concurrent fetches. */
  static final int MAX_IN_FLIGHT =
      MAX_PROVEN_IN_FLIGHT + MAX_UNPROVEN_IN_FLIGHT + MAX_SLOW_IN_FLIGHT + MAX_CHOSEN_IN_FLIGHT;

  /**
   * Maximum number of concurrent fetches from proven issuers for one organization, so that none can
   * take all places with slow issuers.
   */
  static final int MAX_PROVEN_IN_FLIGHT_PER_ORGANIZATION = 4;

  /**
   * Maximum number of concurrent fetches from other issuers for one organization: an issuer pattern
   * lets strangers choose the issuers that are fetched for it.
   */
  static final int MAX_UNPROVEN_IN_FLIGHT_PER_ORGANIZATION = 2;

  /** If so many fetches of a kind are in flight, an organization may have only one of them. */
  static final int IN_FLIGHT_WITHOUT_CARE = 8;

  /** How long an organization counts as slow after a slow fetch for it. */
  static final Duration SLOW = Duration.ofMinutes(1);

  /**
   * Maximum number of fetches per minute from one host: a well-behaved issuer needs one in five
   * minutes, but a host can have many issuers.
   */
  static final int PER_HOST = 30;

  /** How many of these are reserved for proven issuers. */
  static final int PER_HOST_FOR_PROVEN = 15;

  /** Maximum number of fetches per minute for the identities of one organization. */
  static final int PER_ORGANIZATION = 60;

  /** How many of these are reserved for proven issuers. */
  static final int PER_ORGANIZATION_FOR_PROVEN = 30;

  /**
   * Maximum number of requests per minute to servers that the operator has chosen, for the
   * identities of one organization. They have no limit for each host, because all organizations
   * share it.
   */
  static final int CHOSEN_PER_ORGANIZATION = 120;

  private static final Duration PERIOD = Duration.ofMinutes(1);

  /** Maximum number of hosts, and of organizations, whose fetches are counted; the busiest ones. */
  private static final int MAX_REMEMBERED = 10_000;

  /** How long to wait if too many fetches are in flight: about as long as one takes. */
  private static final Duration IN_FLIGHT_WAIT = Duration.ofSeconds(1);

  private final Clock clock;
  private final TimeMeter time;
  private final Cache<String, Bucket> hosts = cache();
  private final Cache<Uid, Bucket> organizations = cache();
  private final Cache<Uid, Bucket> chosenByOrganization = cache();
  private final Cache<Uid, Instant> slowSince = cache();
  private final Places proven =
      new Places(
          MAX_PROVEN_IN_FLIGHT, MAX_PROVEN_IN_FLIGHT_PER_ORGANIZATION, IN_FLIGHT_WITHOUT_CARE);
  private final Places unproven =
      new Places(
          MAX_UNPROVEN_IN_FLIGHT, MAX_UNPROVEN_IN_FLIGHT_PER_ORGANIZATION, IN_FLIGHT_WITHOUT_CARE);
  private final Places slow = new Places(MAX_SLOW_IN_FLIGHT, 1, MAX_SLOW_IN_FLIGHT);
  private final Places chosen =
      new Places(
          MAX_CHOSEN_IN_FLIGHT, MAX_PROVEN_IN_FLIGHT_PER_ORGANIZATION, IN_FLIGHT_WITHOUT_CARE);

  FetchLimits(Clock clock) {
    this.clock = clock;
    this.time = new ClockTime(clock);
  }

  /** Tells buckets the time of a clock. */
  private record ClockTime(Clock clock) implements TimeMeter {
    @Override
    public long currentTimeNanos() {
      return Duration.between(Instant.EPOCH, clock.instant()).toNanos();
    }

    @Override
    public boolean isWallClockBased() {
      return true;
    }
  }

  /**
   * The answer to a request to fetch.
   *
   * @param delay how long to wait before the next request; zero if the fetch may begin
   * @param kind the kind of fetches among which this one is counted
   * @param root the organization of the fetch
   */
  record Permit(Duration delay, Places kind, Uid root) {

    /** Returns whether the fetch may begin. */
    boolean isGranted() {
      return delay.isZero();
    }
  }

  /**
   * Requests a fetch. If it is granted, {@link #end} must follow. Requests that are not granted
   * have no effect.
   *
   * @param host host of the issuer
   * @param organization the organization of the fetch, or a group in it
   * @param isProven whether the issuer is proven
   * @param mayUseReserve whether the fetch may use what is reserved for proven issuers. False if
   *     the cached keys are fresh and only an unknown key is the reason: anybody can make up tokens
   *     of unknown keys
   */
  synchronized Permit begin(
      String host, Uid organization, boolean isProven, boolean mayUseReserve) {
    Uid root = organization.root();
    Places kind = isProven ? proven : isSlow(root) ? slow : unproven;
    Duration wait =
        longer(
            wait(organizations.getIfPresent(root), mayUseReserve ? 0 : PER_ORGANIZATION_FOR_PROVEN),
            wait(hosts.getIfPresent(host), mayUseReserve ? 0 : PER_HOST_FOR_PROVEN));
    if (wait.isZero() && kind.take(root) != Places.Outcome.TAKEN) {
      wait = IN_FLIGHT_WAIT;
    }
    if (wait.isZero()) {
      take(organizations, root, PER_ORGANIZATION);
      take(hosts, host, PER_HOST);
    }
    return new Permit(wait, kind, root);
  }

  /**
   * Requests to ask a server that the operator has chosen. If it is granted, {@link #end} must
   * follow. Fetches from issuers are not affected.
   *
   * @param organization the organization for which it is asked, or a group in it
   */
  synchronized Permit beginChosen(Uid organization) {
    Uid root = organization.root();
    Duration wait = wait(chosenByOrganization.getIfPresent(root), 0);
    if (wait.isZero() && chosen.take(root) != Places.Outcome.TAKEN) {
      wait = IN_FLIGHT_WAIT;
    }
    if (wait.isZero()) {
      take(chosenByOrganization, root, CHOSEN_PER_ORGANIZATION);
    }
    return new Permit(wait, chosen, root);
  }

  private boolean isSlow(Uid root) {
    @Nullable Instant since = slowSince.getIfPresent(root);
    return since != null && clock.instant().isBefore(since.plus(SLOW));
  }

  /**
   * Ends a fetch that was granted.
   *
   * @param prompt whether the issuer answered in time, successfully or not; it does not count for a
   *     server that the organization has not chosen
   */
  synchronized void end(Permit permit, boolean prompt) {
    permit.kind().free(permit.root());
    if (!prompt && permit.kind() != chosen) {
      slowSince.put(permit.root(), clock.instant());
    }
  }

  /** Returns the number of remembered organizations and hosts; for tests. */
  synchronized long remembered() {
    hosts.cleanUp();
    organizations.cleanUp();
    chosenByOrganization.cleanUp();
    return hosts.estimatedSize()
        + organizations.estimatedSize()
        + chosenByOrganization.estimatedSize()
        + proven.organizations()
        + unproven.organizations()
        + slow.organizations()
        + chosen.organizations();
  }

  /**
   * Returns how long to wait for a bucket. One that does not exist yet would be full.
   *
   * @param reserve number of fetches that must still be allowed after this one
   */
  private static Duration wait(@Nullable Bucket bucket, int reserve) {
    return bucket == null
        ? Duration.ZERO
        : Duration.ofNanos(bucket.estimateAbilityToConsume(reserve + 1).getNanosToWaitForRefill());
  }

  /** Takes a fetch from a bucket for which there is no wait. */
  private <K> void take(Cache<K, Bucket> buckets, K key, int perMinute) {
    if (!buckets.get(key, unused -> bucket(perMinute)).tryConsume(1)) {
      throw new IllegalStateException("a bucket without a wait is empty");
    }
  }

  /** Returns a full bucket that is filled up evenly within a minute. */
  private Bucket bucket(int perMinute) {
    return Bucket.builder()
        .addLimit(limit -> limit.capacity(perMinute).refillGreedy(perMinute, PERIOD))
        .withCustomTimePrecision(time)
        .build();
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private static <K, V> Cache<K, V> cache() {
    return Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).executor(Runnable::run).build();
  }
}

package local.platform.upstream;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import local.platform.uid.Uid;
import org.jspecify.annotations.Nullable;

/**
 * How much the server fetches from issuers, so that nobody can use it against an issuer, nor keep
 * it from fetching for others. Issuers that were fetched successfully before, and did not keep the
 * server waiting since, are proven, and have a share of every limit that the others cannot take:
 * whoever makes up issuers cannot stop those at work. Each organization has a share of its own: how
 * slow the issuers of others are does not count.
 */
final class FetchLimits {
  /** Fetches from proven issuers at the same time. Each holds a thread of a request. */
  static final int MAX_PROVEN_IN_FLIGHT = 36;

  /** Fetches from the other issuers at the same time. */
  static final int MAX_UNPROVEN_IN_FLIGHT = 60;

  /** Fetches from those for {@linkplain #SLOW slow} organizations, which are counted apart. */
  static final int MAX_SLOW_IN_FLIGHT = 8;

  /** Fetches at the same time. */
  static final int MAX_IN_FLIGHT =
      MAX_PROVEN_IN_FLIGHT + MAX_UNPROVEN_IN_FLIGHT + MAX_SLOW_IN_FLIGHT;

  /**
   * How many fetches from proven issuers may be for one organization, so that none can take all
   * places with issuers that answer slowly.
   */
  static final int MAX_PROVEN_IN_FLIGHT_PER_ORGANIZATION = 4;

  /**
   * How many from issuers that are not proven: an issuer pattern lets strangers choose which are
   * fetched for an organization.
   */
  static final int MAX_UNPROVEN_IN_FLIGHT_PER_ORGANIZATION = 2;

  /** Where so many are in flight, an organization has one of them at most. */
  static final int IN_FLIGHT_WITHOUT_CARE = 8;

  /**
   * For how long an organization is slow after an issuer was fetched for it that kept the server
   * waiting.
   */
  static final Duration SLOW = Duration.ofMinutes(1);

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
  private static final int MAX_REMEMBERED = 10_000;

  /** How long to wait when too many fetches are in flight: about as long as one takes. */
  private static final Duration IN_FLIGHT_WAIT = Duration.ofSeconds(1);

  private final Clock clock;
  private final Cache<String, TokenBucket> hosts = cache();
  private final Cache<Uid, TokenBucket> organizations = cache();
  private final Cache<Uid, Instant> slowSince = cache();
  private final InFlight proven =
      new InFlight(MAX_PROVEN_IN_FLIGHT, MAX_PROVEN_IN_FLIGHT_PER_ORGANIZATION);
  private final InFlight unproven =
      new InFlight(MAX_UNPROVEN_IN_FLIGHT, MAX_UNPROVEN_IN_FLIGHT_PER_ORGANIZATION);
  private final InFlight slow = new InFlight(MAX_SLOW_IN_FLIGHT, 1);

  FetchLimits(Clock clock) {
    this.clock = clock;
  }

  /** The fetches of one kind that are in flight. */
  private static final class InFlight {
    private final int max;
    private final int maxPerOrganization;
    private final Map<Uid, Integer> byOrganization = new HashMap<>();
    private int all;

    InFlight(int max, int maxPerOrganization) {
      this.max = max;
      this.maxPerOrganization = maxPerOrganization;
    }

    boolean hasRoom(Uid root) {
      int share = all < IN_FLIGHT_WITHOUT_CARE ? maxPerOrganization : 1;
      return all < max && byOrganization.getOrDefault(root, 0) < share;
    }

    void begin(Uid root) {
      all++;
      byOrganization.merge(root, 1, Integer::sum);
    }

    void end(Uid root) {
      all--;
      byOrganization.computeIfPresent(root, (key, count) -> count == 1 ? null : count - 1);
    }
  }

  /**
   * What comes of asking to fetch.
   *
   * @param delay how long to wait before asking again; zero if the fetch may begin
   * @param kind among which it then is
   * @param root the organization for which it is
   */
  record Admission(Duration delay, InFlight kind, Uid root) {

    /** Whether the fetch may begin. */
    boolean isGranted() {
      return delay.isZero();
    }
  }

  /**
   * Asks to fetch. If it is granted, {@link #end} must follow. Nothing is remembered of who has to
   * wait.
   *
   * @param host host of the issuer
   * @param organization organization for which it is, or a group of it
   * @param isProven whether the issuer is proven
   * @param mayUseReserve whether it may take what is kept for proven issuers. Not if the keys at
   *     hand are fresh, and only one of them is missing: anybody can make up key ids
   */
  synchronized Admission begin(
      String host, Uid organization, boolean isProven, boolean mayUseReserve) {
    Instant now = clock.instant();
    Uid root = organization.root();
    InFlight kind = isProven ? proven : isSlow(root, now) ? slow : unproven;
    Duration wait =
        longer(
            wait(
                organizations.getIfPresent(root),
                mayUseReserve ? 0 : PER_ORGANIZATION_FOR_PROVEN,
                now),
            wait(hosts.getIfPresent(host), mayUseReserve ? 0 : PER_HOST_FOR_PROVEN, now));
    if (wait.isZero() && !kind.hasRoom(root)) {
      wait = IN_FLIGHT_WAIT;
    }
    if (wait.isZero()) {
      kind.begin(root);
      organizations.get(root, key -> new TokenBucket(PER_ORGANIZATION, now)).take();
      hosts.get(host, key -> new TokenBucket(PER_HOST, now)).take();
    }
    return new Admission(wait, kind, root);
  }

  private boolean isSlow(Uid root, Instant now) {
    @Nullable Instant since = slowSince.getIfPresent(root);
    return since != null && now.isBefore(since.plus(SLOW));
  }

  /**
   * A fetch that was granted has ended.
   *
   * @param prompt whether the issuer answered, good or bad, and did not keep the server waiting
   */
  synchronized void end(Admission admission, boolean prompt) {
    admission.kind().end(admission.root());
    if (!prompt) {
      slowSince.put(admission.root(), clock.instant());
    }
  }

  /** For how many organizations and hosts something is remembered; for tests. */
  synchronized long remembered() {
    hosts.cleanUp();
    organizations.cleanUp();
    return hosts.estimatedSize()
        + organizations.estimatedSize()
        + proven.byOrganization.size()
        + unproven.byOrganization.size()
        + slow.byOrganization.size();
  }

  /** Nobody waits for a bucket that does not exist yet: it would be full. */
  private static Duration wait(@Nullable TokenBucket bucket, int reserve, Instant now) {
    return bucket == null ? Duration.ZERO : bucket.wait(reserve, now);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private static <K, V> Cache<K, V> cache() {
    return Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).executor(Runnable::run).build();
  }
}

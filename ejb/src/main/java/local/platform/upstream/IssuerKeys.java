package local.platform.upstream;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import local.platform.config.Configuration;
import local.platform.error.PlatformException;
import local.platform.uid.Uid;
import local.platform.upstream.FetchOutcome.Fetched;
import local.platform.upstream.FetchOutcome.Unavailable;
import local.platform.upstream.FetchOutcome.Wrong;

/**
 * The keys that issuers publish, kept for a while. Everything that a stranger can cause here is
 * bounded: fetches, those who wait for them, and what is remembered.
 */
@Singleton
public class IssuerKeys {
  /** For how long keys are used without asking; so long a key that was withdrawn is accepted. */
  static final Duration FRESH = Duration.ofMinutes(5);

  /** For how long they are used if the issuer cannot be asked, so that its outage is not ours. */
  static final Duration STALE = Duration.ofHours(1);

  /**
   * Between two fetches from an issuer because of unknown key ids, which anybody can make up; a key
   * that an issuer has just begun to use is refused for so long.
   */
  static final Duration UNKNOWN_KID_PAUSE = Duration.ofSeconds(10);

  /** After a failed fetch, so that an issuer that is down costs nobody time. */
  static final Duration FAILURE_PAUSE = Duration.ofSeconds(2);

  /** Those who wait for one fetch: each holds a thread of a request. */
  static final int MAX_WAITERS_PER_ISSUER = 16;

  /** Those who wait for any. */
  static final int MAX_WAITERS = 32;

  /** Somewhat longer than a fetch takes, which is two documents. */
  private static final Duration MAX_WAIT = JsonFetcher.CALL_TIMEOUT.multipliedBy(3);

  /** How much is remembered: an issuer counts one, and each of its keys too. */
  private static final int MAX_WEIGHT = 10_000;

  private static final Logger LOG = System.getLogger(IssuerKeys.class.getName());

  private final KeySource source;
  private final Clock clock;
  private final FetchLimits limits;
  private final Semaphore waiters = new Semaphore(MAX_WAITERS);
  private final Cache<IssuerUrl, IssuerState> states =
      Caffeine.newBuilder()
          .maximumWeight(MAX_WEIGHT)
          .weigher((IssuerUrl issuer, IssuerState state) -> 1 + state.size())
          .executor(Runnable::run)
          .build();

  @Inject
  public IssuerKeys(Configuration configuration, Clock clock) {
    this(new IssuerDiscovery(new JsonFetcher(configuration.upstream())), clock);
  }

  IssuerKeys(KeySource source, Clock clock) {
    this.source = source;
    this.clock = clock;
    this.limits = new FetchLimits(clock);
  }

  /**
   * The keys of an issuer, one of which has this id.
   *
   * @param organization the organization for which they may be fetched
   * @throws VerificationFailedException if the issuer has no such key, or its documents are wrong
   * @throws PlatformException UNAVAILABLE if they cannot be had now
   */
  VerificationKeys find(IssuerUrl issuer, String kid, Uid organization)
      throws VerificationFailedException {
    IssuerState state = states.get(issuer, key -> new IssuerState());
    Optional<VerificationKeys> known;
    Flight flight;
    boolean ours;
    boolean proven;
    synchronized (state) {
      Instant now = clock.instant();
      known = state.keysWith(kid, now);
      proven = state.isProven();
      if (known.isPresent() && (state.isFresh(now) || state.flight().isPresent())) {
        return known.get();
      }
      ours = state.flight().isEmpty();
      if (ours) {
        Optional<FetchOutcome> instead =
            state.tooEarly(now).or(() -> tooMuch(issuer, organization, proven));
        if (instead.isPresent()) {
          return known.isPresent() ? known.get() : instead.get().keysWith(kid);
        }
        flight = state.begin();
      } else {
        flight = state.flight().orElseThrow();
      }
    }
    FetchOutcome outcome = ours ? fetch(issuer, state, flight, proven) : await(flight);
    return known.isPresent() && !(outcome instanceof Fetched) ? known.get() : outcome.keysWith(kid);
  }

  private Optional<FetchOutcome> tooMuch(IssuerUrl issuer, Uid organization, boolean proven) {
    Optional<Duration> wait = limits.begin(issuer.host(), organization, proven);
    wait.ifPresent(
        time ->
            LOG.log(
                Level.INFO,
                "The keys of {0} are not fetched for {1}: too many fetches",
                issuer,
                organization));
    return wait.map(Unavailable::new);
  }

  private FetchOutcome fetch(IssuerUrl issuer, IssuerState state, Flight flight, boolean proven) {
    Instant begun = clock.instant();
    // What is told if something is thrown that nobody expects.
    FetchOutcome outcome = new Unavailable(FAILURE_PAUSE);
    try {
      outcome = new Fetched(source.fetch(issuer));
    } catch (VerificationFailedException e) {
      LOG.log(Level.WARNING, "The keys of {0} cannot be trusted: {1}", issuer, e.getMessage());
      outcome = new Wrong(e.getMessage());
    } catch (IssuerUnreachableException e) {
      LOG.log(Level.WARNING, "The keys of {0} cannot be fetched: {1}", issuer, e.getMessage());
    } finally {
      limits.end(proven);
      synchronized (state) {
        state.end(outcome, begun, clock.instant());
      }
      flight.land(outcome);
      states.put(issuer, state); // weighs it again
    }
    return outcome;
  }

  private FetchOutcome await(Flight flight) {
    if (!waiters.tryAcquire()) {
      return new Unavailable(FAILURE_PAUSE);
    }
    try {
      return flight.join() ? flight.await(MAX_WAIT) : new Unavailable(FAILURE_PAUSE);
    } finally {
      waiters.release();
    }
  }

  /** How many wait now; for tests. */
  int waiting() {
    return MAX_WAITERS - waiters.availablePermits();
  }

  /** How many issuers are remembered; for tests. */
  long remembered() {
    states.cleanUp();
    return states.estimatedSize();
  }
}

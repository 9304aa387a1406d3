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
import java.util.List;
import java.util.Optional;
import local.platform.config.Configuration;
import local.platform.error.PlatformException;
import local.platform.uid.Uid;
import local.platform.upstream.FetchLimits.Admission;
import local.platform.upstream.FetchOutcome.Fetched;
import local.platform.upstream.FetchOutcome.Unavailable;
import local.platform.upstream.FetchOutcome.Wrong;
import org.jspecify.annotations.Nullable;

/**
 * The keys that issuers publish, kept for a while. Everything that a stranger can cause here is
 * bounded: fetches, those who wait for them, and what is remembered.
 */
@Singleton
public class IssuerKeys {
  /** For how long keys are used without asking; so long a key that was withdrawn is accepted. */
  static final Duration FRESH = Duration.ofMinutes(5);

  /**
   * For how long they are used if the issuer cannot be asked, so that its outage is not ours. If it
   * can be asked and publishes something else, they are used while they are fresh.
   */
  static final Duration STALE = Duration.ofHours(1);

  /**
   * Between two fetches from an issuer because of unknown key ids, which anybody can make up; a key
   * that an issuer has just begun to use is refused for so long.
   */
  static final Duration UNKNOWN_KID_PAUSE = Duration.ofSeconds(10);

  /** After a failed fetch, so that an issuer that is down costs nobody time. */
  static final Duration FAILURE_PAUSE = Duration.ofSeconds(2);

  /** After many failures in a row, so that an issuer that stays down costs no share of a limit. */
  static final Duration MAX_FAILURE_PAUSE = Duration.ofSeconds(60);

  /** A fetch that takes longer keeps the server waiting, also if it is answered at last. */
  static final Duration PROMPT = Duration.ofSeconds(3);

  /** Somewhat longer than a fetch takes, which is two documents. */
  private static final Duration MAX_WAIT = JsonFetcher.CALL_TIMEOUT.multipliedBy(3);

  /**
   * How much is remembered of issuers with keys, and as much of others: an issuer counts one, and
   * each of its keys too.
   */
  private static final int MAX_WEIGHT = 10_000;

  private static final Logger LOG = System.getLogger(IssuerKeys.class.getName());

  private final KeySource source;
  private final Clock clock;
  private final FetchLimits limits;
  private final ProvenIssuers provenIssuers;
  private final WaitingRoom waiters = new WaitingRoom();

  /** Guards what follows, and each state in it. Nothing waits while it is held. */
  private final Object lock = new Object();

  /** Those whose keys were fetched at some time. */
  private final Cache<IssuerUrl, IssuerState> withKeys = states();

  /** The others, who cannot displace them: anybody can make up issuers. */
  private final Cache<IssuerUrl, IssuerState> withoutKeys = states();

  @Inject
  public IssuerKeys(Configuration configuration, ProvenIssuers provenIssuers, Clock clock) {
    this(new IssuerDiscovery(new JsonFetcher(configuration.upstream())), provenIssuers, clock);
  }

  IssuerKeys(KeySource source, ProvenIssuers provenIssuers, Clock clock) {
    this.source = source;
    this.provenIssuers = provenIssuers;
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
    IssuerState state;
    Flight flight;
    Optional<Admission> ours = Optional.empty();
    synchronized (lock) {
      Instant now = clock.instant();
      state = state(issuer);
      Optional<VerificationKeys> known = state.keysWith(kid, now);
      // Keys that are not fresh may have been withdrawn: whoever finds a fetch under way waits for
      // it, unless the issuer could not be asked the last time either.
      boolean hopeless = state.flight().isPresent() && state.wasAway(now);
      if (known.isPresent() && (state.isFresh(now) || hopeless)) {
        return known.get();
      }
      if (state.flight().isEmpty()) {
        Optional<FetchOutcome> instead = state.tooEarly(now);
        if (instead.isEmpty()) {
          boolean isProven = provenIssuers.contains(issuer);
          Admission admission =
              limits.begin(issuer.host(), organization, isProven, isProven && !state.isFresh(now));
          if (admission.isGranted()) {
            ours = Optional.of(admission);
          } else {
            instead = Optional.of(new Unavailable(admission.delay()));
          }
        }
        if (instead.isPresent()) {
          return known.isPresent() ? known.get() : instead.get().keysWith(kid);
        }
        flight = state.begin(now);
        remember(issuer, state);
      } else {
        flight = state.flight().orElseThrow();
      }
    }
    FetchOutcome outcome =
        ours.isPresent() ? fetch(issuer, state, flight, ours.get()) : await(flight);
    return outcome instanceof Fetched ? outcome.keysWith(kid) : known(state, kid, outcome);
  }

  /** The keys of an issuer, one of which has this id, if they are at hand; nothing is fetched. */
  Optional<VerificationKeys> atHand(IssuerUrl issuer, String kid) {
    synchronized (lock) {
      return state(issuer).keysWith(kid, clock.instant());
    }
  }

  /** The keys that are known though they could not be fetched, if they may be used still. */
  private VerificationKeys known(IssuerState state, String kid, FetchOutcome failure)
      throws VerificationFailedException {
    Optional<VerificationKeys> known;
    synchronized (lock) {
      known = state.keysWith(kid, clock.instant());
    }
    return known.isPresent() ? known.get() : failure.keysWith(kid);
  }

  /** The state of an issuer; a new one is not remembered until something is fetched. */
  private IssuerState state(IssuerUrl issuer) {
    @Nullable IssuerState state = withKeys.getIfPresent(issuer);
    if (state == null) {
      state = withoutKeys.getIfPresent(issuer);
    }
    return state == null ? new IssuerState() : state;
  }

  /** Puts a state where it belongs, which weighs it again. */
  private void remember(IssuerUrl issuer, IssuerState state) {
    (state.hasKeys() ? withoutKeys : withKeys).invalidate(issuer);
    (state.hasKeys() ? withKeys : withoutKeys).put(issuer, state);
  }

  private FetchOutcome fetch(
      IssuerUrl issuer, IssuerState state, Flight flight, Admission admission) {
    Instant begun = clock.instant();
    // What is told if something is thrown that nobody expects.
    FetchOutcome outcome = new Unavailable(FAILURE_PAUSE);
    boolean answered = true;
    boolean prompt = false;
    try {
      VerificationKeys keys = source.fetch(issuer);
      tellSkipped(issuer, keys);
      outcome = new Fetched(keys);
    } catch (VerificationFailedException e) {
      LOG.log(Level.WARNING, "The keys of {0} cannot be trusted: {1}", issuer, e.getMessage());
      outcome = new Wrong(e.getMessage());
    } catch (IssuerUnreachableException e) {
      LOG.log(Level.WARNING, "The keys of {0} cannot be fetched: {1}", issuer, e.getMessage());
      answered = e.answered();
    } catch (LinkageError e) {
      LOG.log(Level.ERROR, "The keys of " + issuer + " cannot be read by this server", e);
    } finally {
      Instant ended = clock.instant();
      prompt = answered && Duration.between(begun, ended).compareTo(PROMPT) <= 0;
      limits.end(admission, prompt);
      synchronized (lock) {
        outcome = state.end(outcome, begun, ended);
        remember(issuer, state);
      }
      flight.land(outcome);
    }
    if (!prompt) {
      provenIssuers.remove(issuer);
    } else if (outcome instanceof Fetched) {
      provenIssuers.add(admission.root(), issuer);
    }
    return outcome;
  }

  private static void tellSkipped(IssuerUrl issuer, VerificationKeys keys) {
    List<String> skipped = keys.skipped();
    if (!skipped.isEmpty()) {
      LOG.log(
          Level.INFO,
          "Of the keys of {0}, {1} cannot be used and are skipped, the first because {2}",
          issuer,
          skipped.size(),
          skipped.get(0));
    }
  }

  /**
   * What comes of a fetch of others.
   *
   * @throws PlatformException UNAVAILABLE if too many wait: that says nothing of the issuer, and
   *     must not let in by keys that are not fresh
   */
  private FetchOutcome await(Flight flight) {
    if (!waiters.enter(flight, clock.instant())) {
      throw new Unavailable(FAILURE_PAUSE).refusal();
    }
    try {
      return flight.await(MAX_WAIT).orElseThrow(() -> new Unavailable(FAILURE_PAUSE).refusal());
    } finally {
      waiters.leave(flight);
    }
  }

  /** How many wait now; for tests. */
  int waiting() {
    return waiters.waiting();
  }

  /** How many issuers are remembered; for tests. */
  long remembered() {
    withKeys.cleanUp();
    withoutKeys.cleanUp();
    return withKeys.estimatedSize() + withoutKeys.estimatedSize();
  }

  private static Cache<IssuerUrl, IssuerState> states() {
    return Caffeine.newBuilder()
        .maximumWeight(MAX_WEIGHT)
        .weigher((IssuerUrl issuer, IssuerState state) -> 1 + state.size())
        .executor(Runnable::run)
        .build();
  }
}

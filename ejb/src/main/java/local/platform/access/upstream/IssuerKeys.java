package local.platform.access.upstream;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.access.upstream.FetchLimits.Permit;
import local.platform.access.upstream.FetchOutcome.Fetched;
import local.platform.access.upstream.FetchOutcome.Unavailable;
import local.platform.access.upstream.FetchOutcome.Wrong;
import local.platform.config.Configuration;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.injection.SingleInstance;
import local.platform.foundation.time.Monotonic;
import local.platform.foundation.uid.Uid;
import local.platform.url.IssuerUrl;
import org.jspecify.annotations.Nullable;

/**
 * A cache of the keys that issuers publish. Everything that a stranger can cause here is bounded:
 * the number of fetches, of threads that wait for them, and of cached entries.
 */
@SingleInstance
public class IssuerKeys {
  /**
   * How long keys are used without a new fetch, and so how long a withdrawn key is still accepted.
   */
  static final Duration FRESH = Duration.ofMinutes(5);

  /**
   * How long keys are used if the issuer is unavailable, so that its outage does not become ours.
   * If the issuer answers with invalid documents, the keys are used only while they are fresh.
   */
  static final Duration STALE = Duration.ofHours(1);

  /**
   * The minimum time between two fetches because of unknown keys: anybody can make up key ids, and
   * tokens without one that no key verifies. A key that an issuer has just begun to use may be
   * refused for so long.
   */
  static final Duration UNKNOWN_KEY_PAUSE = Duration.ofSeconds(10);

  /** The pause after a failed fetch, so that an issuer that is down does not delay requests. */
  static final Duration FAILURE_PAUSE = Duration.ofSeconds(2);

  /**
   * The longest pause, after many consecutive failures, so that an issuer that stays down does not
   * use up limits.
   */
  static final Duration MAX_FAILURE_PAUSE = Duration.ofSeconds(60);

  /** A fetch that takes longer counts as slow, even if it succeeds. */
  static final Duration PROMPT = Duration.ofSeconds(3);

  /**
   * The longest wait for a fetch by another thread: somewhat longer than a fetch, which is two
   * documents.
   */
  private static final Duration MAX_WAIT = JsonFetcher.CALL_TIMEOUT.multipliedBy(3);

  /** Maximum weight of each of the two caches: an issuer counts one, and each of its keys too. */
  private static final int MAX_WEIGHT = 10_000;

  private static final Logger LOG = System.getLogger(IssuerKeys.class.getName());

  private final KeySource source;
  private final Clock clock;
  private final FetchLimits limits;
  private final ProvenIssuers provenIssuers;
  private final FetchWaiters waiters = new FetchWaiters();

  /** Guards the caches below and each state in them. No thread blocks while it holds the lock. */
  private final Object lock = new Object();

  /** Issuers whose keys were fetched at some time. */
  private final Cache<IssuerUrl, IssuerState> withKeys = states();

  /**
   * Other issuers, kept apart so that they cannot displace the former: anybody can make up issuers.
   */
  private final Cache<IssuerUrl, IssuerState> withoutKeys = states();

  @Inject
  public IssuerKeys(
      Configuration configuration, ProvenIssuers provenIssuers, @Monotonic Clock clock) {
    this(new IssuerDiscovery(new JsonFetcher(configuration.upstream())), provenIssuers, clock);
  }

  IssuerKeys(KeySource source, ProvenIssuers provenIssuers, Clock clock) {
    this.source = source;
    this.provenIssuers = provenIssuers;
    this.clock = clock;
    this.limits = new FetchLimits(clock);
  }

  /**
   * Returns the keys of an issuer, among them the requested one.
   *
   * @param organization the organization for which the keys may be fetched
   * @throws VerificationFailedException if the issuer has no such key, or its documents are invalid
   * @throws PlatformException UNAVAILABLE if the keys cannot be fetched at the moment
   */
  VerificationKeys find(IssuerUrl issuer, KeyRequest request, Uid organization)
      throws VerificationFailedException {
    IssuerState state;
    PendingFetch pending;
    Optional<Permit> ours = Optional.empty();
    synchronized (lock) {
      Instant now = clock.instant();
      state = state(issuer);
      Optional<VerificationKeys> known = state.keysFor(request, now);
      // Keys that are not fresh may have been withdrawn: wait for a fetch in progress, unless the
      // previous one has failed too.
      boolean hopeless = state.pending().isPresent() && state.wasAway(now);
      if (known.isPresent() && (state.isFresh(now) || hopeless)) {
        return known.get();
      }
      if (state.pending().isEmpty()) {
        Optional<FetchOutcome> instead = state.tooEarly(now);
        if (instead.isEmpty()) {
          boolean isProven = provenIssuers.contains(issuer);
          Permit permit =
              limits.begin(issuer.host(), organization, isProven, isProven && !state.isFresh(now));
          if (permit.isGranted()) {
            ours = Optional.of(permit);
          } else {
            instead = Optional.of(new Unavailable(permit.delay()));
          }
        }
        if (instead.isPresent()) {
          return known.isPresent() ? known.get() : instead.get().keysFor(request);
        }
        pending = state.begin(now);
        remember(issuer, state);
      } else {
        pending = state.pending().orElseThrow();
      }
    }
    FetchOutcome outcome =
        ours.isPresent() ? fetch(issuer, state, pending, ours.get()) : await(pending);
    return outcome instanceof Fetched ? outcome.keysFor(request) : known(state, request, outcome);
  }

  /** Returns the cached keys of an issuer if the requested one is among them, without a fetch. */
  Optional<VerificationKeys> atHand(IssuerUrl issuer, KeyRequest request) {
    synchronized (lock) {
      return state(issuer).keysFor(request, clock.instant());
    }
  }

  /** Returns the cached keys after a failed fetch, if they may still be used. */
  private VerificationKeys known(IssuerState state, KeyRequest request, FetchOutcome failure)
      throws VerificationFailedException {
    Optional<VerificationKeys> known;
    synchronized (lock) {
      known = state.keysFor(request, clock.instant());
    }
    return known.isPresent() ? known.get() : failure.keysFor(request);
  }

  /** Returns the state of an issuer. A new state is not cached before something is fetched. */
  private IssuerState state(IssuerUrl issuer) {
    @Nullable IssuerState state = withKeys.getIfPresent(issuer);
    if (state == null) {
      state = withoutKeys.getIfPresent(issuer);
    }
    return state == null ? new IssuerState() : state;
  }

  /** Puts a state into the right cache, which updates its weight. */
  private void remember(IssuerUrl issuer, IssuerState state) {
    (state.hasKeys() ? withoutKeys : withKeys).invalidate(issuer);
    (state.hasKeys() ? withKeys : withoutKeys).put(issuer, state);
  }

  private FetchOutcome fetch(
      IssuerUrl issuer, IssuerState state, PendingFetch pending, Permit permit) {
    Instant begun = clock.instant();
    // The outcome if an unexpected exception is thrown.
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
      limits.end(permit, prompt);
      synchronized (lock) {
        outcome = state.end(outcome, begun, ended);
        remember(issuer, state);
      }
      pending.complete(outcome);
    }
    if (!prompt) {
      provenIssuers.remove(issuer);
    } else if (outcome instanceof Fetched) {
      provenIssuers.add(permit.root(), issuer);
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
   * Waits for a fetch by another thread.
   *
   * @throws PlatformException UNAVAILABLE if too many threads wait: that is no failure of the
   *     issuer, for which keys that are not fresh would be accepted
   */
  private FetchOutcome await(PendingFetch pending) {
    if (!waiters.enter(pending, clock.instant())) {
      throw new Unavailable(FAILURE_PAUSE).refusal();
    }
    try {
      return pending.await(MAX_WAIT).orElseThrow(() -> new Unavailable(FAILURE_PAUSE).refusal());
    } finally {
      waiters.leave(pending);
    }
  }

  /** Returns the number of waiting threads; for tests. */
  int waiting() {
    return waiters.waiting();
  }

  /** Returns the number of cached issuers; for tests. */
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

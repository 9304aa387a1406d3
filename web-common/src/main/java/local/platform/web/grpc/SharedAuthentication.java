package local.platform.web.grpc;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import local.platform.authn.Authenticated;
import local.platform.authn.Authenticator;
import local.platform.transaction.SingleFlight;

/**
 * Finds out who makes a call, without a thread that waits. Calls with the same token that come
 * while that is found out are authenticated together, after they came.
 */
final class SharedAuthentication {
  /** Longer than it takes when all is well. */
  private static final Duration PATIENCE = Duration.ofMillis(100);

  private final Authenticator authenticator;
  private final Executor threads;
  private final ScheduledExecutorService timer;

  /**
   * By token. What is not used any more goes with the next collection of memory, and the token with
   * it.
   */
  private final LoadingCache<String, Runs> underWay =
      Caffeine.newBuilder().weakValues().executor(Runnable::run).build(Runs::new);

  /**
   * Authenticates calls.
   *
   * @param threads where calls are authenticated
   * @param timer tells when one has waited too long for others
   */
  SharedAuthentication(
      Authenticator authenticator, Executor threads, ScheduledExecutorService timer) {
    this.authenticator = authenticator;
    this.threads = threads;
    this.timer = timer;
  }

  /** How calls with one token are authenticated. */
  private final class Runs {
    final SingleFlight<Authenticated> shared;
    volatile boolean letIn;

    Runs(String token) {
      this.shared = new SingleFlight<>(() -> authenticate(token), PATIENCE);
    }

    private Authenticated authenticate(String token) {
      boolean found = false;
      try {
        Authenticated authenticated = authenticator.authenticate(token);
        found = true;
        return authenticated;
      } finally {
        letIn = found;
      }
    }
  }

  /**
   * Whether somebody was let in with this token a moment ago. It may have been revoked since, but
   * whoever brings it is no stranger.
   */
  boolean letIn(String token) {
    return underWay.get(token).letIn;
  }

  /**
   * Who brings this token, or why it is refused: what the {@link Authenticator} returns or throws.
   */
  CompletionStage<Authenticated> of(String token) {
    return underWay.get(token).shared.nextAsync(threads, timer);
  }

  /** The same, and this thread waits for it. */
  Authenticated now(String token) {
    return authenticator.authenticate(token);
  }
}

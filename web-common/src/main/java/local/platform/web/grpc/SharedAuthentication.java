package local.platform.web.grpc;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import local.platform.foundation.transaction.SingleFlight;
import local.platform.signin.authn.Authenticated;
import local.platform.signin.authn.Authenticator;

/**
 * Authenticates calls without blocking a thread for each of them. Calls that arrive during an
 * authentication with the same token are authenticated together afterwards.
 */
final class SharedAuthentication {
  /** Longer than an authentication normally takes. */
  private static final Duration PATIENCE = Duration.ofMillis(100);

  private final Authenticator authenticator;
  private final Executor threads;
  private final ScheduledExecutorService timer;

  /**
   * The runs by token. Entries that are no longer used are removed by the next garbage collection,
   * together with the token.
   */
  private final LoadingCache<String, Runs> underWay =
      Caffeine.newBuilder().weakValues().executor(Runnable::run).build(Runs::new);

  /**
   * Creates one.
   *
   * @param threads where calls are authenticated
   * @param timer tells when a call has waited too long for the authentication of others
   */
  SharedAuthentication(
      Authenticator authenticator, Executor threads, ScheduledExecutorService timer) {
    this.authenticator = authenticator;
    this.threads = threads;
    this.timer = timer;
  }

  /** The authentications with one token. */
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
   * Returns whether the last authentication with this token succeeded, a moment ago. The token may
   * have been revoked since, but its sender is not a stranger.
   */
  boolean letIn(String token) {
    return underWay.get(token).letIn;
  }

  /** Authenticates a token: completes with what the {@link Authenticator} returns or throws. */
  CompletionStage<Authenticated> of(String token) {
    return underWay.get(token).shared.nextAsync(threads, timer);
  }

  /** Does the same, blocking the current thread. */
  Authenticated now(String token) {
    return authenticator.authenticate(token);
  }
}

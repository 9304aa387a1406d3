package local.platform.access.upstream;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import local.platform.access.upstream.FetchOutcome.Unavailable;

/**
 * A fetch in progress, for which others can wait. The waiters are counted under the lock of the
 * {@link FetchWaiters}.
 */
final class PendingFetch {
  private final CompletableFuture<Optional<FetchOutcome>> outcome = new CompletableFuture<>();
  private final Instant begun;
  private int waiters;
  private boolean dismissed;

  /**
   * Creates a pending fetch.
   *
   * @param begun when the fetch began
   */
  PendingFetch(Instant begun) {
    this.begun = begun;
  }

  Instant begun() {
    return begun;
  }

  int waiters() {
    return waiters;
  }

  void join() {
    waiters++;
  }

  void leave() {
    waiters--;
  }

  /** Returns whether all waiters were dismissed; nobody can wait for the fetch then. */
  boolean isDismissed() {
    return dismissed;
  }

  /** Dismisses all waiters. */
  void dismiss() {
    dismissed = true;
    outcome.complete(Optional.empty());
  }

  /** Completes the fetch and passes its outcome to all waiters. */
  void complete(FetchOutcome result) {
    outcome.complete(Optional.of(result));
  }

  /** Waits for the outcome; empty if the waiters are dismissed. */
  Optional<FetchOutcome> await(Duration patience) {
    try {
      return outcome.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return Optional.of(new Unavailable(IssuerKeys.FAILURE_PAUSE));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of(new Unavailable(IssuerKeys.FAILURE_PAUSE));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e); // it is never completed exceptionally
    }
  }
}

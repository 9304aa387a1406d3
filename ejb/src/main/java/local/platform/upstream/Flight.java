package local.platform.upstream;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import local.platform.upstream.FetchOutcome.Unavailable;

/**
 * A fetch that is under way, for which others can wait. Those who do are counted under the lock of
 * the {@link WaitingRoom}.
 */
final class Flight {
  private final CompletableFuture<Optional<FetchOutcome>> outcome = new CompletableFuture<>();
  private final Instant begun;
  private int waiters;
  private boolean dismissed;

  /**
   * @param begun when it began
   */
  Flight(Instant begun) {
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

  /** Whether all who waited had to go; nobody waits for it again. */
  boolean isDismissed() {
    return dismissed;
  }

  /** Sends away all who wait. */
  void dismiss() {
    dismissed = true;
    outcome.complete(Optional.empty());
  }

  /** Tells all who wait. */
  void land(FetchOutcome landed) {
    outcome.complete(Optional.of(landed));
  }

  /** Waits for what comes of it; empty if those who wait have to go. */
  Optional<FetchOutcome> await(Duration patience) {
    try {
      return outcome.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return Optional.of(new Unavailable(IssuerKeys.FAILURE_PAUSE));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of(new Unavailable(IssuerKeys.FAILURE_PAUSE));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e); // it is never completed so
    }
  }
}

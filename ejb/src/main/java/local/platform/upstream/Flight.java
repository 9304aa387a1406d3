package local.platform.upstream;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import local.platform.upstream.FetchOutcome.Unavailable;

/** A fetch that is under way, for which others can wait. */
final class Flight {
  private final CompletableFuture<FetchOutcome> outcome = new CompletableFuture<>();
  private final Semaphore places = new Semaphore(IssuerKeys.MAX_WAITERS_PER_ISSUER);

  /** Takes a place among those who wait for this fetch, if there is one. */
  boolean join() {
    return places.tryAcquire();
  }

  /** Tells all who wait. */
  void land(FetchOutcome landed) {
    outcome.complete(landed);
  }

  /** Waits for what comes of it. */
  FetchOutcome await(Duration patience) {
    try {
      return outcome.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return new Unavailable(IssuerKeys.FAILURE_PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Unavailable(IssuerKeys.FAILURE_PAUSE);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e); // it is never completed so
    }
  }
}

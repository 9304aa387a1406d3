package local.platform.transaction;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Work that is the same for all who need it done. Each gets what a run came to that began after it
 * asked. While a run is under way the next group gathers, and one run serves all of it.
 *
 * @param <T> what a run comes to
 */
public final class SharedRun<T> {
  private final Callable<T> work;
  private final long patienceNanos;
  private final ReentrantLock running = new ReentrantLock();
  private @Nullable CompletableFuture<T> gathering;

  /** Shares the runs of this work, however long they take. */
  public SharedRun(Callable<T> work) {
    this(work, Duration.ofNanos(Long.MAX_VALUE));
  }

  /**
   * Shares the runs of this work.
   *
   * @param patience how long anybody waits for a run that is not its own, be it the one before its
   *     group's or its group's: then it makes one beside it, so that a run that hangs does not hold
   *     others up
   */
  public SharedRun(Callable<T> work, Duration patience) {
    this.work = work;
    this.patienceNanos = patience.toNanos();
  }

  /**
   * Returns what a run came to that began after the call.
   *
   * @throws RuntimeException what the run threw
   * @throws CompletionException with what the run threw as its cause, if that is not to be thrown
   *     here
   */
  public T next() {
    CompletableFuture<T> group;
    boolean first;
    synchronized (this) {
      first = gathering == null;
      group = first ? new CompletableFuture<>() : gathering;
      gathering = group;
    }
    if (first) {
      runFor(group);
    }
    try {
      return group.get(patienceNanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return runAlone();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // for the run, if it waits for anything
      return runAlone();
    } catch (ExecutionException e) {
      throw unchecked(e.getCause());
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // it only makes groups larger
  private void runFor(CompletableFuture<T> group) {
    boolean locked = false;
    try {
      locked = awaitEarlierRun();
      Thread.yield(); // on a busy machine, to those who are about to ask
      close(group);
      group.complete(Cancellation.shield(work));
    } catch (Exception | Error e) { // or the group would wait for it, and others would join
      close(group);
      group.completeExceptionally(e);
    } finally {
      if (locked) {
        running.unlock();
      }
    }
  }

  private boolean awaitEarlierRun() {
    try {
      return running.tryLock(patienceNanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** From now on whoever asks is of the next group. */
  private synchronized void close(CompletableFuture<T> group) {
    if (gathering == group) {
      gathering = null;
    }
  }

  private T runAlone() {
    try {
      return work.call();
    } catch (Exception e) {
      throw unchecked(e);
    }
  }

  private static RuntimeException unchecked(Throwable thrown) {
    return thrown instanceof RuntimeException failure ? failure : new CompletionException(thrown);
  }
}

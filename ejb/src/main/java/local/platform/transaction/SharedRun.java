package local.platform.transaction;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Work that is the same for all who need it done. Each gets what a run came to that began after it
 * asked; one run serves all who asked before it began, and there is one run at a time: while it is
 * under way the next group gathers.
 *
 * @param <T> what a run comes to
 */
public final class SharedRun<T> {
  private final Callable<T> work;
  private final ReentrantLock running = new ReentrantLock();
  private @Nullable CompletableFuture<T> gathering;

  /** Shares the runs of this work. */
  public SharedRun(Callable<T> work) {
    this.work = work;
  }

  /**
   * Waits for a run that begins after the call, and returns what it came to.
   *
   * @throws CompletionException with the run's failure as its cause
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
    return group.join();
  }

  private void runFor(CompletableFuture<T> group) {
    running.lock();
    try {
      synchronized (this) {
        gathering = null;
      }
      group.complete(Cancellation.shield(work));
    } catch (Exception | Error e) { // or the group would wait for ever
      group.completeExceptionally(e);
    } finally {
      running.unlock();
    }
  }
}

package local.platform.foundation.share;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import local.platform.foundation.uid.Uid;

/**
 * Executes tasks of organizations on a few threads. Of the tasks that wait for a thread, the next
 * is one of the organization of which the fewest are being executed; of several, the one that has
 * waited longest.
 *
 * @param <T> a task
 */
public final class FairThreads<T extends Runnable> {
  private final Executor threads;
  private final List<Waiting<T>> waiting = new ArrayList<>();
  private final Map<Uid, Integer> executing = new HashMap<>();
  private boolean ended;

  private record Waiting<T>(Uid root, T task) {}

  /**
   * Uses threads.
   *
   * @param threads execute nothing else
   */
  public FairThreads(Executor threads) {
    this.threads = threads;
  }

  /**
   * Executes a task later.
   *
   * @param uid a uid in its organization
   * @throws RejectedExecutionException if no task is executed any more
   */
  public synchronized void execute(Uid uid, T task) {
    if (ended) {
      throw new RejectedExecutionException("no task is executed any more");
    }
    threads.execute(this::executeNext); // as many as tasks wait
    waiting.add(new Waiting<>(uid.root(), task));
  }

  private void executeNext() {
    // It is empty after the end.
    begin().ifPresent(this::execute);
  }

  private void execute(Waiting<T> next) {
    try {
      next.task().run();
    } finally {
      end(next);
    }
  }

  private synchronized Optional<Waiting<T>> begin() {
    Optional<Waiting<T>> next =
        waiting.stream().min(Comparator.comparing(task -> executing.getOrDefault(task.root(), 0)));
    next.ifPresent(
        task -> {
          waiting.remove(task);
          executing.merge(task.root(), 1, Integer::sum);
        });
    return next;
  }

  private synchronized void end(Waiting<T> task) {
    executing.computeIfPresent(task.root(), (root, count) -> count == 1 ? null : count - 1);
    notifyAll();
  }

  /** Returns whether no task is executed any more. */
  public synchronized boolean isEnded() {
    return ended;
  }

  /** Lets no task begin any more, and returns those that will never be executed. */
  public synchronized List<T> end() {
    ended = true;
    List<T> left = waiting.stream().map(Waiting::task).toList();
    waiting.clear();
    return left;
  }

  /** Waits until no task is being executed; returns false if that takes longer than allowed. */
  public synchronized boolean awaitIdle(Duration allowed) throws InterruptedException {
    long deadline = System.nanoTime() + allowed.toNanos();
    while (!executing.isEmpty()) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }
}

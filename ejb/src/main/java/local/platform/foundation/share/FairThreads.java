package local.platform.foundation.share;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import local.platform.foundation.uid.Uid;

/**
 * Executes tasks of organizations on a few threads. Of the tasks that wait for a thread, the next
 * is one of the organization of which the fewest are being executed; of several, the one that has
 * waited longest.
 */
public final class FairThreads {
  private final ExecutorService threads;
  private final List<Task> waiting = new ArrayList<>();
  private final Map<Uid, Integer> executing = new HashMap<>();

  private record Task(Uid root, Runnable work) {}

  /**
   * Uses threads.
   *
   * @param threads execute nothing else
   */
  public FairThreads(ExecutorService threads) {
    this.threads = threads;
  }

  /**
   * Executes a task later.
   *
   * @param uid a uid in its organization
   * @throws RejectedExecutionException if the threads are being ended
   */
  public synchronized void execute(Uid uid, Runnable work) {
    threads.execute(this::executeNext); // as many as tasks wait
    waiting.add(new Task(uid.root(), work));
  }

  private void executeNext() {
    Task task = begin();
    try {
      task.work().run();
    } finally {
      end(task);
    }
  }

  private synchronized Task begin() {
    Task next =
        waiting.stream()
            .min(Comparator.comparing(task -> executing.getOrDefault(task.root(), 0)))
            .orElseThrow();
    waiting.remove(next);
    executing.merge(next.root(), 1, Integer::sum);
    return next;
  }

  private synchronized void end(Task task) {
    executing.computeIfPresent(task.root(), (root, count) -> count == 1 ? null : count - 1);
  }
}

package local.platform.foundation.transaction;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Lets concurrent callers share the runs of one piece of work. Each caller gets the result of a run
 * that began after its call. Callers that arrive during a run form the next group, and one run
 * serves that whole group.
 *
 * @param <T> the result of a run
 */
public final class SingleFlight<T> {
  /**
   * Well below the largest number of nanoseconds, near which timers no longer order tasks
   * correctly.
   */
  private static final Duration FOREVER = Duration.ofDays(10_000);

  private final Callable<T> work;
  private final long patienceNanos;
  private @Nullable Group<T> running;
  private @Nullable Group<T> gathering;

  /** Creates one whose callers wait for a shared run however long it takes. */
  public SingleFlight(Callable<T> work) {
    this(work, FOREVER);
  }

  /**
   * Creates one whose callers wait for a shared run for a limited time.
   *
   * @param patience how long a caller waits for a run of another thread, whether that of the
   *     previous group or that of its own group; after that a separate run is started, so that a
   *     run that hangs does not block others
   */
  public SingleFlight(Callable<T> work, Duration patience) {
    this.work = work;
    this.patienceNanos = patience.toNanos();
  }

  /** The callers that one run serves. */
  private static final class Group<T> {
    /** Completed when the run of the previous group has ended. */
    final CompletableFuture<@Nullable Void> turn = new CompletableFuture<>();

    final CompletableFuture<T> result = new CompletableFuture<>();

    /** Whether its first caller came during a run, so that others are likely to come as well. */
    boolean crowded;

    boolean watched;
  }

  /**
   * The membership of one caller in a group.
   *
   * @param first whether this caller is to start the run of the group
   */
  private record Place<T>(Group<T> group, boolean first) {}

  /**
   * Returns the result of a run that began after the call.
   *
   * @throws RuntimeException the unchecked exception that the run threw
   * @throws CompletionException if the run threw a checked exception or an error, which is the
   *     cause
   */
  public T next() {
    return nextWith(work);
  }

  /**
   * Does the same with work that knows the caller, such as how much time it has left. Whoever runs
   * for its group, or alone, runs its own; the results must be as good for the others.
   */
  public T nextWith(Callable<T> own) {
    Place<T> place = join();
    Group<T> group = place.group();
    if (place.first()) {
      runFor(group, own);
    }
    try {
      return group.result.get(patienceNanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return runAlone(own);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // for the run, if it waits for anything
      return runAlone(own);
    } catch (ExecutionException e) {
      throw unchecked(e.getCause());
    }
  }

  /**
   * Does the same as {@link #next} without blocking a thread.
   *
   * @param threads executes the runs; not the threads of the callers
   * @param timer tells when the limit for waiting has passed
   * @return the result of the run, or the exception that it threw, unwrapped
   */
  public CompletionStage<T> nextAsync(Executor threads, ScheduledExecutorService timer) {
    Place<T> place = join();
    Group<T> group = place.group();
    if (place.first()) {
      var unused =
          group
              .turn
              .thenRunAsync(() -> runFor(group, work), threads)
              .exceptionally(
                  noThread -> {
                    fail(group, noThread);
                    return null;
                  });
    }
    watch(group, threads, timer);
    return group.result;
  }

  private synchronized Place<T> join() {
    if (gathering != null) {
      return new Place<>(gathering, false);
    }
    Place<T> first = new Place<>(new Group<>(), true);
    gathering = first.group();
    if (running == null) {
      running = gathering;
      running.turn.complete(null);
    } else {
      gathering.crowded = true;
    }
    return first;
  }

  private void awaitTurn(Group<T> group) {
    try {
      group.turn.get(patienceNanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      // then without waiting for the previous run
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new AssertionError("a turn does not fail", e);
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // correct without it: it only makes groups larger
  private void runFor(Group<T> group, Callable<T> run) {
    try {
      awaitTurn(group);
      if (group.crowded) {
        Thread.yield(); // on a busy machine, lets callers that are about to join do so
      }
      close(group);
      if (group.result.isDone()) { // by a separate run
        passTurnOn(group);
        return;
      }
      T result = Cancellation.shield(run);
      passTurnOn(group);
      group.result.complete(result);
    } catch (Exception | Error e) {
      fail(group, e);
    }
  }

  /** Fails a group. Otherwise its callers would wait for ever, and others would join them. */
  private void fail(Group<T> group, Throwable thrown) {
    close(group);
    passTurnOn(group);
    group.result.completeExceptionally(thrown);
  }

  /** Closes a group: later callers join the next one. */
  private synchronized void close(Group<T> group) {
    if (gathering == group) {
      gathering = null;
    }
  }

  private void passTurnOn(Group<T> group) {
    Group<T> next;
    synchronized (this) {
      if (running != group) {
        return; // it did not wait for the previous run
      }
      running = gathering;
      next = running;
    }
    if (next != null) {
      next.turn.complete(null);
    }
  }

  private synchronized void watch(
      Group<T> group, Executor threads, ScheduledExecutorService timer) {
    if (group.watched || group.result.isDone()) {
      return;
    }
    group.watched = true;
    Future<?> watch =
        timer.schedule(() -> startBeside(group, threads), patienceNanos, TimeUnit.NANOSECONDS);
    var unused = group.result.whenComplete((result, thrown) -> watch.cancel(false));
  }

  private void startBeside(Group<T> group, Executor threads) {
    try {
      threads.execute(() -> runBeside(group));
    } catch (RuntimeException | Error noThread) {
      fail(group, noThread);
    }
  }

  private void runBeside(Group<T> group) {
    if (group.result.isDone()) { // while this waited for a thread
      return;
    }
    close(group);
    try {
      group.result.complete(Cancellation.shield(work));
    } catch (Exception | Error e) {
      group.result.completeExceptionally(e);
    }
  }

  private T runAlone(Callable<T> run) {
    try {
      return run.call();
    } catch (Exception e) {
      throw unchecked(e);
    }
  }

  private static RuntimeException unchecked(Throwable thrown) {
    return thrown instanceof RuntimeException failure ? failure : new CompletionException(thrown);
  }
}

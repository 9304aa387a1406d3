package local.platform.transaction;

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
 * Work that is the same for all who need it done. Each gets what a run came to that began after it
 * asked. While a run is under way the next group gathers, and one run serves all of it.
 *
 * @param <T> what a run comes to
 */
public final class SingleFlight<T> {
  /** Far less than the largest number of nanoseconds, near which timers lose the order of tasks. */
  private static final Duration FOREVER = Duration.ofDays(10_000);

  private final Callable<T> work;
  private final long patienceNanos;
  private @Nullable Group<T> running;
  private @Nullable Group<T> gathering;

  /** Shares the runs of this work, however long they take. */
  public SingleFlight(Callable<T> work) {
    this(work, FOREVER);
  }

  /**
   * Shares the runs of this work.
   *
   * @param patience how long anybody waits for a run that is not its own, be it the one before its
   *     group's or its group's: then one is made beside it, so that a run that hangs does not hold
   *     others up
   */
  public SingleFlight(Callable<T> work, Duration patience) {
    this.work = work;
    this.patienceNanos = patience.toNanos();
  }

  /** Those whom one run serves. */
  private static final class Group<T> {
    /** Done when the run before this group's has ended. */
    final CompletableFuture<@Nullable Void> turn = new CompletableFuture<>();

    final CompletableFuture<T> result = new CompletableFuture<>();
    boolean watched;
  }

  /**
   * A place in a group.
   *
   * @param first whether it is for whoever holds it to make the group's run
   */
  private record Place<T>(Group<T> group, boolean first) {}

  /**
   * Returns what a run came to that began after the call.
   *
   * @throws RuntimeException what the run threw
   * @throws CompletionException with what the run threw as its cause, if that is not to be thrown
   *     here
   */
  public T next() {
    Place<T> place = join();
    Group<T> group = place.group();
    if (place.first()) {
      runFor(group);
    }
    try {
      return group.result.get(patienceNanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return runAlone();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // for the run, if it waits for anything
      return runAlone();
    } catch (ExecutionException e) {
      throw unchecked(e.getCause());
    }
  }

  /**
   * Does what {@link #next} does, but no thread waits.
   *
   * @param threads where runs are made: others than those that ask
   * @param timer tells when the patience is over
   * @return what a run came to, or threw, as it is
   */
  public CompletionStage<T> nextAsync(Executor threads, ScheduledExecutorService timer) {
    Place<T> place = join();
    Group<T> group = place.group();
    if (place.first()) {
      var unused =
          group
              .turn
              .thenRunAsync(() -> runFor(group), threads)
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
    }
    return first;
  }

  private void awaitTurn(Group<T> group) {
    try {
      group.turn.get(patienceNanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      // out of turn, then
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new AssertionError("a turn does not fail", e);
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // it only makes groups larger
  private void runFor(Group<T> group) {
    try {
      awaitTurn(group);
      Thread.yield(); // on a busy machine, to those who are about to ask
      close(group);
      if (group.result.isDone()) { // by a run beside
        passTurnOn(group);
        return;
      }
      T result = Cancellation.shield(work);
      passTurnOn(group);
      group.result.complete(result);
    } catch (Exception | Error e) {
      fail(group, e);
    }
  }

  /** Or the group would wait for ever, and others would join. */
  private void fail(Group<T> group, Throwable thrown) {
    close(group);
    passTurnOn(group);
    group.result.completeExceptionally(thrown);
  }

  /** From now on whoever asks is of the next group. */
  private synchronized void close(Group<T> group) {
    if (gathering == group) {
      gathering = null;
    }
  }

  private void passTurnOn(Group<T> group) {
    Group<T> next;
    synchronized (this) {
      if (running != group) {
        return; // it ran out of turn
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
    if (group.result.isDone()) { // there was no thread for either for a while
      return;
    }
    close(group);
    try {
      group.result.complete(Cancellation.shield(work));
    } catch (Exception | Error e) {
      group.result.completeExceptionally(e);
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

package local.platform.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import local.platform.foundation.error.PlatformException;
import org.jspecify.annotations.Nullable;

/** Runs several actions at the same time, each in its own thread. */
public final class Together implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final ExecutorService threads = Executors.newCachedThreadPool();

  /**
   * The outcome of an action.
   *
   * @param result what it returned; null if it was refused
   * @param failure the refusal; null if there was none
   * @param <T> the result
   */
  public record Outcome<T>(@Nullable T result, @Nullable PlatformException failure) {

    /** Returns whether the action was not refused. */
    public boolean isDone() {
      return failure == null;
    }

    /** Returns {@code done}, or the code and reason of the refusal. */
    public String text() {
      return failure == null ? "done" : failure.code() + " " + failure.reason();
    }
  }

  /** Runs both at the same time and waits for their ends. */
  public <T> List<Outcome<T>> run(Supplier<T> one, Supplier<T> other) {
    return run(List.of(one, other));
  }

  /**
   * Runs all at the same time and waits for their ends. Refusals are outcomes; any other exception
   * fails the test.
   */
  public <T> List<Outcome<T>> run(List<Supplier<T>> actions) {
    CyclicBarrier start = new CyclicBarrier(actions.size());
    List<Future<Outcome<T>>> running = new ArrayList<>();
    for (Supplier<T> action : actions) {
      running.add(
          start(
              () -> {
                start.await();
                return outcome(action);
              }));
    }
    return running.stream().map(Together::await).toList();
  }

  /** Starts an action that runs while the test goes on. */
  public <T> Future<T> start(Callable<T> action) {
    return threads.submit(action);
  }

  /** Returns the result of a started action, which must end soon. */
  public static <T> T await(Future<T> running) {
    try {
      return running.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("it hangs", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Runs an action in this thread; returns its outcome. */
  public static <T> Outcome<T> outcome(Supplier<T> action) {
    try {
      return new Outcome<>(action.get(), null);
    } catch (PlatformException e) {
      return new Outcome<>(null, e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}

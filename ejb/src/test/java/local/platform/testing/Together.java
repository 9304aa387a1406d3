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

/** Runs several things at the same time, each in a thread of its own. */
public final class Together implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final ExecutorService threads = Executors.newCachedThreadPool();

  /**
   * What one of several came to.
   *
   * @param result what it returned; null if it failed
   * @param failure how it was refused; null if it was not
   * @param <T> what it returns
   */
  public record Outcome<T>(@Nullable T result, @Nullable PlatformException failure) {

    /** Whether it was done. */
    public boolean isDone() {
      return failure == null;
    }

    /** What it came to, in words: {@code done}, or the code and reason of the refusal. */
    public String text() {
      return failure == null ? "done" : failure.code() + " " + failure.reason();
    }
  }

  /** Starts both at once and waits until each has ended. */
  public <T> List<Outcome<T>> run(Supplier<T> one, Supplier<T> other) {
    return run(List.of(one, other));
  }

  /**
   * Starts all at once and waits until each has ended. A refusal is an outcome; whatever else is
   * thrown fails the test.
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

  /** Starts one, which goes on while the test does something else. */
  public <T> Future<T> start(Callable<T> action) {
    return threads.submit(action);
  }

  /** What one that was started came to, which does not take long. */
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

  /** What an action comes to, in this thread. */
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

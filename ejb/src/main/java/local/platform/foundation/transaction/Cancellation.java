package local.platform.foundation.transaction;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a client still waits for the work of the current thread. The work checks between
 * its steps and stops if nobody waits: a write that is not yet committed is then rolled back.
 */
public final class Cancellation {
  private static final ThreadLocal<@Nullable Supplier<Optional<Reason>>> SIGNAL =
      new ThreadLocal<>();

  private Cancellation() {}

  /** Why nobody waits for the work any more. */
  public enum Reason {
    /** The client cancelled the request. */
    CANCELLED(ErrorCode.CANCELLED, "the client cancelled the request"),
    /** The deadline that the client set has passed. */
    DEADLINE_EXCEEDED(ErrorCode.DEADLINE_EXCEEDED, "the deadline of the request has passed");

    private final ErrorCode code;
    private final String text;

    Reason(ErrorCode code, String text) {
      this.code = code;
      this.text = text;
    }

    private PlatformException exception() {
      return new PlatformException(code, name(), text, Map.of());
    }
  }

  /**
   * Runs work that stops when nobody waits for it.
   *
   * @param signal returns why nobody waits any more; empty as long as somebody does
   */
  public static <T> T watch(Supplier<Optional<Reason>> signal, Supplier<T> work) {
    SIGNAL.set(signal);
    try {
      return work.get();
    } finally {
      SIGNAL.remove();
    }
  }

  /**
   * Runs work whose result others share: it continues even if the client of this thread has gone.
   */
  static <T> T shield(Callable<T> work) throws Exception {
    Supplier<Optional<Reason>> signal = SIGNAL.get();
    if (signal == null) {
      return work.call();
    }
    SIGNAL.remove();
    try {
      return work.call();
    } finally {
      SIGNAL.set(signal);
    }
  }

  /**
   * Returns normally if somebody still waits for the work.
   *
   * @throws PlatformException CANCELLED or DEADLINE_EXCEEDED if nobody does
   */
  public static void check() {
    Supplier<Optional<Reason>> signal = SIGNAL.get();
    if (signal != null) {
      signal
          .get()
          .ifPresent(
              reason -> {
                throw reason.exception();
              });
    }
  }
}

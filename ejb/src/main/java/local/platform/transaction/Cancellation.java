package local.platform.transaction;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import local.platform.error.ErrorCode;
import local.platform.error.PlatformException;
import org.jspecify.annotations.Nullable;

/**
 * Whether anybody still waits for what this thread does. Work asks between its steps and stops
 * where nobody does: a write that is not committed by then is rolled back.
 */
public final class Cancellation {
  private static final ThreadLocal<@Nullable Supplier<Optional<Reason>>> SIGNAL =
      new ThreadLocal<>();

  private Cancellation() {}

  /** Why nobody waits any more. */
  public enum Reason {
    /** The client gave the request up. */
    CANCELLED(ErrorCode.CANCELLED, "the client cancelled the request"),
    /** The client said until when it would wait. */
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
   * Does work that stops when nobody waits for it.
   *
   * @param signal tells why nobody waits; empty as long as somebody does
   */
  public static <T> T watch(Supplier<Optional<Reason>> signal, Supplier<T> work) {
    SIGNAL.set(signal);
    try {
      return work.get();
    } finally {
      SIGNAL.remove();
    }
  }

  /** Does work that others wait for, too: it goes on when the client of this thread has gone. */
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
   * Goes on if somebody waits.
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

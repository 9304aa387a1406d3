package local.platform.foundation.error;

import java.util.Objects;
import java.util.stream.Stream;

/** Chains of causes. */
public final class Causes {
  /** Far longer than any real chain; a limit is needed because a chain may be circular. */
  private static final int MAX_DEPTH = 50;

  private Causes() {}

  /** Returns the failure, its cause, the cause of that, and so on. */
  public static Stream<Throwable> of(Throwable thrown) {
    return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause).limit(MAX_DEPTH);
  }
}

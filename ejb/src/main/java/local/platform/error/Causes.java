package local.platform.error;

import java.util.Objects;
import java.util.stream.Stream;

/** What a failure was caused by. */
public final class Causes {
  /** Far beyond any real chain; a chain may be a circle. */
  private static final int MAX_DEPTH = 50;

  private Causes() {}

  /** The failure, its cause, the cause of that, and so on. */
  public static Stream<Throwable> of(Throwable thrown) {
    return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause).limit(MAX_DEPTH);
  }
}

package local.platform.foundation.transaction;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a write, and what is known of the attempts before it. If the connection breaks
 * during a commit, nobody knows whether the commit succeeded: the next attempt must find out before
 * it repeats the work.
 *
 * @param <T> what the write returns
 */
public final class Attempt<T> {
  private final int number;
  private final boolean uncertain;
  private final @Nullable T uncertainResult;

  private Attempt(int number, boolean uncertain, @Nullable T uncertainResult) {
    this.number = number;
    this.uncertain = uncertain;
    this.uncertainResult = uncertainResult;
  }

  /** Returns an attempt of which it is known that none before it was committed. */
  public static <T> Attempt<T> first() {
    return new Attempt<>(1, false, null);
  }

  /** Returns the attempt that follows this one after a rollback. */
  Attempt<T> next() {
    return new Attempt<>(number + 1, uncertain, uncertainResult);
  }

  /**
   * Returns the attempt that follows this one when it is not known whether this one was committed.
   */
  Attempt<T> nextAfterUnknownCommit(@Nullable T result) {
    return new Attempt<>(number + 1, true, result);
  }

  /** Returns the number of this attempt, from 1. */
  int number() {
    return number;
  }

  /** Returns whether an earlier attempt may have been committed. */
  public boolean mayHaveCommitted() {
    return uncertain;
  }

  /**
   * Returns the result of the last attempt whose commit has an unknown outcome; empty if there is
   * none.
   */
  public Optional<T> uncertainResult() {
    return Optional.ofNullable(uncertainResult);
  }
}

package local.platform.transaction;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a write, and what is known of the attempts before it. The connection may break
 * while a commit is under way; then nobody knows whether it happened, and the next attempt must
 * find out before it does the same again.
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

  static <T> Attempt<T> first() {
    return new Attempt<>(1, false, null);
  }

  /** The attempt after this one, which was rolled back. */
  Attempt<T> next() {
    return new Attempt<>(number + 1, uncertain, uncertainResult);
  }

  /** The attempt after this one, of which nobody knows whether it was committed. */
  Attempt<T> nextAfterUnknownCommit(@Nullable T result) {
    return new Attempt<>(number + 1, true, result);
  }

  /** 1 for the first attempt. */
  int number() {
    return number;
  }

  /** Whether an earlier attempt may have been committed. */
  public boolean mayHaveCommitted() {
    return uncertain;
  }

  /**
   * What the earlier attempt came to of which nobody knows whether it was committed; empty if there
   * is none.
   */
  public Optional<T> uncertainResult() {
    return Optional.ofNullable(uncertainResult);
  }
}

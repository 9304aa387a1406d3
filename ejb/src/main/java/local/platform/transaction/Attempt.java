package local.platform.transaction;

import java.util.function.ToLongFunction;
import local.platform.error.PlatformException;
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
  private final @Nullable T earlierResult;

  private Attempt(int number, boolean uncertain, @Nullable T earlierResult) {
    this.number = number;
    this.uncertain = uncertain;
    this.earlierResult = earlierResult;
  }

  static <T> Attempt<T> first() {
    return new Attempt<>(1, false, null);
  }

  /** The attempt after this one, which was rolled back. */
  Attempt<T> next() {
    return new Attempt<>(number + 1, uncertain, earlierResult);
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
  public boolean mayBeDone() {
    return uncertain;
  }

  /**
   * Whether what is stored is what an earlier attempt left behind, which then was committed after
   * all.
   *
   * @param stored what the resource looks like now
   * @param version its number of changes
   * @throws PlatformException ABORTED if others have changed it since, so that nobody can tell
   */
  public boolean isDone(T stored, ToLongFunction<T> version) {
    if (!uncertain || earlierResult == null) {
      return false;
    }
    if (stored.equals(earlierResult)) {
      return true;
    }
    if (version.applyAsLong(stored) >= version.applyAsLong(earlierResult)) {
      throw PlatformException.concurrentUpdate();
    }
    return false;
  }
}

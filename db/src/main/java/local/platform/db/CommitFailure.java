package local.platform.db;

import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why a commit of this thread failed. The pool of the application server only passes on the text of
 * the exception, and whether the outcome is known depends on its code.
 */
public final class CommitFailure {
  private static final ThreadLocal<@Nullable SQLException> LAST = new ThreadLocal<>();

  private CommitFailure() {}

  /** Remembers why a commit failed. */
  static void note(SQLException failure) {
    LAST.set(failure);
  }

  /**
   * Returns why the last commit of this thread failed, and forgets it; empty if none has failed
   * since the last call, or if it was not one of MySQL.
   */
  public static Optional<SQLException> take() {
    Optional<SQLException> last = Optional.ofNullable(LAST.get());
    LAST.remove();
    return last;
  }
}

package local.platform.foundation.transaction;

import jakarta.ejb.ApplicationException;

/**
 * Thrown when the database cannot be reached, with the original exception as its cause. The
 * container logs system exceptions with their whole stack trace, and would do so for every request
 * while the database is away; this is an application exception.
 */
@ApplicationException(rollback = true)
public final class DatabaseAwayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private DatabaseAwayException(RuntimeException cause) {
    super(cause.getMessage(), cause);
  }

  /** Wraps a failure to reach the database; returns any other failure as it is. */
  static RuntimeException orSame(RuntimeException failure) {
    return DatabaseFailure.of(failure).kind() == DatabaseFailure.Kind.CONNECTION
        ? new DatabaseAwayException(failure)
        : failure;
  }
}

package local.platform.transaction;

import jakarta.ejb.ApplicationException;

/**
 * Thrown in place of the exception that tells that the database cannot be reached, which is its
 * cause. The container logs every exception that it does not know with its whole stack, and would
 * do so for each request while the database is away.
 */
@ApplicationException(rollback = true)
public final class DatabaseAwayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private DatabaseAwayException(RuntimeException cause) {
    super(cause.getMessage(), cause);
  }

  /** Such an exception for a failure to reach the database, and any other failure as it is. */
  static RuntimeException orSame(RuntimeException failure) {
    return DatabaseFailure.of(failure).kind() == DatabaseFailure.Kind.CONNECTION
        ? new DatabaseAwayException(failure)
        : failure;
  }
}

package local.platform.db;

/**
 * The database cannot be used: it is not one that is supported, or it cannot be reached. The
 * message says which.
 */
public final class UnsupportedDatabaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnsupportedDatabaseException(String message) {
    super(message);
  }

  UnsupportedDatabaseException(String message, Throwable cause) {
    super(message, cause);
  }
}

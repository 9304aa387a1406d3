package local.platform.db;

import java.sql.SQLException;

/** Thrown when the database is not supported or cannot be reached. The message says which. */
public final class UnsupportedDatabaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The error code of H2 for a file that another process has locked. */
  private static final int H2_FILE_IN_USE = 90_020;

  UnsupportedDatabaseException(String message) {
    super(message);
  }

  UnsupportedDatabaseException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Returns the exception for a database that cannot be reached. */
  static UnsupportedDatabaseException unreachable(SQLException e) {
    if (e.getErrorCode() == H2_FILE_IN_USE) {
      return new UnsupportedDatabaseException(
          "the database is in use by another process, which must be stopped first", e);
    }
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return new UnsupportedDatabaseException(
        "the database cannot be reached: " + cause.getMessage(), e);
  }
}

package local.platform.db;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Thrown when the database is not supported or cannot be reached. The message says which. */
public final class UnsupportedDatabaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The error code of H2 for a file that another process has locked. */
  private static final int H2_FILE_IN_USE = 90_020;

  /** The message of MySQL's driver if it needs the server's key to encrypt the password. */
  private static final String NO_PUBLIC_KEY = "Public Key Retrieval is not allowed";

  UnsupportedDatabaseException(String message) {
    super(message);
  }

  UnsupportedDatabaseException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Returns the exception for a database that cannot be reached. */
  static UnsupportedDatabaseException unreachable(SQLException e) {
    if (e.getErrorCode() == H2_FILE_IN_USE) {
      return inUse(e);
    }
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (NO_PUBLIC_KEY.equals(cause.getMessage())) {
      return new UnsupportedDatabaseException(
          "the connection to MySQL is not encrypted, so the password would be encrypted with a key that anybody in between could replace:"
              + " use TLS, with sslMode=VERIFY_IDENTITY or at least sslMode=REQUIRED in PLATFORM_DB_URL;"
              + " if MySQL has no TLS, give the driver a copy of its key with serverRSAPublicKeyFile",
          e);
    }
    return new UnsupportedDatabaseException(
        "the database cannot be reached: " + cause.getMessage(), e);
  }

  /** Returns the exception for a file that another process uses. */
  static UnsupportedDatabaseException inUse(@Nullable Throwable cause) {
    return new UnsupportedDatabaseException(
        "the database is in use by another process, which must be stopped first", cause);
  }
}

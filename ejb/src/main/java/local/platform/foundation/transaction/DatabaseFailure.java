package local.platform.foundation.transaction;

import jakarta.persistence.OptimisticLockException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import local.platform.foundation.error.Causes;
import org.hibernate.StaleStateException;
import org.hibernate.exception.JDBCConnectionException;

/**
 * A failure of the database, determined from a thrown exception.
 *
 * @param kind what it means for the transaction
 * @param message the driver's message, in lower case; used to find the name of a constraint, never
 *     shown to a client
 */
public record DatabaseFailure(Kind kind, String message) {

  /** The consequence of a failure for the transaction in which it happened. */
  public enum Kind {
    /** It lost against another transaction and was rolled back; a retry may succeed. */
    CONFLICT,
    /**
     * The database cannot be reached, or not be written because its disk is full, or the connection
     * broke.
     */
    CONNECTION,
    /**
     * The group of MySQL servers rolled it back at its commit: it lost against another transaction,
     * or its member left the group, and then the others may have committed it.
     */
    ROLLED_BACK_BY_GROUP,
    /**
     * The member did not pass it to its group, so it is not committed: it is too large, or the
     * member is about to leave.
     */
    REFUSED_BY_GROUP,
    /** A row with the same key exists. */
    DUPLICATE,
    /** The row refers to one that does not exist. */
    MISSING_PARENT,
    /** The row cannot be deleted because others refer to it. */
    HAS_CHILDREN,
    /** A statement exceeded its time limit. */
    TIMEOUT,
    /** None of these. */
    OTHER
  }

  private static final int MYSQL_LOCK_WAIT_TIMEOUT = 1205;
  private static final int MYSQL_DEADLOCK = 1213;
  private static final int MYSQL_ERROR_DURING_COMMIT = 1180; // Group Replication: certification
  private static final int MYSQL_ROLLED_BACK_BY_PLUGIN = 3101; // at the commit, by the group
  private static final int MYSQL_REPLICATION_HOOK_FAILED = 3100; // before it was sent to the group
  private static final int MYSQL_OPTION_PREVENTS_STATEMENT = 1290; // read-only node
  private static final int MYSQL_READ_ONLY_MODE = 1836;
  private static final int MYSQL_OFFLINE_MODE = 3032; // the member has left its group
  private static final int MYSQL_CONSISTENCY_NOT_ALLOWED = 3796; // these four: not in the group
  private static final int MYSQL_WAIT_BEFORE_FAILED = 3797;
  private static final int MYSQL_WAIT_AFTER_FAILED = 3798;
  private static final int MYSQL_WAIT_FOR_PRIMARY_FAILED = 3799;
  private static final int MYSQL_DUPLICATE_ENTRY = 1062;
  private static final int MYSQL_ROW_IS_REFERENCED = 1451;
  private static final int MYSQL_NO_REFERENCED_ROW = 1452;
  private static final int MYSQL_QUERY_TIMEOUT = 3024;
  private static final int MYSQL_DISK_FULL = 1021;
  private static final int MYSQL_TABLE_FULL = 1114; // there is no more room for it
  private static final int H2_LOCK_TIMEOUT = 50200;
  private static final int H2_DEADLOCK = 40001;
  private static final int H2_CONCURRENT_UPDATE = 90131;
  private static final int H2_OBJECT_CLOSED = 90007; // by the pool, which closes all connections
  private static final int H2_DATABASE_CLOSED = 90098;
  private static final int H2_DATABASE_CALLED_AT_SHUTDOWN = 90121;
  private static final int H2_FILE_IN_USE = 90020;
  private static final int H2_INPUT_OUTPUT = 90028;
  private static final int H2_INPUT_OUTPUT_OF_FILE = 90031;
  private static final int H2_READ_ONLY = 90097; // while the disk is nearly full
  private static final int H2_OUT_OF_MEMORY = 90108;
  private static final int H2_DUPLICATE_KEY = 23505;
  private static final int H2_ROW_IS_REFERENCED = 23503;
  private static final int H2_NO_REFERENCED_ROW = 23506;
  private static final int H2_STATEMENT_CANCELED = 57014;

  /**
   * Finds the primary key in a message. MySQL writes {@code 'table.PRIMARY'}; H2 writes the name of
   * an index, {@code PRIMARY_KEY} with a number that the schema does not determine.
   */
  private static final Pattern PRIMARY_KEY =
      Pattern.compile("\\.primary'|\"[^\"]*\\bprimary_key\\w* on ");

  private static final Set<Integer> CONFLICTS =
      Set.of(
          MYSQL_LOCK_WAIT_TIMEOUT,
          MYSQL_DEADLOCK,
          MYSQL_ERROR_DURING_COMMIT,
          H2_LOCK_TIMEOUT,
          H2_DEADLOCK,
          H2_CONCURRENT_UPDATE);
  private static final Set<Integer> CONNECTIONS =
      Set.of(
          MYSQL_OPTION_PREVENTS_STATEMENT,
          MYSQL_READ_ONLY_MODE,
          MYSQL_OFFLINE_MODE,
          MYSQL_CONSISTENCY_NOT_ALLOWED,
          MYSQL_WAIT_BEFORE_FAILED,
          MYSQL_WAIT_AFTER_FAILED,
          MYSQL_WAIT_FOR_PRIMARY_FAILED,
          MYSQL_DISK_FULL,
          MYSQL_TABLE_FULL,
          H2_OBJECT_CLOSED,
          H2_DATABASE_CLOSED,
          H2_DATABASE_CALLED_AT_SHUTDOWN,
          H2_FILE_IN_USE,
          H2_INPUT_OUTPUT,
          H2_INPUT_OUTPUT_OF_FILE,
          H2_READ_ONLY,
          H2_OUT_OF_MEMORY);

  /** Classifies an exception by the first in its chain of causes that has a known meaning. */
  public static DatabaseFailure of(Throwable thrown) {
    return Causes.of(thrown)
        .map(DatabaseFailure::ofOne)
        .filter(failure -> failure.kind() != Kind.OTHER)
        .findFirst()
        .orElse(new DatabaseFailure(Kind.OTHER, ""));
  }

  /** Returns whether the named constraint was violated. */
  public boolean concerns(String constraint) {
    return message.contains(constraint);
  }

  /** Returns whether the failure is a duplicate value of the named unique key. */
  public boolean isDuplicateOf(String uniqueKey) {
    return kind == Kind.DUPLICATE && concerns(uniqueKey);
  }

  /** Returns whether the failure is a duplicate of a primary key, whatever its name is. */
  public boolean isDuplicatePrimaryKey() {
    return kind == Kind.DUPLICATE && PRIMARY_KEY.matcher(message).find();
  }

  private static DatabaseFailure ofOne(Throwable thrown) {
    String message = String.valueOf(thrown.getMessage()).toLowerCase(Locale.ROOT);
    if (thrown instanceof OptimisticLockException || thrown instanceof StaleStateException) {
      return new DatabaseFailure(Kind.CONFLICT, message);
    }
    if (thrown instanceof SQLException sql) {
      return new DatabaseFailure(kind(sql), message);
    }
    // The pool reports that it has no connection to give without an SQLException of the driver, and
    // for H2 a file that it cannot write is a general error, of which this exception is the cause.
    String name = thrown.getClass().getName();
    boolean noConnection =
        thrown instanceof JDBCConnectionException
            || name.endsWith(".PoolingException")
            || name.endsWith(".MVStoreException");
    return new DatabaseFailure(noConnection ? Kind.CONNECTION : Kind.OTHER, message);
  }

  private static Kind kind(SQLException sql) {
    int code = sql.getErrorCode();
    String state = String.valueOf(sql.getSQLState());
    if (CONFLICTS.contains(code)) {
      return Kind.CONFLICT;
    }
    if (CONNECTIONS.contains(code) || state.startsWith("08")) {
      return Kind.CONNECTION;
    }
    return switch (code) {
      case MYSQL_DUPLICATE_ENTRY, H2_DUPLICATE_KEY -> Kind.DUPLICATE;
      case MYSQL_NO_REFERENCED_ROW, H2_NO_REFERENCED_ROW -> Kind.MISSING_PARENT;
      case MYSQL_ROW_IS_REFERENCED, H2_ROW_IS_REFERENCED -> Kind.HAS_CHILDREN;
      case MYSQL_ROLLED_BACK_BY_PLUGIN -> Kind.ROLLED_BACK_BY_GROUP;
      case MYSQL_REPLICATION_HOOK_FAILED -> Kind.REFUSED_BY_GROUP;
      case MYSQL_QUERY_TIMEOUT, H2_STATEMENT_CANCELED -> Kind.TIMEOUT;
      // The driver reports a broken connection by the class of its exception.
      default ->
          sql instanceof SQLTransientConnectionException
                  || sql instanceof SQLNonTransientConnectionException
              ? Kind.CONNECTION
              : Kind.OTHER;
    };
  }
}

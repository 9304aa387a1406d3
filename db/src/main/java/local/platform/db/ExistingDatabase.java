package local.platform.db;

import com.mysql.cj.jdbc.AbandonedConnectionCleanupThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import local.platform.config.DatabaseSettings;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStoreException;

/**
 * Reads the configured database without an application server. Nothing is created, migrated or
 * written, and nothing remains in this process. Only what a killed process has left is ended, if H2
 * cannot read its file before that.
 */
public final class ExistingDatabase {
  private static final int H2_NO_SUCH_FILE = 90_146;

  /**
   * The error code of H2 when it opens a database read-only that has no user yet: the process that
   * created it was ended at once.
   */
  private static final int H2_READ_ONLY_DATABASE = 90_097;

  /**
   * The beginning of the SQL states of MySQL and H2 for a missing table: 42S02, 42S03 and 42S04.
   */
  private static final String MISSING_TABLE = "42S0";

  private static final Map<String, String> H2_EXISTING = Map.of("IFEXISTS", "TRUE");
  private static final Map<String, String> H2_READ_ONLY =
      Map.of("ACCESS_MODE_DATA", "r", "IFEXISTS", "TRUE");

  private ExistingDatabase() {}

  /**
   * Reads from a database.
   *
   * @param <T> the result
   */
  @FunctionalInterface
  public interface Reading<T> {
    /** Reads from a connection. */
    T from(Connection connection) throws SQLException;
  }

  /**
   * Reads from the database.
   *
   * @return what was read; empty if the file of an embedded database does not exist yet, or was
   *     just being created
   * @throws UnsupportedDatabaseException if the database cannot be reached, is in use by another
   *     process, or is not supported
   * @throws SQLException if it cannot be read
   */
  public static <T> Optional<T> read(DatabaseSettings settings, Reading<T> reading)
      throws SQLException {
    return DatabaseVendor.of(settings) == DatabaseVendor.H2
        ? readH2(settings, reading)
        : readMySql(settings, reading);
  }

  /**
   * Returns whether a statement failed because a table does not exist, as before the first start.
   */
  public static boolean isMissingTable(SQLException e) {
    return e.getSQLState() != null && e.getSQLState().startsWith(MISSING_TABLE);
  }

  /**
   * Checks that this version has migrated the database, if any has. Otherwise it may contain values
   * in an older form.
   *
   * @throws UnsupportedDatabaseException if it has not
   * @throws SQLException if the database does not answer
   */
  public static void requireMigrated(Connection connection) throws SQLException {
    if (SchemaMigration.version(connection).orElse(SchemaMigration.NEWEST)
        < SchemaMigration.NEWEST) {
      throw new UnsupportedDatabaseException(
          "this version of the server has not migrated the database yet: start the server first");
    }
  }

  private static <T> Optional<T> readH2(DatabaseSettings settings, Reading<T> reading)
      throws SQLException {
    // A shared database cannot be opened read-only, and must not be shut down here.
    boolean shared = isShared(settings);
    if (DataFiles.h2File(settings).filter(ExistingDatabase::isEmpty).isPresent()) {
      return Optional.empty();
    }
    Optional<Connection> opened = connectH2(settings);
    if (opened.isEmpty()) {
      return Optional.empty();
    }
    try (Connection connection = opened.get();
        Statement statement = connection.createStatement()) {
      try {
        DatabaseVendor.H2.requireSupported(connection);
        return Optional.of(reading.from(connection));
      } finally {
        if (!shared) {
          // A setting in the file may keep the database open after the last connection is closed.
          statement.execute("SHUTDOWN");
        }
      }
    }
  }

  /** Returns whether a file is there but was never used, which H2 refuses to open read-only. */
  private static boolean isEmpty(Path file) {
    try {
      return Files.size(file) == 0;
    } catch (IOException e) {
      return false; // H2 says what is wrong with it
    }
  }

  /** Returns whether other processes may use an embedded database at the same time. */
  static boolean isShared(DatabaseSettings settings) {
    return DatabaseSettings.sets(settings.url(), "auto_server");
  }

  private static <T> Optional<T> readMySql(DatabaseSettings settings, Reading<T> reading)
      throws SQLException {
    try (Connection connection = connectMySql(settings)) {
      DatabaseVendor.MYSQL.requireSupported(connection);
      connection.setReadOnly(true);
      return Optional.of(reading.from(connection));
    } finally {
      // The thread of the driver would keep its class loader in memory.
      AbandonedConnectionCleanupThread.checkedShutdown();
    }
  }

  private static Connection connectMySql(DatabaseSettings settings) {
    try {
      return MySqlHosts.openWritable(
          MySqlHosts.urls(PlatformDataSource.patientUrl(settings)),
          url -> open(DatabaseVendor.MYSQL, url, settings));
    } catch (SQLException e) {
      throw UnsupportedDatabaseException.unreachable(e);
    }
  }

  private static Connection open(DatabaseVendor vendor, String url, DatabaseSettings settings)
      throws SQLException {
    return PlatformDataSource.driver(vendor, url)
        .getConnection(settings.user(), settings.password());
  }

  private static Optional<Connection> connectH2(DatabaseSettings settings) throws SQLException {
    boolean writes =
        isShared(settings) || DatabaseSettings.sets(settings.url(), "access_mode_data");
    try {
      return Optional.of(writes ? openWritable(settings) : openH2(settings, H2_READ_ONLY));
    } catch (SQLException e) {
      if (e.getErrorCode() == H2_NO_SUCH_FILE || e.getErrorCode() == H2_READ_ONLY_DATABASE) {
        return Optional.empty();
      }
      if (!writes && mustBeWritten(e)) {
        return Optional.of(openWritable(settings));
      }
      throw UnsupportedDatabaseException.unreachable(e);
    }
  }

  private static Connection openH2(DatabaseSettings settings, Map<String, String> properties)
      throws SQLException {
    return open(
        DatabaseVendor.H2, DatabaseVendor.H2.complete(settings.url(), properties), settings);
  }

  /**
   * Returns whether H2 could not open a file without writing it: a process was killed in the middle
   * of a commit of so much that H2 writes while it ends that.
   */
  private static boolean mustBeWritten(SQLException e) {
    return e.getCause() instanceof MVStoreException cause
        && cause.getErrorCode() == DataUtils.ERROR_WRITING_FAILED;
  }

  /** Opens a file as a start does: at its newest commit, and only if there is room. */
  private static Connection openWritable(DatabaseSettings settings) throws SQLException {
    Optional<Path> file = DataFiles.h2File(settings).filter(Files::exists);
    if (file.filter(path -> !DataDisk.hasRoom(path)).isPresent()) {
      throw new UnsupportedDatabaseException(DataDisk.FULL);
    }
    try {
      H2Recovery.recover(settings, file);
    } catch (IOException e) {
      throw new UnsupportedDatabaseException(
          "the file of the database cannot be read or written: " + e.getMessage(), e);
    }
    return openH2(settings, H2_EXISTING);
  }
}

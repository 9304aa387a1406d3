package local.platform.db;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;
import local.platform.config.DatabaseSettings;
import local.platform.file.PrivateFiles;

/**
 * Migrates a database of H2 in a copy of its file, which then takes the place of the file. Until
 * then the file stays as it is, whenever the process ends.
 *
 * <p>In the file itself H2 would leave more than whole statements behind: it changes the columns of
 * a table in several transactions, deletes rows before it commits that their table is gone, and may
 * read half of a transaction that was being committed.
 */
final class H2FileMigration {
  private static final String TABLES =
      """
      SELECT table_schema, table_name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema <> 'INFORMATION_SCHEMA'
        AND table_name NOT LIKE 'flyway%'
      """;

  /** The table with the built-in roles, by all names that it had during migrations. */
  private static final String ROLES = "(?i)ROLE(_TEXT|_BYTES|_COPY_\\d+_\\d+)?";

  /** The copy that H2 makes of a table while it changes the columns, by its name. */
  private static final String COPIES =
      """
      SELECT table_name FROM information_schema.tables
      WHERE table_name REGEXP '_COPY_[0-9]+_[0-9]+$'
      """;

  /** A use of a database, until it is shut down. */
  @FunctionalInterface
  private interface Use extends AutoCloseable {
    @Override
    void close() throws SQLException;
  }

  private final DatabaseSettings settings;
  private final Path file;
  private final Path copy;

  private H2FileMigration(DatabaseSettings settings, Path file) {
    this.settings = settings;
    this.file = file;
    this.copy =
        file.resolveSibling(
            file.getFileName().toString().replace(DataFiles.H2_SUFFIX, "")
                + ".migrating"
                + DataFiles.H2_SUFFIX);
  }

  /**
   * Opens a database. If it is in a file that one process uses alone, it is migrated before.
   *
   * @param migration applies the migrations that a database does not have yet
   * @return a connection that keeps the database open
   * @throws SQLException if the database cannot be opened
   * @throws IOException if the file cannot be copied or replaced
   */
  static Connection open(DatabaseSettings settings, Consumer<DataSource> migration)
      throws SQLException, IOException {
    Connection connection = dataSource(settings).getConnection();
    Optional<Path> file = DataFiles.h2File(settings);
    if (file.isEmpty()
        || ExistingDatabase.isShared(settings)
        || SchemaMigration.version(connection).orElse(0) >= SchemaMigration.NEWEST) {
      return connection;
    }
    // A link stays a link.
    new H2FileMigration(settings, file.get().toRealPath()).run(connection, migration);
    return dataSource(settings).getConnection();
  }

  private static DataSource dataSource(DatabaseSettings settings) {
    return PlatformDataSource.atStart(settings);
  }

  private void run(Connection connection, Consumer<DataSource> migration)
      throws SQLException, IOException {
    boolean empty;
    try (connection) {
      empty = isEmpty(connection);
      if (!empty) {
        refuseHalfChanged(connection);
      }
      shutDown(connection);
    }
    try (FileChannel original =
            FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock = original.tryLock()) {
      if (lock == null) {
        throw UnsupportedDatabaseException.inUse(null);
      }
      Files.deleteIfExists(copy);
      try (OutputStream target = PrivateFiles.create(copy)) {
        // The rest of a first start is not needed, and may be in any state.
        if (!empty) {
          // Another channel of this process, when closed, would release the lock.
          Channels.newInputStream(original).transferTo(target);
        }
      }
      migrateCopy(migration);
      Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      sync(file.getParent(), StandardOpenOption.READ);
    } finally {
      Files.deleteIfExists(copy);
    }
  }

  @SuppressWarnings("try") // the use of the copy, which only ends
  private void migrateCopy(Consumer<DataSource> migration) throws SQLException, IOException {
    DataSource dataSource = dataSource(DataFiles.withH2File(settings, copy));
    try (Connection connection = dataSource.getConnection();
        Use use = () -> shutDown(connection)) {
      migration.accept(dataSource);
    }
    sync(copy, StandardOpenOption.WRITE);
  }

  /** Returns whether no table has rows, apart from the built-in roles. */
  private static boolean isEmpty(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        Statement search = connection.createStatement();
        ResultSet tables = statement.executeQuery(TABLES)) {
      while (tables.next()) {
        String table = '"' + tables.getString(1) + "\".\"" + tables.getString(2) + '"';
        String condition = tables.getString(2).matches(ROLES) ? "parent_uid IS NOT NULL" : "TRUE";
        try (ResultSet row =
            search.executeQuery("SELECT 1 FROM " + table + " WHERE " + condition + " LIMIT 1")) {
          if (row.next()) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /**
   * Checks that no older version, which migrated the file itself, was ended while H2 changed the
   * columns of a table: the rows may be in its copy alone.
   */
  private static void refuseHalfChanged(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet copies = statement.executeQuery(COPIES)) {
      if (copies.next()) {
        throw new UnsupportedDatabaseException(
            "an older version was ended while H2 changed a table, and "
                + copies.getString(1)
                + " is left: restore the backup from before the upgrade");
      }
    }
  }

  private static void shutDown(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      // A setting in the file may keep the database open after the last connection is closed.
      statement.execute("SHUTDOWN");
    }
  }

  private static void sync(Path path, StandardOpenOption access) throws IOException {
    try (FileChannel channel = FileChannel.open(path, access)) {
      channel.force(true);
    }
  }
}

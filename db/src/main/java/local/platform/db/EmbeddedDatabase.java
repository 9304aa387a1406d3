package local.platform.db;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import local.platform.config.DatabaseSettings;
import org.h2.engine.Database;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;

/**
 * A database of H2 in this process. H2 closes it if it cannot write, if the heap is exhausted, or
 * if a thread is interrupted while it reads; the connections to it then seem to be intact, but
 * every statement fails. Here such connections are invalid, and the next one opens the database
 * again. While the disk cannot be written, it is opened for reading only.
 */
final class EmbeddedDatabase {
  private static final Logger LOG = System.getLogger(EmbeddedDatabase.class.getName());

  private static final Map<String, EmbeddedDatabase> BY_URL = new ConcurrentHashMap<>();

  private static final Map<String, String> READ_ONLY = Map.of("ACCESS_MODE_DATA", "r");

  private static final int H2_FILE_IN_USE = 90_020;

  private final DatabaseSettings settings;
  private final Optional<Path> file;
  private final DataDisk disk;
  private DataSource connections;
  private @Nullable Database open;
  private volatile boolean readOnly;
  private boolean problemLogged;
  private long openings;

  /**
   * Creates a database that is not open yet.
   *
   * @param file its file; empty if it is not in an ordinary one
   */
  EmbeddedDatabase(DatabaseSettings settings, Optional<Path> file, DataDisk disk) {
    this.settings = settings;
    this.file = file;
    this.disk = disk;
    this.connections = driver(settings.url());
  }

  /** Returns the database with these settings: one for the whole process. */
  static EmbeddedDatabase of(DatabaseSettings settings) {
    return BY_URL.computeIfAbsent(
        settings.url(),
        url -> {
          Optional<Path> file = DataFiles.h2File(settings);
          return new EmbeddedDatabase(settings, file, DataDisk.of(file));
        });
  }

  /**
   * Returns a new connection, and opens the database if it is not open.
   *
   * @throws SQLException if that is not possible
   */
  synchronized Connection connect() throws SQLException {
    if (open != null && isOver(store(open))) {
      end(open);
    }
    try {
      return connection();
    } catch (SQLException e) {
      Database lost = open;
      if (lost == null || e.getErrorCode() != H2_FILE_IN_USE) {
        throw e;
      }
      // A thread that was still at work in the opening before, and ran out of memory, has removed
      // this one from the databases that H2 knows.
      end(lost);
      return connection();
    }
  }

  private Connection connection() throws SQLException {
    if (open == null) {
      prepareOpening();
    }
    Connection connection = connections.getConnection(settings.user(), settings.password());
    Optional<Database> database = databaseOf(connection);
    if (database.isPresent() && database.get() != open) {
      open = database.get();
      openings++;
      logOpening();
    }
    return (Connection)
        Proxy.newProxyInstance(
            EmbeddedDatabase.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            new Handler(connection, database.map(EmbeddedDatabase::store), openings));
  }

  private void prepareOpening() throws SQLException {
    readOnly = !disk.isWritable();
    String url = readOnly ? DatabaseVendor.H2.complete(settings.url(), READ_ONLY) : settings.url();
    connections = driver(url);
    if (openings > 0) {
      recover();
    }
  }

  private static DataSource driver(String url) {
    return PlatformDataSource.driver(DatabaseVendor.H2, url);
  }

  /** Looks for the newest commit, in case the opening before did not end in order. */
  private void recover() throws SQLException {
    try {
      H2Recovery.recover(settings, file);
    } catch (IOException | UnsupportedDatabaseException e) {
      throw new SQLNonTransientConnectionException("the database cannot be opened again", e);
    }
  }

  private void logOpening() {
    if (readOnly) {
      LOG.log(Level.ERROR, DataDisk.FULL + ": the database can only be read until there is room");
    } else if (problemLogged) {
      LOG.log(Level.INFO, "the database is open again");
    }
    problemLogged = readOnly;
  }

  /** Returns the database of a connection; empty if another process has opened it. */
  private static Optional<Database> databaseOf(Connection connection) throws SQLException {
    return connection.unwrap(JdbcConnection.class).getSession() instanceof SessionLocal session
        ? Optional.of(session.getDatabase())
        : Optional.empty();
  }

  /** Returns whether connections to a database with this store are of no use any more. */
  private boolean isOver(MVStore store) {
    return store.isClosed() || store.getPanicException() != null || (readOnly && disk.isWritable());
  }

  /** Ends the opening of a database, whatever is left of it. Nothing is written. */
  private void end(Database database) {
    MVStoreException panic = store(database).getPanicException();
    if (panic != null) {
      LOG.log(Level.ERROR, "the database closed itself, because it failed to write", panic);
      problemLogged = true;
      disk.fail();
    }
    database.shutdownImmediately();
    open = null;
  }

  private static MVStore store(Database database) {
    return database.getStore().getMvStore();
  }

  /** Handles the calls of one connection, which can be unwrapped to it. */
  private final class Handler implements InvocationHandler, DatabaseOpening {
    private final Connection connection;
    private final Optional<MVStore> store;
    private final long opening;

    Handler(Connection connection, Optional<MVStore> store, long opening) {
      this.connection = connection;
      this.store = store;
      this.opening = opening;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
        throws Throwable {
      return switch (method.getName()) {
        case "isValid" ->
            store.filter(EmbeddedDatabase.this::isOver).isEmpty()
                && connection.isValid((int) arguments[0]);
        case "isWrapperFor" ->
            arguments[0] == DatabaseOpening.class
                || connection.isWrapperFor((Class<?>) arguments[0]);
        case "unwrap" ->
            arguments[0] == DatabaseOpening.class
                ? this
                : connection.unwrap((Class<?>) arguments[0]);
        case "close" -> {
          close();
          yield null;
        }
        default -> passedOn(method, arguments);
      };
    }

    private @Nullable Object passedOn(Method method, Object @Nullable [] arguments)
        throws Throwable {
      try {
        return method.invoke(connection, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }

    @Override
    public long numberForWrite() throws SQLException {
      if (readOnly || !disk.isWritable()) {
        throw new SQLTransientConnectionException(DataDisk.FULL);
      }
      requireFile();
      return opening;
    }

    /** H2 does not notice that an interrupted thread has closed the file. */
    private void requireFile() throws SQLException {
      Optional<MVStore> inFile = inFile();
      try {
        inFile.ifPresent(file -> file.getFileStore().readFully(null, 0, H2Recovery.BLOCK_BYTES));
      } catch (MVStoreException e) {
        inFile.ifPresent(MVStore::closeImmediately);
        throw new SQLNonTransientConnectionException("the database cannot be read", e);
      }
    }

    private Optional<MVStore> inFile() {
      return store.filter(each -> each.getFileStore() != null);
    }

    @Override
    public long makeDurable() throws SQLException {
      if (store.isEmpty()) {
        try (Statement statement = connection.createStatement()) {
          statement.execute("CHECKPOINT SYNC");
        }
        return opening;
      }
      try {
        inFile().ifPresent(Handler::write);
        return opening;
      } catch (MVStoreException e) {
        throw new SQLNonTransientConnectionException("the database cannot be written", e);
      }
    }

    /** Does what CHECKPOINT SYNC does, and waits for what the thread of H2 is about to write. */
    private static void write(MVStore store) {
      store.commit();
      store.executeFilestoreOperation(store::sync);
    }

    /**
     * Closes the connection, and with the last one the database. H2 forgets a database by its name
     * at the end, which then must not be that of the next opening.
     */
    private void close() throws SQLException {
      synchronized (EmbeddedDatabase.this) {
        connection.close();
        if (open != null && store(open).isClosed()) {
          end(open); // so that nothing of it stays in memory
        }
      }
    }
  }
}

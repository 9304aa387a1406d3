package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.Thread.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import local.platform.db.testing.FaultyDisk;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedDatabaseTest {
  @TempDir private Path directory;

  /** Whether the disk says that it has room. */
  private final AtomicBoolean room = new AtomicBoolean(true);

  /** Whether a file can be written beside the database. */
  private final AtomicBoolean quota = new AtomicBoolean(true);

  private FaultyDisk disk;
  private EmbeddedDatabase database;
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    disk = FaultyDisk.at(directory);
    database =
        FaultyDatabases.database(
            disk,
            new DataDisk(
                room::get,
                () -> {
                  if (!quota.get()) {
                    throw FaultyDisk.full();
                  }
                }));
    connection = database.connect();
    execute(connection, "CREATE TABLE thing (id INT PRIMARY KEY, text VARCHAR)");
    insert(connection, 1);
    opening(connection).makeDurable();
  }

  @AfterEach
  void close() throws SQLException {
    disk.repair();
    execute(current(), "SHUTDOWN IMMEDIATELY");
  }

  /** Returns the connection, or if it is not valid a new one, as a pool does. */
  private Connection current() throws SQLException {
    if (!connection.isValid(0)) {
      connection = database.connect();
    }
    return connection;
  }

  private static DatabaseOpening opening(Connection connection) throws SQLException {
    return connection.unwrap(DatabaseOpening.class);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void insert(Connection connection, int id) throws SQLException {
    execute(connection, "INSERT INTO thing VALUES (" + id + ", SPACE(10000))");
  }

  private static int rows(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet count =
            statement.executeQuery("SELECT COUNT(*) FROM thing WHERE LENGTH(text) = 10000")) {
      count.next();
      return count.getInt(1);
    }
  }

  private void failToWrite() throws SQLException {
    insert(current(), 2);
    disk.fill();
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> opening(connection).makeDurable());
  }

  @Test
  void aFullDiskEndsAnOpeningAndWhatWasDurableIsThereInTheNext() throws SQLException {
    long opening = opening(connection).numberForWrite();

    failToWrite();
    disk.repair();

    assertThat(connection.isValid(0)).isFalse();
    assertThat(rows(current())).isEqualTo(1);
    assertThat(opening(connection).numberForWrite()).isEqualTo(opening + 1);
    insert(connection, 3);
    assertThat(opening(connection).makeDurable()).isEqualTo(opening + 1);
  }

  @Test
  void withoutRoomItCanBeReadAndWithRoomItIsWrittenAgain() throws SQLException {
    room.set(false);
    failToWrite();

    assertThat(rows(current())).isEqualTo(1);
    assertThatExceptionOfType(SQLTransientConnectionException.class)
        .isThrownBy(() -> opening(connection).numberForWrite())
        .withMessageContaining("the disk of the database is full");
    assertThatExceptionOfType(SQLException.class).isThrownBy(() -> insert(connection, 3));
    assertThat(connection.isValid(0)).isTrue();

    disk.repair();
    room.set(true);

    assertThat(connection.isValid(0)).isFalse();
    insert(current(), 3);
    opening(connection).makeDurable();
    assertThat(rows(connection)).isEqualTo(2);
  }

  /** A disk may say that it has room, and yet not give it. */
  @Test
  void afterAFailedWriteAWriteMustSucceedBeforeItIsWrittenAgain() throws SQLException {
    quota.set(false);
    failToWrite();
    disk.repair();

    assertThat(rows(current())).isEqualTo(1);
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> opening(connection).numberForWrite());

    quota.set(true);
    while (connection.isValid(0)) {
      Thread.onSpinWait(); // it is tried once a second
    }
    insert(current(), 3);
  }

  /** Otherwise H2 itself would fail to write, and be closed. */
  @Test
  void nothingIsWrittenWhenThereIsLittleRoom() throws SQLException {
    room.set(false);

    assertThatExceptionOfType(SQLTransientConnectionException.class)
        .isThrownBy(() -> opening(connection).numberForWrite());
    assertThat(connection.isValid(0)).isTrue();
    assertThat(rows(connection)).isEqualTo(1);
  }

  @Test
  void anExhaustedHeapEndsAnOpeningToo() throws SQLException {
    insert(connection, 2);
    opening(connection).makeDurable();
    long opening = opening(connection).numberForWrite();
    disk.beforeRead(
        bytes -> {
          throw new OutOfMemoryError("Java heap space");
        });

    // closes the database from within a statement
    execute(connection, "SET CACHE_SIZE 0");
    assertThatExceptionOfType(SQLException.class).isThrownBy(() -> readUncached(connection));
    disk.repair();

    assertThat(connection.isValid(0)).isFalse();
    assertThat(rows(current())).isEqualTo(2);
    assertThat(opening(connection).numberForWrite()).isEqualTo(opening + 1);
  }

  private static void readUncached(Connection connection) throws SQLException {
    for (int i = 0; i < 100; i++) {
      rows(connection);
    }
  }

  /**
   * A thread that was at work in an opening that has ended can make H2 forget the next one, which
   * then still holds the file.
   */
  @Test
  void anOpeningThatH2HasForgottenIsEnded() throws SQLException {
    var old = ((SessionLocal) connection.unwrap(JdbcConnection.class).getSession()).getDatabase();
    failToWrite();
    disk.repair();
    insert(current(), 2);
    opening(connection).makeDurable();

    old.shutdownImmediately();
    Connection next = database.connect();

    assertThat(rows(next)).isEqualTo(2);
    assertThat(connection.isValid(0)).isFalse();
    connection = next;
  }

  @Test
  void anOpeningThatFailsIsTriedAgain() throws SQLException {
    failToWrite();
    disk.beforeRead(
        bytes -> {
          throw new IOException("Input/output error");
        });
    assertThatExceptionOfType(SQLException.class).isThrownBy(this::current);
    disk.repair();

    assertThat(rows(current())).isEqualTo(1);
  }

  /** H2 would make a new file. */
  @Test
  void aDatabaseWhoseFileIsGoneIsNotOpenedAgain() throws Exception {
    failToWrite();
    disk.repair();
    Path elsewhere = directory.resolve("elsewhere");
    Files.move(disk.file(), elsewhere);

    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(this::current)
        .withMessageContaining("cannot be opened again");

    Files.move(elsewhere, disk.file());
    assertThat(rows(current())).isEqualTo(1);
  }

  /** H2 by itself says that a checkpoint is complete while its thread is still writing. */
  @Test
  void whatABackgroundThreadIsAboutToWriteIsNotDurable() throws Exception {
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch mayFail = new CountDownLatch(1);
    disk.beforeWrite(
        bytes -> {
          writing.countDown();
          await(mayFail);
          throw FaultyDisk.full();
        });
    insert(connection, 2);
    // Twice a second H2 writes what was committed.
    assertThat(writing.await(30, TimeUnit.SECONDS)).isTrue();

    CompletableFuture<Long> durable = new CompletableFuture<>();
    Thread writer = new Thread(() -> durable.complete(durable()));
    writer.start();
    while (writer.getState() == State.RUNNABLE) {
      Thread.onSpinWait(); // until it waits, or has not waited
    }
    mayFail.countDown();

    assertThat(durable.get(30, TimeUnit.SECONDS)).isEqualTo(-1);
    disk.repair();
    assertThat(rows(current())).isEqualTo(1);
  }

  /** Returns what was made durable; -1 if that failed. */
  private long durable() {
    try {
      return opening(connection).makeDurable();
    } catch (SQLException e) {
      return -1;
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * H2 goes on with a file that was closed under it. The next write, or who asks for one, notices.
   */
  @Test
  void aThreadThatIsInterruptedWhileItReadsEndsAnOpening() throws SQLException {
    insert(connection, 2);
    opening(connection).makeDurable();
    execute(connection, "SET CACHE_SIZE 0");
    Thread.currentThread().interrupt();
    try {
      assertThatExceptionOfType(SQLException.class).isThrownBy(() -> readUncached(connection));
    } finally {
      Thread.interrupted();
    }

    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> opening(connection).numberForWrite());
    assertThat(connection.isValid(0)).isFalse();
    assertThat(rows(current())).isEqualTo(2);
  }
}

package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import local.platform.config.DatabaseSettings;
import local.platform.db.testing.FaultyDisk;
import local.platform.db.testing.TestDatabase;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExistingDatabaseTest {
  /** The first of them has nothing of a commit yet. */
  private static final int COPIES = 4;

  private static final int ROWS = 50_000;

  @TempDir private Path directory;

  @Test
  void aFileThatIsNotThereIsNotMade() throws SQLException {
    assertThat(ExistingDatabase.read(h2(""), connection -> "read")).isEmpty();

    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aFileThatWasBeingCreatedIsStillNoDatabase() throws SQLException, IOException {
    Path file = Files.createFile(directory.resolve("platform.mv.db"));
    assertThat(ExistingDatabase.read(h2(""), connection -> "read")).isEmpty();

    // The store is made before the user.
    MVStore.open(file.toString()).close();
    assertThat(ExistingDatabase.read(h2(""), connection -> "read")).isEmpty();
  }

  @Test
  void anEmbeddedDatabaseIsReadAndStaysAsItIs() throws SQLException, IOException {
    // This setting, which is stored in the database, would keep it open without connections.
    execute(h2(""), "create table t as select 42 as v", "set db_close_delay -1", "shutdown");
    Path file = directory.resolve("platform.mv.db");
    byte[] before = Files.readAllBytes(file);

    assertThat(ExistingDatabase.read(h2(""), ExistingDatabaseTest::answer)).contains(42);
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> ExistingDatabase.read(h2(""), ExistingDatabaseTest::write))
        .withMessageContaining("read only");

    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    assertThat(directory).isDirectoryContaining(file::equals);
    // Nobody has the database open any more, or this would be refused.
    execute(h2(";ACCESS_MODE_DATA=rws"), "shutdown");
  }

  /** H2 cannot end so large a transaction without writing, and reads nothing before that. */
  @Test
  void whatAKilledProcessHasLeftIsEndedFirst() throws SQLException, IOException {
    FaultyDisk disk = FaultyDisk.at(Files.createDirectory(directory.resolve("killed")));
    List<String> killed = new ArrayList<>();
    try (Connection connection =
            new PlatformDataSource(new DatabaseSettings(disk.url(), "sa", "", 2)).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "create table t as select repeat('x', 1000) as text from system_range(1, " + ROWS + ")");
      connection.setAutoCommit(false);
      statement.execute("update t set text = repeat('y', 1000)");
      disk.beforeWrite(
          bytes -> {
            if (killed.size() < COPIES) {
              killed.add("killed-" + killed.size());
              Files.copy(disk.file(), directory.resolve(killed.get(killed.size() - 1) + ".mv.db"));
            }
          });
      connection.commit();
      disk.repair();
      statement.execute("shutdown immediately");
    }

    assertThat(killed).hasSize(COPIES);
    for (String name : killed) {
      assertThat(ExistingDatabase.read(h2("", name), ExistingDatabaseTest::rowsBefore))
          .as(name)
          .hasValueSatisfying(rows -> assertThat(rows).isIn(0, ROWS));
    }
  }

  private static int rowsBefore(Connection connection) throws SQLException {
    return query(connection, "select count(*) from t where text like 'x%'");
  }

  @Test
  void aDatabaseThatProcessesShareCanBeReadToo() throws SQLException {
    execute(h2(""), "create table t as select 42 as v", "shutdown");

    assertThat(
            ExistingDatabase.read(
                h2(";AUTO_SERVER=TRUE;DB_CLOSE_ON_EXIT=TRUE"), ExistingDatabaseTest::answer))
        .contains(42);
  }

  @Test
  void mySqlIsReadAndNotWritten() throws SQLException {
    DatabaseSettings settings = TestDatabase.MYSQL.create();
    execute(settings, "create table t as select 42 as v");

    assertThat(ExistingDatabase.read(settings, ExistingDatabaseTest::answer)).contains(42);
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> ExistingDatabase.read(settings, ExistingDatabaseTest::write))
        .withMessageContaining("read-only");
  }

  @Test
  void aTableThatIsMissingIsRecognised() throws SQLException {
    execute(h2(""), "create table t as select 42 as v", "shutdown");
    for (DatabaseSettings settings : new DatabaseSettings[] {h2(""), TestDatabase.MYSQL.create()}) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(
              () ->
                  ExistingDatabase.read(
                      settings, connection -> query(connection, "select v from other")))
          .matches(ExistingDatabase::isMissingTable);
    }
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(
            () -> ExistingDatabase.read(h2(""), connection -> query(connection, "select w from t")))
        .matches(e -> !ExistingDatabase.isMissingTable(e));
  }

  @Test
  void aDatabaseThatCannotBeReachedIsTold() {
    DatabaseSettings nowhere = new DatabaseSettings("jdbc:mysql://127.0.0.1:1/d", "u", "p", 2);

    assertThatExceptionOfType(UnsupportedDatabaseException.class)
        .isThrownBy(() -> ExistingDatabase.read(nowhere, connection -> "read"))
        .withMessage("the database cannot be reached: Connection refused");
  }

  private DatabaseSettings h2(String settings) {
    return h2(settings, "platform");
  }

  private DatabaseSettings h2(String settings, String name) {
    return new DatabaseSettings("jdbc:h2:file:" + directory.resolve(name) + settings, "sa", "", 2);
  }

  private static void execute(DatabaseSettings settings, String... statements) throws SQLException {
    try (Connection connection = new PlatformDataSource(settings).getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static int answer(Connection connection) throws SQLException {
    return query(connection, "select v from t");
  }

  private static int query(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static int write(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate("delete from t");
    }
  }
}

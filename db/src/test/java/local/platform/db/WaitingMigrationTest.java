package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import local.platform.db.testing.TestDatabase;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Migrates tables of MySQL that somebody else uses: who comes later waits for the migration. */
class WaitingMigrationTest {
  private static final Duration PASS = Duration.ofMillis(100);
  private static final int MANY = 100;

  private PlatformDataSource dataSource;

  @BeforeEach
  void createTable() throws SQLException {
    dataSource = new PlatformDataSource(TestDatabase.MYSQL.create());
    try (Connection connection = dataSource.getConnection()) {
      Installation.execute(connection, "CREATE TABLE one (amount INT NOT NULL)");
      Installation.execute(connection, "INSERT INTO one (amount) VALUES (1)");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ALTER TABLE one ADD COLUMN more INT | BEGIN                | COMMIT        | 1
          UPDATE one SET amount = amount + 5  | LOCK TABLES one READ | UNLOCK TABLES | 6
          """)
  void othersPassWhileItWaits(String statement, String begin, String end, int amount)
      throws Exception {
    MigrationScript script = script(statement);
    try (Connection user = dataSource.getConnection();
        Connection migrating = dataSource.getConnection();
        Connection other = dataSource.getConnection()) {
      Installation.execute(user, begin);
      amount(user);
      CompletableFuture<Void> migration = start(() -> run(script, migrating, MANY));
      awaitWaiting(other, migration);

      assertThat(amount(other)).isEqualTo(1);

      assertThat(migration).isNotDone();
      Installation.execute(user, end);
      migration.get();
      assertThat(amount(other)).isEqualTo(amount);
    }
  }

  @Test
  void ifItWaitsTooLongTheNextStartContinues() throws Exception {
    MigrationScript script =
        script("ALTER TABLE one ADD COLUMN more INT;\nALTER TABLE one ADD COLUMN last INT");
    try (Connection user = dataSource.getConnection();
        Connection migrating = dataSource.getConnection()) {
      Installation.execute(user, "BEGIN");
      amount(user);

      assertThatExceptionOfType(FlywayException.class)
          .isThrownBy(() -> run(script, migrating, 1))
          .withMessageContaining("statement 1: ")
          .withMessageContaining("Lock wait timeout")
          .withMessageContaining("the next start continues");

      Installation.execute(user, "COMMIT");
      run(script, migrating, 1);
      assertThat(new VisibleSchema(migrating, DatabaseVendor.MYSQL).columns("one"))
          .contains("more", "last");
    }
  }

  @Test
  void anOlderVersionDoesNotWaitForThatOfANewerOne() throws Exception {
    PlatformDataSource migrated = new PlatformDataSource(TestDatabase.MYSQL.create());
    SchemaMigration.run(migrated, DatabaseVendor.MYSQL);
    try (Connection user = migrated.getConnection();
        Connection other = migrated.getConnection()) {
      Installation.execute(user, "BEGIN");
      amountOf(user, "SELECT COUNT(*) FROM operator");
      CompletableFuture<Void> migration =
          start(
              () ->
                  Installation.migrateAsNewer(
                      migrated,
                      DatabaseVendor.MYSQL,
                      "ALTER TABLE operator ADD COLUMN more INT NULL;\n"));
      awaitWaiting(other, migration);

      start(() -> SchemaMigration.run(migrated, DatabaseVendor.MYSQL)).get(1, TimeUnit.MINUTES);

      assertThat(migration).isNotDone();
      Installation.execute(user, "COMMIT");
      migration.get();
    }
  }

  private static CompletableFuture<Void> start(Runnable runnable) {
    return CompletableFuture.runAsync(runnable, task -> new Thread(task).start());
  }

  private static MigrationScript script(String statements) throws IOException {
    return MigrationScript.of(
        "V1000__waits.sql", new StringReader(statements + ";\n"), DatabaseVendor.MYSQL);
  }

  private static void run(MigrationScript script, Connection connection, int maxAttempts) {
    try {
      new MigrationExecution(script, connection, PASS, maxAttempts).run();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitWaiting(Connection connection, CompletableFuture<Void> migration)
      throws SQLException, ExecutionException, InterruptedException {
    while (amountOf(
            connection,
            "SELECT COUNT(*) FROM information_schema.processlist"
                + " WHERE state = 'Waiting for table metadata lock' AND db = DATABASE()")
        == 0) {
      if (migration.isDone()) {
        migration.get();
        throw new AssertionError("it did not wait");
      }
    }
  }

  private static int amount(Connection connection) throws SQLException {
    return amountOf(connection, "SELECT amount FROM one");
  }

  private static int amountOf(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getInt(1);
    }
  }
}

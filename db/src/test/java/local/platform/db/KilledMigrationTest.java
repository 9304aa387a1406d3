package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.StringReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import local.platform.db.MigrationStatement.Kind;
import local.platform.db.testing.TestDatabase;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Ends starts at each write of the migrations, of a first start and of the upgrades of an
 * installation with rows in every table. What is left is the same as without an end.
 */
class KilledMigrationTest {

  /** Without Flyway, which does the same around each migration, to save time. */
  @ParameterizedTest
  @CsvSource({"H2, false", "H2, true", "MYSQL, false", "MYSQL, true"})
  void everyStartContinuesWhereTheLastWasEnded(TestDatabase database, boolean rows)
      throws Exception {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());
    try (Connection connection = dataSource.getConnection()) {
      for (MigrationScript script : Installation.scripts(database.vendor())) {
        List<String> ends = endsUntilDone(dataSource, process -> execute(process, script));
        // after each statement, and after it is counted
        assertThat(ends.size()).isGreaterThanOrEqualTo(2 * changes(script).size());
        if (rows) {
          Installation.insertRows(connection, script.number());
        }
      }

      assertThat(Installation.content(connection, database.vendor()))
          .isEqualTo(undisturbed(database, rows));
      for (String table : rows ? Installation.tables(connection) : List.<String>of()) {
        assertThat(new VisibleSchema(connection, database.vendor()).hasRows(table))
            .as(table + " has rows in src/test/resources/installation")
            .isTrue();
      }
    }
  }

  private static List<MigrationStatement> changes(MigrationScript script) {
    return script.statements().stream()
        .filter(statement -> statement.kind() != Kind.SESSION)
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void flywayContinuesWhereItWasEnded(TestDatabase database) throws Exception {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());
    PlatformDataSource reference = new PlatformDataSource(database.create());
    int version = 4;

    List<String> ends =
        endsUntilDone(dataSource, process -> migrate(process, database.vendor(), version));
    migrate(reference, database.vendor(), version);

    assertThat(ends)
        .filteredOn(end -> end.startsWith("after") && end.contains("flyway_schema_history"))
        .hasSizeGreaterThan(version); // it is created, too
    try (Connection connection = dataSource.getConnection();
        Connection undisturbed = reference.getConnection()) {
      assertThat(Installation.content(connection, database.vendor()))
          .isEqualTo(Installation.content(undisturbed, database.vendor()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoUsesWhatIsRemovedIsRefusedBefore(TestDatabase database) throws Exception {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());
    SchemaMigration.run(dataSource, database.vendor());
    int newer = SchemaMigration.NEWEST + 1;
    try (Connection connection = dataSource.getConnection()) {
      Installation.execute(connection, "CREATE TABLE one (id INT, amount INT, last INT)");
      VisibleSchema schema = new VisibleSchema(connection, database.vendor());
      List<Integer> left = new ArrayList<>();

      endsUntilDone(
          dataSource,
          process -> {
            left.add(schema.columns("one").size());
            if (schema.columns("one").size() < 3) {
              assertIsRefused(dataSource, database);
            }
            Installation.migrateAsNewer(
                process,
                database.vendor(),
                "-- contract: "
                    + newer
                    + "\nALTER TABLE one DROP COLUMN amount;\nALTER TABLE one DROP COLUMN last;\n");
          });

      assertThat(left).startsWith(3).contains(2).endsWith(1);
      assertIsRefused(dataSource, database);
      assertThat(OldestVersion.of(connection)).isEqualTo(newer);
    }
  }

  private static void assertIsRefused(DataSource dataSource, TestDatabase database) {
    assertThatExceptionOfType(UnsupportedDatabaseException.class)
        .isThrownBy(() -> SchemaMigration.run(dataSource, database.vendor()))
        .withMessageContaining("a newer version of this server");
  }

  private static void migrate(DataSource dataSource, DatabaseVendor vendor, int version) {
    SchemaMigration.flyway(dataSource, vendor).target(String.valueOf(version)).load().migrate();
  }

  private static void execute(DataSource dataSource, MigrationScript script) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      new MigrationExecution(script, connection).run();
    }
  }

  /** Uses the database of a process. */
  @FunctionalInterface
  private interface Start {
    void with(DataSource dataSource) throws SQLException;
  }

  /** Lets one process after the other end at a write; returns at which. */
  private static List<String> endsUntilDone(DataSource dataSource, Start start)
      throws SQLException {
    List<String> ends = new ArrayList<>();
    Optional<String> end = Optional.of("");
    while (end.isPresent()) {
      MortalDataSource process = new MortalDataSource(dataSource, end.get());
      try {
        start.with(process);
        assertThat(process.end()).isEmpty();
      } catch (MortalDataSource.Killed e) {
        assertThat(process.end()).isPresent();
      }
      end = process.end();
      end.ifPresent(ends::add);
      assertThat(ends).hasSizeLessThan(1000);
    }
    return ends;
  }

  private static String undisturbed(TestDatabase database, boolean rows) throws Exception {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());
    try (Connection connection = dataSource.getConnection()) {
      for (int version = 1; version <= SchemaMigration.NEWEST; version++) {
        migrate(dataSource, database.vendor(), version);
        if (rows) {
          Installation.insertRows(connection, version);
        }
      }
      return Installation.content(connection, database.vendor());
    }
  }

  @ParameterizedTest
  @CsvSource({"H2, false", "H2, true", "MYSQL, false", "MYSQL, true"})
  void whatAnOlderVersionHasDoneIsFound(TestDatabase database, boolean rows) throws Exception {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());
    try (Connection connection = dataSource.getConnection()) {
      VisibleSchema schema = new VisibleSchema(connection, database.vendor());
      for (MigrationScript script : Installation.scripts(database.vendor())) {
        MigrationExecution execution = new MigrationExecution(script, connection);
        List<MigrationStatement> statements = script.statements();
        assertThat(execution.uncounted()).as("before " + script.script()).isZero();
        for (int i = 0; i < statements.size(); i++) {
          MigrationStatement statement = statements.get(i);
          assertThat(statement.isShownBy(schema)).as("before " + statement.sql()).isFalse();
          Installation.execute(connection, statement.sql());
          assertThat(statement.isShownBy(schema))
              .as("after " + statement.sql())
              .isEqualTo(!statement.effects().isEmpty());
          if (script.number() <= MigrationExecution.LAST_UNCOUNTED) {
            int found = execution.uncounted();
            assertThat(found).isLessThanOrEqualTo(i + 1);
            assertThat(IntStream.rangeClosed(found, i).mapToObj(statements::get))
                .as("executed again after " + statement.sql())
                .allMatch(repeated -> isRepeatable(repeated, rows));
          }
        }
        if (rows) {
          Installation.insertRows(connection, script.number());
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsThereAfterAMissingStatementIsNotOfAnOlderVersion(TestDatabase database)
      throws Exception {
    MigrationScript script =
        MigrationScript.of(
            "V0002__two_columns.sql",
            new StringReader(
                "ALTER TABLE one ADD COLUMN a INT;\nALTER TABLE one ADD COLUMN b INT;\n"),
            database.vendor());
    try (Connection connection = new PlatformDataSource(database.create()).getConnection()) {
      Installation.execute(connection, "CREATE TABLE one (b INT)");

      assertThat(new MigrationExecution(script, connection).uncounted()).isZero();
    }
  }

  /** Returns whether nothing changes if a statement is executed again. */
  private static boolean isRepeatable(MigrationStatement statement, boolean rows) {
    return statement.kind() == Kind.ROWS
        ? !rows // its source is empty, too
        : statement.effects().isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void everyKnownKindOfStatementIsContinued(TestDatabase database) throws Exception {
    String script =
        """
        SET @amount = 5;
        CREATE TABLE one (id INT NOT NULL, amount INT NOT NULL);
        INSERT INTO one (id, amount) VALUES (1, @amount);
        UPDATE one SET amount = amount + @amount;
        ALTER TABLE one ADD COLUMN name VARCHAR(9), ADD COLUMN text VARCHAR(9);
        CREATE INDEX ix_one_name ON one (name);
        ALTER TABLE one ADD CONSTRAINT uq_one_id UNIQUE (id);
        ALTER TABLE one RENAME TO two;
        INSERT INTO two (id, amount) VALUES (2, @amount);
        DELETE FROM two WHERE id = 2;
        ALTER TABLE two DROP CONSTRAINT uq_one_id;
        ALTER TABLE two DROP COLUMN text;
        """;
    MigrationScript migration =
        MigrationScript.of(
            "V1000__all_kinds.sql",
            new StringReader(
                database.vendor() == DatabaseVendor.MYSQL
                    ? script + "ALTER TABLE two DROP INDEX ix_one_name, ADD KEY ix_two_id (id);\n"
                    : script.replace(", ADD COLUMN text", ";\nALTER TABLE one ADD COLUMN text")),
            database.vendor());
    PlatformDataSource dataSource = new PlatformDataSource(database.create());
    try (Connection connection = dataSource.getConnection()) {
      endsUntilDone(dataSource, process -> execute(process, migration));

      assertThat(Installation.content(connection, database.vendor()))
          .endsWith("\ntwo\n  id=1 amount=10 name=null \n");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTableOfSomebodyElseIsNotTakenForOurs(TestDatabase database) throws Exception {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());
    try (Connection connection = dataSource.getConnection()) {
      migrate(dataSource, database.vendor(), 1);
      Installation.execute(connection, "CREATE TABLE identity (uid INT)");

      for (int start = 1; start <= 2; start++) {
        assertThatExceptionOfType(FlywayException.class)
            .isThrownBy(() -> SchemaMigration.run(dataSource, database.vendor()))
            .withMessageContaining("V0002__create_identity.sql, statement 1: ")
            .withMessageContaining("exists");
      }
    }
  }
}

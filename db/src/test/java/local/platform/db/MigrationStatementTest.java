package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import local.platform.db.MigrationStatement.Kind;
import local.platform.db.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MigrationStatementTest {

  /**
   * Fails for a statement that {@link MigrationStatement} does not know yet: teach it what the
   * schema shows after it.
   */
  @ParameterizedTest
  @EnumSource
  void allStatementsAreOfKnownKinds(TestDatabase database) throws Exception {
    for (MigrationScript script : Installation.scripts(database.vendor())) {
      assertThat(script.statements()).as(script.script()).isNotEmpty();
    }
  }

  /** A prepared statement runs at each start, so it must itself see whether it is needed. */
  @ParameterizedTest
  @EnumSource
  void onlyOneMigrationPreparesStatements(TestDatabase database) throws Exception {
    assertThat(Installation.scripts(database.vendor()))
        .filteredOn(
            script ->
                script.statements().stream()
                    .anyMatch(statement -> statement.sql().startsWith("EXECUTE")))
        .extracting(MigrationScript::number)
        .isSubsetOf(List.of(16));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE t ADD COLUMN a INT",
        "ALTER TABLE t ADD COLUMN (a INT, b DECIMAL(1, 2)) AFTER c",
        "ALTER TABLE t ADD COLUMN (\n  a INT,\n  b INT\n)"
      })
  void newColumnsShowWhatWasExecuted(String sql) {
    MigrationStatement statement = MigrationStatement.of(sql);

    assertThat(statement.kind()).isEqualTo(Kind.SCHEMA);
    assertThat(statement.effects()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRUNCATE TABLE t",
        "DROP TABLE t",
        "CREATE ALIAS a FOR 'b'",
        "CREATE VIEW v AS SELECT 1",
        "CREATE TABLE t AS SELECT 1 AS a",
        "CREATE TABLE IF NOT EXISTS t (a INT)",
        "ALTER TABLE IF EXISTS t ADD COLUMN a INT",
        "ALTER TABLE t ADD (a INT, b INT)",
        "ALTER TABLE t ADD a INT",
        "ALTER TABLE t ALTER COLUMN a RENAME TO b",
        "ALTER TABLE t ADD COLUMN a INT, ENGINE = InnoDB",
        "CALL a()"
      })
  void anUnknownKindIsRefused(String sql) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MigrationStatement.of(sql))
        .withMessageStartingWith("it is not known how the database shows");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO t (a) VALUES (1)",
        "INSERT INTO t (a)\nSELECT a FROM u",
        "UPDATE t SET a = 1",
        "delete from t"
      })
  void changesOfRowsAreCountedInTheirTransaction(String sql) {
    assertThat(MigrationStatement.of(sql).kind()).isEqualTo(Kind.ROWS);
  }
}

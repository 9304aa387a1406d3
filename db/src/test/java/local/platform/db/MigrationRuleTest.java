package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import local.platform.db.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Refuses migrations with which versions that are released could not go on. Such a migration says
 * since when nothing uses what it removes, and comes a release later.
 */
class MigrationRuleTest {
  /** The schema of the newest release, v0.1.0: the change after a release sets it. */
  private static final int NEWEST_RELEASED = 40;

  @ParameterizedTest
  @EnumSource
  void migrationsAfterTheNewestReleaseOnlyAdd(TestDatabase database) throws Exception {
    try (Connection connection = new PlatformDataSource(database.create()).getConnection()) {
      for (MigrationScript script : Installation.scripts(database.vendor())) {
        Map<String, String> before = SchemaDump.of(connection, database.vendor());
        new MigrationExecution(script, connection).run();
        if (script.number() > NEWEST_RELEASED) {
          assertThat(
                  MigrationRule.problems(
                      script.contract(),
                      NEWEST_RELEASED,
                      before,
                      SchemaDump.of(connection, database.vendor())))
              .as(script.script())
              .isEmpty();
        }
      }
    }
  }

  @Test
  void aMigrationSaysTheSameForBothDatabases() throws Exception {
    assertThat(contracts(DatabaseVendor.H2)).isEqualTo(contracts(DatabaseVendor.MYSQL));
  }

  private static List<OptionalInt> contracts(DatabaseVendor vendor) throws Exception {
    return Installation.scripts(vendor).stream().map(MigrationScript::contract).toList();
  }

  /** Each line is a change, and how H2 spells it where it does so in another way. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          CREATE TABLE two (code VARCHAR(9) NOT NULL UNIQUE, FOREIGN KEY (code) REFERENCES one (code)) |
          ALTER TABLE one ADD COLUMN more INT NULL             |
          ALTER TABLE one ADD COLUMN more INT DEFAULT 1 NOT NULL |
          CREATE INDEX ix_one_both ON one (text, code)         |
          ALTER TABLE one MODIFY code VARCHAR(10) NOT NULL     | ALTER TABLE one ALTER COLUMN code SET DATA TYPE VARCHAR(10)
          ALTER TABLE one MODIFY hash VARBINARY(10) NOT NULL   | ALTER TABLE one ALTER COLUMN hash SET DATA TYPE VARBINARY(10)
          ALTER TABLE one MODIFY code VARCHAR(9) NULL          | ALTER TABLE one ALTER COLUMN code DROP NOT NULL
          ALTER TABLE one ALTER COLUMN code SET DEFAULT 'none' |
          ALTER TABLE one DROP CONSTRAINT uq_one_code          |
          ALTER TABLE one DROP CONSTRAINT ck_one_code          |
          ALTER TABLE one DROP CONSTRAINT fk_one_other         |
          ALTER TABLE one DROP PRIMARY KEY                     |
          DROP INDEX ix_one_text ON one                        | DROP INDEX ix_one_text
          UPDATE one SET text = code                           |
          """)
  void whatOlderVersionsCanGoOnWithIsAllowed(String mysql, String h2) throws SQLException {
    assertThat(problems(TestDatabase.MYSQL, mysql)).isEmpty();
    assertThat(problems(TestDatabase.H2, h2 == null ? mysql : h2)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "TEXT, MEDIUMTEXT, true",
    "TINYBLOB, BLOB, true",
    "LONGTEXT, MEDIUMTEXT, false",
    "TEXT, MEDIUMBLOB, false",
    "INT, BIGINT, false",
    "VARCHAR(9) CHARACTER SET ascii, VARCHAR(10) CHARACTER SET utf8mb4, false"
  })
  void aWiderTypeIsOfTheSameKind(String before, String after, boolean allowed) throws SQLException {
    try (Connection connection = database(TestDatabase.MYSQL)) {
      Installation.execute(connection, "CREATE TABLE two (content " + before + ")");

      assertThat(
              problems(connection, TestDatabase.MYSQL, "ALTER TABLE two MODIFY content " + after)
                  .isEmpty())
          .isEqualTo(allowed);
    }
  }

  /** Each line is a change, how H2 spells it if in another way, and how a problem begins. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          DROP TABLE one                                       | | one is removed
          ALTER TABLE one RENAME TO uno                        | | one is removed
          ALTER TABLE one DROP COLUMN text                     | | one.text is removed
          ALTER TABLE one RENAME COLUMN text TO words          | ALTER TABLE one ALTER COLUMN text RENAME TO words | one.text is removed
          ALTER TABLE one MODIFY code VARCHAR(8) NOT NULL      | ALTER TABLE one ALTER COLUMN code SET DATA TYPE VARCHAR(8) | one.code was
          ALTER TABLE one MODIFY text INT NULL                 | ALTER TABLE one ALTER COLUMN text SET DATA TYPE INT | one.text was
          ALTER TABLE one MODIFY text VARCHAR(9) NOT NULL      | ALTER TABLE one ALTER COLUMN text SET NOT NULL | one.text was
          ALTER TABLE one ALTER COLUMN amount SET DEFAULT 6    | | one.amount was
          ALTER TABLE one ALTER COLUMN amount DROP DEFAULT     | | one.amount was
          ALTER TABLE one ADD COLUMN more INT NOT NULL         | | one.more is new
          ALTER TABLE one ADD CONSTRAINT uq_one_text UNIQUE (text) | | one has the new key
          CREATE UNIQUE INDEX ix_one_amount ON one (amount)    | | one has the new key
          ALTER TABLE one DROP PRIMARY KEY, ADD PRIMARY KEY (amount) | ALTER TABLE one ADD CONSTRAINT uq_one_amount UNIQUE (amount) | one has the new key
          ALTER TABLE one ADD CONSTRAINT ck_one_text CHECK (text <> '') | | one has the new constraint ck_one_text
          ALTER TABLE one ADD CONSTRAINT fk_one_amount FOREIGN KEY (amount) REFERENCES other (id) | | one has the new constraint fk_one_amount
          """)
  void whatOlderVersionsCannotGoOnWithIsRefused(String mysql, String h2, String problem)
      throws SQLException {
    assertThat(problems(TestDatabase.MYSQL, mysql)).singleElement().satisfies(begins(problem));
    assertThat(problems(TestDatabase.H2, h2 == null ? mysql : h2))
        .singleElement()
        .satisfies(begins(problem));
  }

  private static Consumer<String> begins(String problem) {
    return found -> assertThat(found).startsWithIgnoringCase(problem);
  }

  @Test
  void aTableThatIsStoredInAnotherWayIsRefused() throws SQLException {
    assertThat(problems(TestDatabase.MYSQL, "ALTER TABLE other ROW_FORMAT = COMPACT"))
        .containsExactly("other is stored in another way");
  }

  @ParameterizedTest
  @EnumSource
  void whatNothingHasUsedForAReleaseIsRemoved(TestDatabase database) throws Exception {
    try (Connection connection = database(database)) {
      MigrationScript script =
          script("-- Nothing reads it.\n-- contract: 41\nALTER TABLE one DROP COLUMN text;\n");
      Map<String, String> before = SchemaDump.of(connection, database.vendor());
      Installation.execute(connection, script.statements().get(0).sql());
      Map<String, String> after = SchemaDump.of(connection, database.vendor());

      assertThat(MigrationRule.problems(script.contract(), 41, before, after)).isEmpty();
      assertThat(MigrationRule.problems(script.contract(), 40, before, after))
          .containsExactly("the newest release, 40, is older than 41");
      assertThat(MigrationRule.problems(OptionalInt.empty(), 41, before, after)).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-- contract: the last one",
        "-- contract 41",
        "--contract: 41",
        "-- Contract: 41",
        "-- contract: 41\n-- contract: 40"
      })
  void aMarkThatIsNotUnderstoodIsRefused(String mark) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> script(mark + "\nDO 0;\n"))
        .withMessageContaining("V1000__it.sql: not one line of the form");
  }

  private static MigrationScript script(String text) throws IOException {
    return MigrationScript.of("V1000__it.sql", new StringReader(text), DatabaseVendor.H2);
  }

  private static List<String> problems(TestDatabase database, String change) throws SQLException {
    try (Connection connection = database(database)) {
      return problems(connection, database, change);
    }
  }

  private static List<String> problems(Connection connection, TestDatabase database, String change)
      throws SQLException {
    Map<String, String> before = SchemaDump.of(connection, database.vendor());
    Installation.execute(connection, change);
    return MigrationRule.problems(
        OptionalInt.empty(), 1, before, SchemaDump.of(connection, database.vendor()));
  }

  private static Connection database(TestDatabase database) throws SQLException {
    Connection connection = new PlatformDataSource(database.create()).getConnection();
    Installation.execute(connection, "CREATE TABLE other (id INT NOT NULL PRIMARY KEY)");
    Installation.execute(
        connection,
        """
        CREATE TABLE one (
          id INT NOT NULL,
          code VARCHAR(9) NOT NULL,
          text VARCHAR(9) NULL,
          hash VARBINARY(9) NOT NULL,
          amount INT DEFAULT 5 NOT NULL,
          other_id INT NULL,
          CONSTRAINT pk_one PRIMARY KEY (id),
          CONSTRAINT uq_one_code UNIQUE (code),
          CONSTRAINT ck_one_code CHECK (code <> ''),
          CONSTRAINT fk_one_other FOREIGN KEY (other_id) REFERENCES other (id))
        """);
    Installation.execute(connection, "CREATE INDEX ix_one_text ON one (text)");
    return connection;
  }
}

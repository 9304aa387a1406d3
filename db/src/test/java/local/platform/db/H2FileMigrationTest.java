package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import javax.sql.DataSource;
import local.platform.config.DatabaseSettings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class H2FileMigrationTest {
  private static final int OLD_VERSION = 14;

  @TempDir private Path directory;
  private Path file;
  private Path copy;

  @BeforeEach
  void name() {
    file = directory.resolve("platform.mv.db");
    copy = directory.resolve("platform.migrating.mv.db");
  }

  static List<Integer> untilTheUpgradeIsDoneTheFileStaysAsItIs() {
    return List.of(OLD_VERSION + 2, SchemaMigration.NEWEST);
  }

  @ParameterizedTest
  @MethodSource
  void untilTheUpgradeIsDoneTheFileStaysAsItIs(int reached) throws Exception {
    createInstallation();
    String before = content();

    assertThatExceptionOfType(MortalDataSource.Killed.class)
        .isThrownBy(
            () ->
                open(
                    dataSource -> {
                      migrate(dataSource, reached);
                      throw new MortalDataSource.Killed();
                    }));
    assertThat(content()).isEqualTo(before);

    Files.writeString(copy, "what the process has left of its copy");
    open(dataSource -> migrate(dataSource, SchemaMigration.NEWEST)).close();

    assertThat(directory).isDirectoryContaining(file::equals);
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(content()).isEqualTo(undisturbed(OLD_VERSION));
    assertThat(copy).doesNotExist();
  }

  @Test
  void aTableOfWhichH2HasLeftACopyIsNotTakenForWhole() throws Exception {
    createInstallation();
    try (Connection connection = connect()) {
      Installation.execute(connection, "ALTER TABLE operator RENAME TO operator_copy_3_14");
      Installation.execute(connection, "CREATE TABLE operator (identity_uid INT)");
    }

    assertThatExceptionOfType(UnsupportedDatabaseException.class)
        .isThrownBy(() -> open(dataSource -> fail("it is migrated")))
        .withMessageContaining("OPERATOR_COPY_3_14 is left: restore the backup");
  }

  @Test
  void whyTheCopyCannotBeUsedIsNotHiddenByItsEnd() throws Exception {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                open(
                    dataSource -> {
                      shutDown(dataSource);
                      throw new IllegalStateException("the disk is full");
                    }))
        .withMessage("the disk is full");

    assertThat(copy).doesNotExist();
  }

  private static void shutDown(DataSource dataSource) {
    try (Connection connection = dataSource.getConnection()) {
      Installation.execute(connection, "SHUTDOWN IMMEDIATELY");
    } catch (SQLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void aMigratedDatabaseIsNotCopied() throws Exception {
    open(H2FileMigrationTest::migrateAll).close();

    open(dataSource -> fail("it is migrated")).close();
  }

  @Test
  void aFirstStartOfAnOlderVersionBeginsAnewWhateverItHasLeft() throws Exception {
    try (Connection connection = connect()) {
      migrate(dataSource(), 8);
      Installation.execute(connection, "ALTER TABLE role RENAME TO role_copy_3_14");
      Installation.execute(connection, "CREATE INDEX ix_role_parent_name ON identity (name)");
    }

    open(H2FileMigrationTest::migrateAll).close();

    assertThat(content()).isEqualTo(undisturbed(0));
  }

  @Test
  void anUpgradeThatAnOlderVersionHasBegunContinues() throws Exception {
    createInstallation();
    try (Connection connection = connect()) {
      List<MigrationStatement> statements =
          Installation.scripts(DatabaseVendor.H2).get(OLD_VERSION).statements();
      for (MigrationStatement statement : statements.subList(0, statements.size() / 2)) {
        Installation.execute(connection, statement.sql());
      }
    }

    open(H2FileMigrationTest::migrateAll).close();

    assertThat(content()).isEqualTo(undisturbed(OLD_VERSION));
  }

  @ParameterizedTest
  @ValueSource(strings = {"resource_group", "signing_key"})
  void withARowNothingBeginsAnew(String table) throws Exception {
    createInstallation();
    try (Connection connection = connect()) {
      Installation.execute(connection, "SET REFERENTIAL_INTEGRITY FALSE");
      for (String other : Installation.tables(connection)) {
        if (!other.equals(table)) {
          Installation.execute(connection, "DELETE FROM " + other);
        }
      }
    }

    open(H2FileMigrationTest::migrateAll).close();

    try (Connection connection = connect()) {
      assertThat(Installation.column(connection, "SELECT 1 FROM " + table)).hasSizeGreaterThan(0);
    }
  }

  @Test
  void aLinkStaysALink() throws Exception {
    createInstallation();
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere")).resolve("other.mv.db");
    Files.move(file, elsewhere);
    Files.createSymbolicLink(file, elsewhere);

    open(H2FileMigrationTest::migrateAll).close();

    assertThat(file).isSymbolicLink();
    assertThat(content()).isEqualTo(undisturbed(OLD_VERSION));
  }

  @Test
  void whatIsNotInAFileOfOneProcessIsMigratedInPlace() throws Exception {
    Consumer<DataSource> copied = dataSource -> fail("it is copied");

    H2FileMigration.open(settings("jdbc:h2:mem:" + UUID.randomUUID()), copied).close();
    H2FileMigration.open(settings("jdbc:h2:nio:" + directory.resolve("nio")), copied).close();
    H2FileMigration.open(settings(url() + ";AUTO_SERVER=TRUE;DB_CLOSE_ON_EXIT=TRUE"), copied)
        .close();
  }

  private void createInstallation() throws SQLException, IOException {
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (Connection connection = connect()) {
      insert(connection, dataSource(), OLD_VERSION);
    }
  }

  /** Migrates to a version, with rows in all tables. */
  private static void insert(Connection connection, DataSource dataSource, int to)
      throws SQLException, IOException {
    for (int version = 1; version <= to; version++) {
      migrate(dataSource, version);
      Installation.insertRows(connection, version);
    }
  }

  private static String undisturbed(int oldVersion) throws SQLException, IOException {
    DataSource dataSource = new PlatformDataSource(settings("jdbc:h2:mem:" + UUID.randomUUID()));
    try (Connection connection = dataSource.getConnection()) {
      insert(connection, dataSource, oldVersion);
      migrateAll(dataSource);
      return Installation.content(connection, DatabaseVendor.H2);
    }
  }

  private String content() throws SQLException {
    try (Connection connection = connect()) {
      return Installation.content(connection, DatabaseVendor.H2);
    }
  }

  private static void migrateAll(DataSource dataSource) {
    SchemaMigration.run(dataSource, DatabaseVendor.H2);
  }

  private static void migrate(DataSource dataSource, int version) {
    SchemaMigration.flyway(dataSource, DatabaseVendor.H2)
        .target(String.valueOf(version))
        .load()
        .migrate();
  }

  private Connection open(Consumer<DataSource> migration) throws SQLException, IOException {
    return H2FileMigration.open(settings(url()), migration);
  }

  private Connection connect() throws SQLException {
    return dataSource().getConnection();
  }

  private PlatformDataSource dataSource() {
    return new PlatformDataSource(settings(url()));
  }

  private String url() {
    return "jdbc:h2:file:" + directory.resolve("platform");
  }

  private static DatabaseSettings settings(String url) {
    return new DatabaseSettings(url, "sa", "", 2);
  }
}

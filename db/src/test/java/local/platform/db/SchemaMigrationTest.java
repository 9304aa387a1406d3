package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import local.platform.config.DatabaseSettings;
import local.platform.db.testing.TestDatabase;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SchemaMigrationTest {
  private static final int NODES = 4;

  @ParameterizedTest
  @EnumSource
  void leavesADatabaseAloneThatAnOlderVersionHasMigrated(TestDatabase database)
      throws SQLException {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());
    Installation.flywayOfOlderVersions(dataSource, database.vendor()).migrate();
    List<String> history = history(dataSource);

    SchemaMigration.run(dataSource, database.vendor());

    assertThat(history(dataSource)).isEqualTo(history);
    try (Connection connection = dataSource.getConnection()) {
      assertThat(MigrationProgress.begunLast(connection)).isEmpty();
    }
    PlatformDataSource other = new PlatformDataSource(database.create());
    SchemaMigration.run(other, database.vendor());
    SchemaMigration.run(other, database.vendor());
    assertThat(history(other)).isEqualTo(history);
  }

  @ParameterizedTest
  @EnumSource
  void aSchemaThatANewerVersionHasAddedToIsLeftAlone(TestDatabase database) throws SQLException {
    DatabaseSettings settings = database.create();
    PlatformDataSource dataSource = new PlatformDataSource(settings);
    Installation.migrateAsNewer(
        dataSource, database.vendor(), "ALTER TABLE identity ADD COLUMN more INT NULL;\n");
    List<String> history = history(dataSource);
    String content = content(dataSource, database);

    SchemaMigration.run(dataSource, database.vendor());

    assertThat(history).last().asString().contains(" newer ");
    assertThat(history(dataSource)).isEqualTo(history);
    assertThat(content(dataSource, database)).containsIgnoringCase("more int").isEqualTo(content);
    assertThat(ExistingDatabase.read(settings, connection -> "read")).contains("read");
  }

  @ParameterizedTest
  @EnumSource
  void aNewerMigrationThatHasFailedIsLeftToTheNewerVersion(TestDatabase database)
      throws SQLException {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());
    assertThatExceptionOfType(FlywayException.class)
        .isThrownBy(
            () ->
                Installation.migrateAsNewer(
                    dataSource, database.vendor(), "ALTER TABLE missing DROP COLUMN more;\n"));
    List<String> history = history(dataSource);

    SchemaMigration.run(dataSource, database.vendor());

    assertThat(history).last().asString().endsWith("false");
    assertThat(history(dataSource)).isEqualTo(history);
  }

  @ParameterizedTest
  @EnumSource
  void aVersionThatMayUseWhatWasRemovedIsRefused(TestDatabase database) throws SQLException {
    DatabaseSettings settings = database.create();
    PlatformDataSource dataSource = new PlatformDataSource(settings);
    int newer = SchemaMigration.NEWEST + 1;
    Installation.migrateAsNewer(dataSource, database.vendor(), contract(newer));
    List<String> history = history(dataSource);
    String content = content(dataSource, database);
    String message =
        "a newer version of this server has migrated the database: only versions that know schema %s may run on it, and this one knows %s: start a newer one, or restore a backup from before the upgrade"
            .formatted(newer, SchemaMigration.NEWEST);

    assertThatExceptionOfType(UnsupportedDatabaseException.class)
        .isThrownBy(() -> SchemaMigration.run(dataSource, database.vendor()))
        .withMessage(message);

    assertThat(history(dataSource)).isEqualTo(history);
    assertThat(content(dataSource, database)).isEqualTo(content);
    assertThatExceptionOfType(UnsupportedDatabaseException.class)
        .isThrownBy(() -> ExistingDatabase.read(settings, connection -> "read"))
        .withMessage(message);
  }

  @ParameterizedTest
  @EnumSource
  void aVersionThatDoesNotUseWhatWasRemovedStarts(TestDatabase database) throws SQLException {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());
    Installation.migrateAsNewer(dataSource, database.vendor(), contract(SchemaMigration.NEWEST));

    SchemaMigration.run(dataSource, database.vendor());

    assertThat(history(dataSource)).last().asString().contains(" newer ");
  }

  @ParameterizedTest
  @EnumSource
  void theOldestVersionOnlyRises(TestDatabase database) throws SQLException {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());
    try (Connection connection = dataSource.getConnection()) {
      VisibleSchema schema = new VisibleSchema(connection, database.vendor());
      assertThat(OldestVersion.of(connection)).isEqualTo(38);

      for (int version : new int[] {50, 52, 51, 1}) {
        OldestVersion.raise(connection, schema, version);
      }

      assertThat(OldestVersion.of(connection)).isEqualTo(52);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aVersionThatHasWaitedForANewerOneIsRefused(TestDatabase database) throws SQLException {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());
    AtomicInteger opened = new AtomicInteger();
    DataSource waiting =
        (DataSource)
            Proxy.newProxyInstance(
                DataSource.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> {
                  if (opened.incrementAndGet() == 2) { // the first one has looked at the schema
                    Installation.migrateAsNewer(
                        dataSource, database.vendor(), contract(SchemaMigration.NEWEST + 1));
                  }
                  return method.invoke(dataSource, arguments);
                });

    assertThatExceptionOfType(UnsupportedDatabaseException.class)
        .isThrownBy(() -> SchemaMigration.run(waiting, database.vendor()))
        .withMessageContaining("a newer version of this server");
  }

  /** Returns a migration that removes what is not used since a version. */
  private static String contract(int version) {
    return "-- contract: " + version + "\nALTER TABLE identity DROP COLUMN description;\n";
  }

  private static String content(DataSource dataSource, TestDatabase database) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return Installation.content(connection, database.vendor())
          + OldestVersion.of(connection)
          + MigrationProgress.begunLast(connection);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theNewestMigrationIsKnown(TestDatabase database) throws SQLException {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());

    SchemaMigration.run(dataSource, database.vendor());

    assertThat(history(dataSource))
        .last()
        .asString()
        .contains(String.format(Locale.ROOT, "%04d", SchemaMigration.NEWEST));
  }

  @ParameterizedTest
  @EnumSource
  void nodesThatStartTogetherMigrateOnce(TestDatabase database) throws Exception {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());
    PlatformDataSource reference = new PlatformDataSource(database.create());
    SchemaMigration.run(reference, database.vendor());
    migrateTogether(dataSource, database);
    assertThat(history(dataSource)).isEqualTo(history(reference));
  }

  @ParameterizedTest
  @EnumSource
  void nodesThatStartTogetherContinueWhatWasBegun(TestDatabase database) throws Exception {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());
    PlatformDataSource reference = new PlatformDataSource(database.create());
    SchemaMigration.run(reference, database.vendor());
    SchemaMigration.flyway(dataSource, database.vendor()).target("14").load().migrate();
    String end = "";
    for (int start = 0; start < 5; start++) {
      MortalDataSource process = new MortalDataSource(dataSource, end);
      assertThatExceptionOfType(MortalDataSource.Killed.class)
          .isThrownBy(() -> SchemaMigration.run(process, database.vendor()));
      end = process.end().orElseThrow();
    }

    migrateTogether(dataSource, database);

    assertThat(history(dataSource)).isEqualTo(history(reference));
    try (Connection connection = dataSource.getConnection();
        Connection other = reference.getConnection()) {
      assertThat(Installation.content(connection, database.vendor()))
          .isEqualTo(Installation.content(other, database.vendor()));
    }
  }

  private static void migrateTogether(DataSource dataSource, TestDatabase database)
      throws Exception {
    CyclicBarrier start = new CyclicBarrier(NODES);
    ExecutorService nodes = Executors.newFixedThreadPool(NODES);
    try {
      List<Future<?>> migrations = new ArrayList<>();
      for (int i = 0; i < NODES; i++) {
        migrations.add(
            nodes.submit(
                () -> {
                  start.await();
                  SchemaMigration.run(dataSource, database.vendor());
                  return null;
                }));
      }
      for (Future<?> migration : migrations) {
        migration.get(1, TimeUnit.MINUTES);
      }
    } finally {
      nodes.shutdownNow();
    }
  }

  @Test
  void refusesADatabaseThatCannotBeReached() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    PlatformDataSource nowhere =
        new PlatformDataSource(
            new DatabaseSettings("jdbc:mysql://127.0.0.1:" + port + "/none", "nobody", "", 1));

    assertThatExceptionOfType(UnsupportedDatabaseException.class)
        .isThrownBy(() -> SchemaMigration.run(nowhere, DatabaseVendor.MYSQL))
        .withMessageStartingWith("the database cannot be reached");
  }

  @ParameterizedTest
  @CsvSource({"5.5.5-10.11.19-MariaDB, 5", "11.4.5-MariaDB, 11", "5.7.44, 5"})
  void refusesWhatIsNotMySql8(String version, int majorVersion) {
    DataSource other = dataSourceOf(version, majorVersion);

    assertThatExceptionOfType(UnsupportedDatabaseException.class)
        .isThrownBy(() -> SchemaMigration.run(other, DatabaseVendor.MYSQL))
        .withMessageContaining(version)
        .withMessageEndingWith("is not supported: use MySQL 8");
  }

  /** Returns what was applied, in its order, without times and durations. */
  private static List<String> history(DataSource dataSource) throws SQLException {
    String query =
        "SELECT * FROM %1$sflyway_schema_history%1$s ORDER BY 1".formatted(quote(dataSource));
    List<String> history = new ArrayList<>();
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        history.add(
            rows.getInt("installed_rank")
                + " "
                + rows.getString("version")
                + " "
                + rows.getString("description")
                + " "
                + rows.getString("type")
                + " "
                + rows.getString("script")
                + " "
                + rows.getInt("checksum")
                + " "
                + rows.getBoolean("success"));
      }
    }
    return history;
  }

  private static String quote(DataSource dataSource) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return connection.getMetaData().getIdentifierQuoteString();
    }
  }

  /** Returns a data source that knows only the version of its database. */
  private static DataSource dataSourceOf(String version, int majorVersion) {
    DatabaseMetaData metaData =
        answering(
            DatabaseMetaData.class,
            "getDatabaseProductVersion",
            version,
            "getDatabaseMajorVersion",
            majorVersion);
    return answering(
        DataSource.class,
        "getConnection",
        answering(Connection.class, "getMetaData", metaData, "close", ""),
        "",
        "");
  }

  private static <T> T answering(
      Class<T> type, String method, Object answer, String otherMethod, Object otherAnswer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, called, arguments) -> {
              if (called.getName().equals(method)) {
                return answer;
              }
              if (called.getName().equals(otherMethod)) {
                return called.getReturnType() == void.class ? null : otherAnswer;
              }
              throw new UnsupportedOperationException(called.getName());
            }));
  }
}

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
import javax.sql.DataSource;
import local.platform.config.DatabaseSettings;
import local.platform.db.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SchemaMigrationTest {
  private static final int NODES = 4;

  @ParameterizedTest
  @EnumSource
  void leavesAMigratedDatabaseAlone(TestDatabase database) throws SQLException {
    PlatformDataSource dataSource = new PlatformDataSource(database.create());

    SchemaMigration.run(dataSource, database.vendor());
    List<String> history = history(dataSource);
    SchemaMigration.run(dataSource, database.vendor());

    assertThat(history).isNotEmpty();
    assertThat(history(dataSource)).isEqualTo(history);
  }

  @ParameterizedTest
  @EnumSource
  void aDatabaseThatANewerVersionMigratedIsRefused(TestDatabase database) throws SQLException {
    DatabaseSettings settings = database.create();
    PlatformDataSource dataSource = new PlatformDataSource(settings);
    SchemaMigration.run(dataSource, database.vendor());
    int newer = SchemaMigration.NEWEST + 1;
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      assertThat(
              statement.executeUpdate(
                  String.format(
                      Locale.ROOT,
                      "UPDATE %1$sflyway_schema_history%1$s SET %1$sversion%1$s = '%2$d' WHERE %1$sversion%1$s = '%3$04d'",
                      quote(dataSource),
                      newer,
                      SchemaMigration.NEWEST)))
          .isEqualTo(1);
    }

    String reason =
        "a newer version of this server has migrated the database, to schema %s; this one knows %s: start the newer one, or restore a backup from before the upgrade"
            .formatted(newer, SchemaMigration.NEWEST);
    assertThatExceptionOfType(UnsupportedDatabaseException.class)
        .isThrownBy(() -> SchemaMigration.run(dataSource, database.vendor()))
        .withMessage(reason);
    assertThatExceptionOfType(UnsupportedDatabaseException.class)
        .isThrownBy(() -> ExistingDatabase.read(settings, connection -> "read"))
        .withMessage(reason);
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
    assertThat(history(dataSource)).isEqualTo(history(reference));
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
                + rows.getString("script")
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

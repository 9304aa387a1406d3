package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import local.platform.db.testing.TestDatabase;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormerLocalTimesTest {
  private static final String VERSION_OF_BEFORE = "0027";

  @ParameterizedTest
  @ValueSource(strings = {"America/New_York", "Asia/Tokyo", "Europe/London", "+01:00"})
  void theFirstStartOnAnOlderFileOutsideUtcIsTold(String zone) throws SQLException {
    assertThat(notice(VERSION_OF_BEFORE, zone)).get(STRING).contains(zone);
  }

  @ParameterizedTest
  @CsvSource({"0027, UTC", "0027, Etc/UTC", "0027, GMT", "0027, Z", "0028, America/New_York"})
  void nothingIsToldInUtcOrWhenThisVersionHasStartedOnTheFile(String schema, String zone)
      throws SQLException {
    assertThat(notice(schema, zone)).isEmpty();
  }

  /** The JVM of the tests is in New York. */
  @Test
  void whoMigratesAnOlderFileIsToldOnce() throws SQLException {
    PlatformDataSource dataSource = new PlatformDataSource(TestDatabase.H2.create());
    Flyway.configure(SchemaMigration.class.getClassLoader())
        .dataSource(dataSource)
        .locations("classpath:" + DatabaseVendor.H2.directory())
        .target(VERSION_OF_BEFORE)
        .load()
        .migrate();

    assertThat(told(() -> SchemaMigration.run(dataSource, DatabaseVendor.H2)))
        .singleElement(STRING)
        .contains("America/New_York");
    assertThat(told(() -> SchemaMigration.run(dataSource, DatabaseVendor.H2))).isEmpty();
  }

  /** Returns what is logged about former times by this thread. */
  private static List<String> told(Runnable start) {
    List<String> told = new CopyOnWriteArrayList<>();
    long thread = Thread.currentThread().getId();
    Logger logger = Logger.getLogger(FormerLocalTimes.class.getName());
    logger.setFilter(record -> record.getLongThreadID() == thread && told.add(record.getMessage()));
    try {
      start.run();
      return told;
    } finally {
      logger.setFilter(null);
    }
  }

  @Test
  void nothingIsToldOfANewFile() throws SQLException {
    try (Connection connection = connect()) {
      assertThat(FormerLocalTimes.notice(connection, ZoneId.of("Asia/Tokyo"))).isEmpty();
    }
  }

  private static Optional<String> notice(String schema, String zone) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE \"flyway_schema_history\" AS SELECT '0001' \"version\", TRUE \"success\" UNION SELECT '"
              + schema
              + "', TRUE");
      return FormerLocalTimes.notice(connection, ZoneId.of(zone));
    }
  }

  private static Connection connect() throws SQLException {
    return new PlatformDataSource(TestDatabase.H2.create()).getConnection();
  }
}

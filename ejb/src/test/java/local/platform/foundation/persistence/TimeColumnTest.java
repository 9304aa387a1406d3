package local.platform.foundation.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.db.testing.TestDatabase;
import local.platform.testing.TestServices;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Entities, queries and plain JDBC store and compare the same: the wall time in UTC. The JVM of the
 * tests is in New York.
 */
class TimeColumnTest {
  /** Among them a wall time that New York skips, another that Berlin does, and one it has twice. */
  private static final List<String> WALL_TIMES =
      List.of(
          "1970-01-01 00:00:00.000",
          "2024-03-10 02:30:00.000",
          "2024-03-10 07:30:00.000",
          "2024-03-31 02:30:00.500",
          "2024-11-03 01:30:00.001",
          "2024-11-03 05:30:00.000",
          "2024-11-03 06:30:00.000",
          "9999-12-31 23:59:59.999");

  private TestServices services;

  /** A row with a time, which may be null. */
  @Entity(name = "Timed")
  @Table(name = "timed")
  static class Timed {
    @Id private String id;
    private Instant at;

    Timed() {}

    Timed(String id, Instant at) {
      this.id = id;
      this.at = at;
    }
  }

  private void start(TestDatabase database) {
    String type = database == TestDatabase.H2 ? "TIMESTAMP(3)" : "DATETIME(3)";
    services =
        new TestServices(
            database,
            Clock.systemUTC(),
            List.of("CREATE TABLE timed (id VARCHAR(40) PRIMARY KEY, at " + type + " NULL)"),
            List.of(Timed.class));
  }

  @AfterEach
  void stop() {
    services.close();
  }

  @ParameterizedTest
  @EnumSource
  void whatAnEntityStoresIsTheWallTimeInUtc(TestDatabase database) throws SQLException {
    start(database);
    storeByEntities();

    try (Connection connection = services.dataSource().getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                "SELECT CAST(at AS CHAR(23)), at FROM timed WHERE id = ?")) {
      for (String wallTime : WALL_TIMES) {
        select.setString(1, wallTime);
        try (ResultSet row = select.executeQuery()) {
          assertThat(row.next()).isTrue();
          assertThat(instant(row.getString(1).strip())).isEqualTo(instant(wallTime));
          assertThat(TimeColumn.get(row, 2)).isEqualTo(instant(wallTime));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatPlainJdbcStoresIsWhatEntitiesRead(TestDatabase database) throws SQLException {
    start(database);
    try (Connection connection = services.dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO timed (id, at) VALUES (?, ?)")) {
      for (String wallTime : WALL_TIMES) {
        insert.setString(1, wallTime);
        TimeColumn.set(insert, 2, instant(wallTime));
        insert.executeUpdate();
      }
    }

    for (String wallTime : WALL_TIMES) {
      Timed read = services.transactions().read(() -> entities().find(Timed.class, wallTime));
      assertThat(read.at).isEqualTo(instant(wallTime));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aParameterOfAQueryMeansTheSame(TestDatabase database) {
    start(database);
    storeByEntities();

    for (String query :
        List.of(
            "select t.id from Timed t where t.at > :before and t.at <= :at",
            "select t.id from Timed t where t.at in (:at) and t.at <> :before")) {
      assertThat(WALL_TIMES)
          .allSatisfy(
              wallTime ->
                  assertThat(
                          services
                              .transactions()
                              .read(
                                  () ->
                                      entities()
                                          .createQuery(query, String.class)
                                          .setParameter("at", instant(wallTime))
                                          .setParameter("before", instant(wallTime).minusMillis(1))
                                          .getResultList()))
                      .containsExactly(wallTime));
    }
    for (String wallTime : WALL_TIMES) {
      assertThat(
              services
                  .transactions()
                  .read(
                      () ->
                          entities()
                              .createNativeQuery("select at from timed where at = ?", Instant.class)
                              .setParameter(1, instant(wallTime))
                              .getSingleResult()))
          .isEqualTo(instant(wallTime));
    }
  }

  /** The first and the last time that a condition of a list can have. */
  @ParameterizedTest
  @EnumSource
  void everyTimeOfTheApiCanBeCompared(TestDatabase database) {
    start(database);
    storeByEntities();

    for (String time : List.of("0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z")) {
      assertThat(
              services
                  .transactions()
                  .read(
                      () ->
                          entities()
                              .createQuery(
                                  "select count(*) from Timed t where t.at > :time", Long.class)
                              .setParameter("time", Instant.parse(time))
                              .getSingleResult()))
          .isEqualTo(time.startsWith("0") ? WALL_TIMES.size() : 0);
    }
  }

  @ParameterizedTest
  @EnumSource
  void noTimeIsNull(TestDatabase database) throws SQLException {
    start(database);
    try (Connection connection = services.dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO timed (id, at) VALUES ('none', ?)");
        PreparedStatement select = connection.prepareStatement("SELECT at FROM timed")) {
      TimeColumn.set(insert, 1, Optional.empty());
      insert.executeUpdate();
      try (ResultSet row = select.executeQuery()) {
        assertThat(row.next()).isTrue();
        assertThat(TimeColumn.find(row, 1)).isEmpty();
      }
    }

    Timed none = services.transactions().read(() -> entities().find(Timed.class, "none"));
    assertThat(none.at).isNull();
    services.transactions().write(attempt -> store(new Timed("another", null)));
  }

  private void storeByEntities() {
    services
        .transactions()
        .write(
            attempt -> {
              WALL_TIMES.forEach(wallTime -> store(new Timed(wallTime, instant(wallTime))));
              return null;
            });
  }

  private Timed store(Timed timed) {
    entities().persist(timed);
    return timed;
  }

  private EntityManager entities() {
    return services.entityManager();
  }

  private static Instant instant(String wallTime) {
    return Instant.parse(wallTime.replace(' ', 'T') + "Z");
  }
}

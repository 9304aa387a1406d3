package local.platform.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import local.platform.config.BootstrapSettings;
import local.platform.config.DatabaseSettings;
import local.platform.db.testing.TestDatabase;
import local.platform.startup.Bootstrap.Installation;
import local.platform.testing.Races;
import local.platform.testing.TestServices;
import local.platform.testing.Together.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Starts two servers for the first time, at the same time, on the same database. */
class BootstrapRaceIT {

  /** All tables to which a bootstrap writes, referring ones before those they refer to. */
  private static final List<String> TABLES =
      List.of("operator", "role_binding", "identity", "resource_group", "installation");

  private final BootstrapSettings settings =
      new BootstrapSettings("https://issuer.test", "subject", "organization");

  @ParameterizedTest
  @EnumSource
  void twoFirstStartsMakeOneInstallationAndBothGoOn(TestDatabase database) throws SQLException {
    DatabaseSettings shared = database.create();
    try (TestServices one = new TestServices(database.vendor(), shared, Clock.systemUTC());
        TestServices other = new TestServices(database.vendor(), shared, Clock.systemUTC());
        Races races = new Races(database, one, other);
        Connection connection = one.dataSource().getConnection()) {
      for (int round = 0; round < Races.ROUNDS; round++) {
        List<Outcome<Start>> outcomes =
            races.run(round, start(one.bootstrap()), start(other.bootstrap()));

        assertThat(outcomes).as("round %d", round).extracting(Outcome::text).containsOnly("done");
        List<Start> starts = outcomes.stream().map(Outcome::result).toList();
        Installation installation = starts.get(0).found().orElseThrow();
        assertThat(starts).extracting(Start::found).containsOnly(Optional.of(installation));
        assertThat(starts)
            .as("who made what in round %d", round)
            .extracting(Start::made)
            .containsExactlyInAnyOrder(Optional.of(installation), Optional.empty());
        for (String table : TABLES) {
          assertThat(count(connection, table)).as("%s after round %d", table, round).isEqualTo(1);
        }
        assertThat(one.operators().contains(installation.identity())).isTrue();
        empty(connection);
      }
    }
  }

  private Supplier<Start> start(Bootstrap bootstrap) {
    return () -> new Start(bootstrap.run(settings), bootstrap.installation());
  }

  /**
   * The outcome of a start.
   *
   * @param made what it made
   * @param found what it found afterwards
   */
  private record Start(Optional<Installation> made, Optional<Installation> found) {}

  private static long count(Connection connection, String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
      row.next();
      return row.getLong(1);
    }
  }

  private static void empty(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String table : TABLES) {
        statement.executeUpdate("DELETE FROM " + table);
      }
    }
  }
}

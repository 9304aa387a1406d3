package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.PlatformClient;

/**
 * Checks a list of version 1 whose items cannot be read. Its answer has begun by then, but nothing
 * of it was sent.
 */
final class FailingList {
  private FailingList() {}

  static void check(OnMySql running) throws SQLException {
    PlatformClient owner = running.server().owner();
    DatabaseSettings database = running.database();
    try (Connection connection =
            DriverManager.getConnection(database.url(), database.user(), database.password());
        Statement statement = connection.createStatement()) {
      // Only lists of groups read this table.
      statement.execute("ALTER TABLE resource_group RENAME TO away");
      try {
        assertThat(owner.get("/iam/v1/groups").status()).isEqualTo(500);
      } finally {
        statement.execute("ALTER TABLE away RENAME TO resource_group");
      }
    }
    assertThat(owner.get("/metrics").text())
        .containsPattern(
            "platform_requests_seconds_count\\{[^}]*operation=\"platform.iam.Groups/List\"[^}]*status=\"500\"");
  }
}

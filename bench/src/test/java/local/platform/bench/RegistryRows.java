package local.platform.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import local.platform.config.DatabaseSettings;
import local.platform.foundation.uid.Uid;
import local.platform.testing.SqlParameters;
import org.jspecify.annotations.Nullable;

/** Writes many rows past the server, with the names and the random uids that its own have. */
final class RegistryRows implements AutoCloseable {
  private final Connection connection;

  RegistryRows(DatabaseSettings database) throws SQLException {
    connection = DriverManager.getConnection(database.url(), database.user(), database.password());
    try (Statement setting = connection.createStatement()) {
      setting.execute("SET SESSION cte_max_recursion_depth = 1000000");
    }
  }

  /** Writes groups into a group. */
  void groups(String parent, int number) throws SQLException {
    insert(
        """
        INSERT INTO resource_group
          (uid, root_uid, parent_uid, name, description, create_time, update_time, version)
        WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
        SELECT CONCAT(p.uid, LEFT(UNHEX(SHA2(CONCAT('group', n), 256)), 8)), p.root_uid, p.uid,
          CONCAT('group ', n), '', p.create_time, p.create_time, 0
        FROM number JOIN resource_group p ON p.uid = ?
        """,
        number,
        new Uid(parent));
  }

  /**
   * Writes tags into a repo.
   *
   * @param shownOf one of so many is in lists that do not ask for others
   */
  void tags(String repo, int number, int shownOf) throws SQLException {
    insert(
        """
        INSERT INTO tag (uid, root_uid, parent_uid, name, digest, form, deleted, deprecated,
          bundles, create_time, update_time, version)
        WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
        SELECT CONCAT(p.uid, LEFT(UNHEX(SHA2(CONCAT('tag', n), 256)), 8)), p.root_uid, p.uid,
          CONCAT('v', n, IF(n % ? = 0, '', '-20300101')), CONCAT('sha256:', SHA2(n, 256)),
          IF(n % ? = 0, 0, 1), FALSE, FALSE, '', p.create_time, p.create_time, 0
        FROM number JOIN repo p ON p.uid = ?
        """,
        number, shownOf, shownOf, new Uid(repo));
  }

  /** Writes the history of the tags of a repo: that they were created. */
  void history(String repo) throws SQLException {
    insert(
        """
        INSERT INTO tag_history (tag_uid, change_time, id, digest, source)
        SELECT t.uid, t.update_time, CRC32(t.uid), t.digest, 0
        FROM tag t WHERE t.parent_uid = ?
        """,
        new Uid(repo));
  }

  /** Returns whether there is anything left of what lay in a repo. */
  boolean hasContent(String repo) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT 1 FROM repo_content WHERE uid = ?")) {
      SqlParameters.set(select, new Uid(repo));
      try (ResultSet rows = select.executeQuery()) {
        return rows.next();
      }
    }
  }

  private void insert(String sql, @Nullable Object... parameters) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      SqlParameters.set(insert, parameters);
      insert.executeUpdate();
    }
  }

  /** Brings the statistics up to date, as they are on a server in use. */
  void analyze() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("ANALYZE TABLE resource_group, repo, tag, tag_history");
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}

package local.platform.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import local.platform.config.DatabaseSettings;
import local.platform.foundation.uid.Uid;
import local.platform.testing.SqlParameters;
import org.jspecify.annotations.Nullable;

/** Copies an advisory many times, past the server. */
final class AdvisoryRows implements AutoCloseable {
  /** One of so many advisories of a group with rare ones is rare. */
  static final int RARE = 100;

  private final Connection connection;
  private final Uid template;

  /**
   * Prepares copies.
   *
   * @param template uid of the advisory that is copied
   */
  AdvisoryRows(DatabaseSettings database, String template) throws SQLException {
    this.template = new Uid(template);
    connection = DriverManager.getConnection(database.url(), database.user(), database.password());
    try (Statement setting = connection.createStatement()) {
      setting.execute("SET SESSION cte_max_recursion_depth = 1000000");
    }
  }

  /**
   * Copies the advisory into a group of the same organization.
   *
   * @param rare whether some have the rare values: an alias, the name of the artifact, a word, and
   *     an event that waits for a review
   */
  void copy(String group, int number, boolean rare) throws SQLException {
    run(
        """
        INSERT INTO advisory (uid, root_uid, parent_uid, advisory_id, product_hash, primary_id,
          author, author_uid, artifact_name, artifact_type, artifact_architecture, component_name,
          component_type, component_location, origin, aliases, first_alias, search_text,
          event_count, event_writes, event_types, review_states, pending, in_force,
          latest_event_type, shown_from, shown_size, create_time, update_time, version)
        WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?),
          copied AS (
            SELECT n, UNHEX(SHA2(CONCAT(HEX(g.uid), n), 256)) AS hash, g.uid AS parent,
              CONCAT('CVE-2099-', n) AS alias, ? AND n % ? = 0 AS rare
            FROM number JOIN resource_group g ON g.uid = ?)
        SELECT CONCAT(parent, LEFT(hash, 8)), t.root_uid, parent,
          CONCAT('PSA-', HEX(LEFT(hash, 16))), LEFT(hash, 16), alias,
          author, author_uid, IF(rare, 'rare', artifact_name), artifact_type,
          artifact_architecture, component_name, component_type, component_location, origin,
          IF(rare, CONCAT(alias, '\\nGHSA-rare-rare-rare'), alias), alias,
          CONCAT(artifact_name, IF(rare, '\\nneedle', ''), '\\n', LOWER(alias)),
          event_count, event_writes, event_types, IF(rare, review_states | 2, review_states), rare,
          in_force,
          latest_event_type, shown_from, shown_size, create_time, update_time, version
        FROM copied JOIN advisory t ON t.uid = ?
        """,
        number, rare, RARE, new Uid(group), template);
    run(
        "INSERT INTO advisory_alias (advisory_number, alias, root_uid)"
            + " SELECT number, first_alias, root_uid FROM advisory WHERE parent_uid = ?",
        new Uid(group));
    run(
        "INSERT INTO advisory_alias (advisory_number, alias, root_uid)"
            + " SELECT number, 'GHSA-rare-rare-rare', root_uid FROM advisory"
            + " WHERE parent_uid = ? AND artifact_name = 'rare'",
        new Uid(group));
    run(
        "INSERT INTO advisory_search (advisory_number, root_uid, search_text)"
            + " SELECT number, root_uid, search_text FROM advisory WHERE parent_uid = ?",
        new Uid(group));
  }

  /** Copies the events of the advisory to all of a group. */
  void copyEvents(String group) throws SQLException {
    run(
        """
        INSERT INTO advisory_event (advisory_number, seq, uid, root_uid, parent_uid, type, data,
          findings, findings_size, size, author, author_uid, writers, reviewer, reviewer_uid,
          review_state, create_time, update_time, version)
        SELECT a.number, e.seq, CONCAT(a.uid, RIGHT(e.uid, 8)), e.root_uid, a.uid, e.type, e.data,
          e.findings, e.findings_size, e.size, e.author, e.author_uid, e.writers, e.reviewer,
          e.reviewer_uid, e.review_state, e.create_time, e.update_time, e.version
        FROM advisory a JOIN advisory t ON t.uid = ?
          JOIN advisory_event e ON e.advisory_number = t.number
        WHERE a.parent_uid = ?
        """,
        template,
        new Uid(group));
  }

  private void run(String sql, @Nullable Object... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      SqlParameters.set(statement, parameters);
      statement.executeUpdate();
    }
  }

  /** Brings the statistics up to date, as they are on a server in use. */
  void analyze() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "ANALYZE TABLE advisory, advisory_alias, advisory_search, advisory_event, resource_group");
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}

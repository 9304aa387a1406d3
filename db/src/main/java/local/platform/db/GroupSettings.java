package local.platform.db;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a member of a group of MySQL servers that decide what an answer is worth, and
 * what its logs are.
 */
final class GroupSettings {
  private static final String PREFIX = "group_replication_";
  private static final String NAME = PREFIX + "group_name";
  private static final String SINGLE_PRIMARY = PREFIX + "single_primary_mode";
  private static final String WRITABLE = "NOT @@super_read_only";

  /**
   * Of a server with the plugin. One of several primaries is none, because their locks do not
   * exclude each other, and neither is a member that has started outside of its group, which
   * nothing tells that the others go on without it.
   */
  private static final String PRIMARY =
      WRITABLE
          + " AND (@@group_replication_group_name = '' OR @@group_replication_single_primary_mode"
          + " AND @@server_uuid = (SELECT variable_value FROM performance_schema.global_status"
          + " WHERE variable_name = 'group_replication_primary_member'))";

  private static final int UNKNOWN_SYSTEM_VARIABLE = 1193;

  /** What {@code ops/mysql/group.cnf} sets, where it matters to this server. */
  static final Map<String, String> EXPECTED = expected();

  private GroupSettings() {}

  private static Map<String, String> expected() {
    Map<String, String> expected = new LinkedHashMap<>();
    expected.put("sync_binlog", "1");
    expected.put("innodb_flush_log_at_trx_commit", "1");
    expected.put("innodb_doublewrite", "ON");
    expected.put("binlog_row_image", "FULL");
    expected.put("binlog_row_metadata", "FULL");
    expected.put(PREFIX + "exit_state_action", "OFFLINE_MODE");
    expected.put(PREFIX + "unreachable_majority_timeout", "0");
    expected.put(PREFIX + "member_expel_timeout", "0");
    expected.put(PREFIX + "consistency", "BEFORE_ON_PRIMARY_FAILOVER");
    expected.put(PREFIX + "start_on_boot", "ON");
    expected.put(PREFIX + "transaction_size_limit", String.valueOf(64 << 20));
    return Map.copyOf(expected);
  }

  /** Returns whether a server is set up as a member of a group, even if it is not in it now. */
  static boolean areIn(Connection connection) throws SQLException {
    return !read(connection, NAME).getOrDefault(NAME, "").isEmpty();
  }

  /**
   * Returns what is set otherwise than in {@code ops/mysql/group.cnf} at a member of a group, one
   * text each; nothing for a server that is none.
   */
  static List<String> deviations(Connection connection) throws SQLException {
    if (!areIn(connection)) {
      return List.of();
    }
    Map<String, String> settings = read(connection, "%");
    return EXPECTED.entrySet().stream()
        .filter(each -> !each.getValue().equals(settings.get(each.getKey())))
        .map(each -> each.getKey() + " is " + settings.get(each.getKey()))
        .sorted()
        .toList();
  }

  /**
   * Returns the condition, in SQL, that a server may be written: that it is not read-only and, if
   * it is a member of a group, that it is its only primary.
   */
  static String primaryCondition(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeQuery("SELECT " + PRIMARY).close();
      return PRIMARY;
    } catch (SQLException e) {
      if (e.getErrorCode() == UNKNOWN_SYSTEM_VARIABLE) {
        return WRITABLE; // it does not have the plugin
      }
      throw e;
    }
  }

  /** Returns whether that condition is true. */
  static boolean isPrimary(Connection connection) throws SQLException {
    return isTrue(connection, primaryCondition(connection));
  }

  private static boolean isTrue(Connection connection, String condition) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT " + condition)) {
      row.next();
      return row.getBoolean(1);
    }
  }

  /**
   * Checks that a server may be used, or only has to wait until it is the primary of its group.
   *
   * @throws UnsupportedDatabaseException if it may not
   */
  static void requireUsable(Connection connection) throws SQLException {
    Optional<String> problem = problem(connection);
    if (problem.isPresent()) {
      throw new UnsupportedDatabaseException(problem.get());
    }
  }

  /** Returns why a server must not be used although it can be written; empty if it may be. */
  static Optional<String> problem(Connection connection) throws SQLException {
    if (!areIn(connection)) {
      return Optional.empty();
    }
    if (read(connection, SINGLE_PRIMARY).containsValue("OFF")) {
      return Optional.of(
          "the group of MySQL servers has several primaries, whose locks do not exclude each other:"
              + " execute SELECT group_replication_switch_to_single_primary_mode() at one of them");
    }
    return isTrue(connection, WRITABLE) && !isPrimary(connection)
        ? Optional.of(
            "the MySQL server is set up as a member of a group and is not in it, so that the others"
                + " may go on without it: execute START GROUP_REPLICATION there")
        : Optional.empty();
  }

  private static Map<String, String> read(Connection connection, String name) throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW GLOBAL VARIABLES LIKE '" + name + "'")) {
      while (rows.next()) {
        settings.put(rows.getString(1), rows.getString(2));
      }
    }
    return settings;
  }
}

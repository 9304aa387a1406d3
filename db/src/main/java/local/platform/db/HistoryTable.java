package local.platform.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalInt;

/**
 * A table of numbers with at most one row, beside Flyway's own. Its name begins like that of
 * Flyway's table. In statements {@code %s} stands for it.
 */
final class HistoryTable {
  private final Connection connection;
  private final String name;

  HistoryTable(Connection connection, String name) throws SQLException {
    this.connection = connection;
    String quote = connection.getMetaData().getIdentifierQuoteString();
    this.name = quote + name + quote;
  }

  /**
   * Creates a table if it is missing.
   *
   * @param columns their definitions
   */
  static HistoryTable create(
      Connection connection, VisibleSchema schema, String name, String columns)
      throws SQLException {
    HistoryTable table = new HistoryTable(connection, name);
    if (!schema.hasTable(name)) {
      table.update("CREATE TABLE %s (" + columns + ")" + schema.transactionalTable());
    }
    return table;
  }

  /** Returns the number that a query finds; empty if there is no row, or no table. */
  OptionalInt find(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(named(query))) {
      return row.next() ? OptionalInt.of(row.getInt(1)) : OptionalInt.empty();
    } catch (SQLException e) {
      if (ExistingDatabase.isMissingTable(e)) {
        return OptionalInt.empty();
      }
      throw e;
    }
  }

  /** Changes the row, or creates it, by statements with the same parameters. */
  void set(String update, String insert, int... values) throws SQLException {
    if (update(update, values) == 0) {
      update(insert, values);
    }
  }

  private int update(String sql, int... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(named(sql))) {
      for (int i = 0; i < values.length; i++) {
        statement.setInt(i + 1, values[i]);
      }
      return statement.executeUpdate();
    }
  }

  private String named(String sql) {
    return sql.replace("%s", name);
  }
}

package local.platform.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads the schema of a connection, as the database shows it. All names are in lower case. */
final class VisibleSchema {
  private static final String COLUMNS =
      """
      SELECT column_name FROM information_schema.columns
      WHERE table_schema = SCHEMA() AND LOWER(table_name) = ? ORDER BY ordinal_position
      """;
  private static final String CONSTRAINTS =
      """
      SELECT constraint_name FROM information_schema.table_constraints
      WHERE table_schema = SCHEMA() AND LOWER(table_name) = ?
      """;
  private static final String MYSQL_INDEXES =
      """
      SELECT index_name FROM information_schema.statistics
      WHERE table_schema = SCHEMA() AND LOWER(table_name) = ?
      """;
  private static final String H2_INDEXES =
      """
      SELECT index_name FROM information_schema.indexes
      WHERE table_schema = SCHEMA() AND LOWER(table_name) = ?
      """;

  private final Connection connection;
  private final DatabaseVendor vendor;

  VisibleSchema(Connection connection, DatabaseVendor vendor) {
    this.connection = connection;
    this.vendor = vendor;
  }

  /** Returns the end of a statement that creates a table with transactions. */
  String transactionalTable() {
    return vendor == DatabaseVendor.MYSQL ? " ENGINE = InnoDB" : "";
  }

  boolean hasTable(String table) throws SQLException {
    return !columns(table).isEmpty();
  }

  /** Returns the columns of a table in their order; none if there is no such table. */
  List<String> columns(String table) throws SQLException {
    return names(COLUMNS, table);
  }

  boolean hasIndex(String table, String index) throws SQLException {
    return names(vendor == DatabaseVendor.MYSQL ? MYSQL_INDEXES : H2_INDEXES, table)
        .contains(index);
  }

  boolean hasConstraint(String table, String constraint) throws SQLException {
    return names(CONSTRAINTS, table).contains(constraint);
  }

  /** Returns whether there is a table with this name, and it has rows. */
  boolean hasRows(String table) throws SQLException {
    if (!hasTable(table)) {
      return false;
    }
    // After a kill H2 may count rows that it has rolled back.
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT 1 FROM " + table + " LIMIT 1")) {
      return row.next();
    }
  }

  private List<String> names(String query, String table) throws SQLException {
    List<String> names = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setString(1, table);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          names.add(rows.getString(1).toLowerCase(Locale.ROOT));
        }
      }
    }
    return names;
  }
}

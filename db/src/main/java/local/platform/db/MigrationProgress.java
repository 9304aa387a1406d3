package local.platform.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalInt;

/**
 * How far the migration is that was begun last. It is in a table with at most one row, whose name
 * begins like that of Flyway's own table.
 */
final class MigrationProgress {
  private static final String TABLE = "flyway_position";

  private static final String CREATE_TABLE =
      "CREATE TABLE %s (version INT NOT NULL PRIMARY KEY, statements INT NOT NULL)";

  private final Connection connection;

  /** Creates the table if it is missing. */
  MigrationProgress(Connection connection, VisibleSchema schema) throws SQLException {
    this.connection = connection;
    if (!schema.hasTable(TABLE)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(quoted(connection, CREATE_TABLE + schema.transactionalTable()));
      }
    }
  }

  /** Returns the number of the migration that was begun last; empty if that is not recorded. */
  static OptionalInt begunLast(Connection connection) throws SQLException {
    try {
      return number(connection, "SELECT version FROM %s");
    } catch (SQLException e) {
      if (ExistingDatabase.isMissingTable(e)) {
        return OptionalInt.empty();
      }
      throw e;
    }
  }

  /** Returns how many statements of a migration are done; empty if it was not begun. */
  OptionalInt of(int version) throws SQLException {
    return number(connection, "SELECT statements FROM %s WHERE version = " + version);
  }

  /** Records how many statements of a migration are done, in the current transaction. */
  void set(int version, int statements) throws SQLException {
    if (update("UPDATE %s SET version = ?, statements = ?", version, statements) == 0) {
      update("INSERT INTO %s (version, statements) VALUES (?, ?)", version, statements);
    }
  }

  private int update(String sql, int version, int statements) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(quoted(connection, sql))) {
      statement.setInt(1, version);
      statement.setInt(2, statements);
      return statement.executeUpdate();
    }
  }

  private static OptionalInt number(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(quoted(connection, query))) {
      return row.next() ? OptionalInt.of(row.getInt(1)) : OptionalInt.empty();
    }
  }

  private static String quoted(Connection connection, String sql) throws SQLException {
    String quote = connection.getMetaData().getIdentifierQuoteString();
    return sql.replace("%s", quote + TABLE + quote);
  }
}

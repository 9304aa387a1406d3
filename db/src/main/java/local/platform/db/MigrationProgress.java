package local.platform.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalInt;

/** How far the migration is that was begun last. */
final class MigrationProgress {
  private static final String TABLE = "flyway_position";

  private final HistoryTable table;

  /** Creates the table if it is missing. */
  MigrationProgress(Connection connection, VisibleSchema schema) throws SQLException {
    this.table =
        HistoryTable.create(
            connection, schema, TABLE, "version INT NOT NULL PRIMARY KEY, statements INT NOT NULL");
  }

  /** Returns the number of the migration that was begun last; empty if that is not recorded. */
  static OptionalInt begunLast(Connection connection) throws SQLException {
    return new HistoryTable(connection, TABLE).find("SELECT version FROM %s");
  }

  /** Returns how many statements of a migration are done; empty if it was not begun. */
  OptionalInt of(int version) throws SQLException {
    return table.find("SELECT statements FROM %s WHERE version = " + version);
  }

  /** Records how many statements of a migration are done, in the current transaction. */
  void set(int version, int statements) throws SQLException {
    table.set(
        "UPDATE %s SET version = ?, statements = ?",
        "INSERT INTO %s (version, statements) VALUES (?, ?)", version, statements);
  }
}

package local.platform.db;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The oldest version of this server that may run on a schema: the number of the newest migration
 * that it must know. The schema stores it once a migration has removed something.
 */
final class OldestVersion {
  /**
   * The oldest version where none is stored. Migration 38 lets artifacts refer to {@code
   * library_content}, which no version before it writes. None of those goes by what is stored; they
   * refuse every newer schema.
   */
  static final int FIRST = 38;

  private static final String TABLE = "flyway_oldest_version";

  private OldestVersion() {}

  /** Returns the oldest version that may run on the schema of a connection. */
  static int of(Connection connection) throws SQLException {
    return Math.max(
        FIRST, new HistoryTable(connection, TABLE).find("SELECT version FROM %s").orElse(FIRST));
  }

  /** Stores that versions before this one may not run any more. */
  static void raise(Connection connection, VisibleSchema schema, int version) throws SQLException {
    if (version <= of(connection)) {
      return;
    }
    HistoryTable.create(connection, schema, TABLE, "version INT NOT NULL PRIMARY KEY")
        .set("UPDATE %s SET version = ?", "INSERT INTO %s (version) VALUES (?)", version);
  }
}

package local.platform.db;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalInt;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/**
 * Migrates the schema of a database. Nodes that start at the same time wait for each other, because
 * Flyway takes a lock.
 */
public final class SchemaMigration {
  /** The number of the newest migration. A test compares it with the files. */
  static final int NEWEST = 28;

  private SchemaMigration() {}

  /**
   * Applies the migrations that the database does not have yet.
   *
   * @throws UnsupportedDatabaseException if the database is not supported
   */
  public static void run(DataSource dataSource, DatabaseVendor vendor) {
    inspect(dataSource, vendor);
    Flyway flyway =
        Flyway.configure(SchemaMigration.class.getClassLoader())
            .dataSource(dataSource)
            .locations(vendor.migrations())
            .load();
    if (vendor == DatabaseVendor.H2) {
      // On H2 Flyway locks the rows of its history, of which there are none at first. Other users
      // of that database are in this process.
      synchronized (SchemaMigration.class) {
        flyway.migrate();
      }
    } else {
      flyway.migrate();
    }
  }

  /**
   * Checks that no newer version of this server has migrated the database: this version would not
   * maintain what the newer one relies on.
   *
   * @throws UnsupportedDatabaseException if one has
   * @throws SQLException if the database does not answer
   */
  static void requireKnown(Connection connection) throws SQLException {
    int version = version(connection).orElse(NEWEST);
    if (version > NEWEST) {
      throw new UnsupportedDatabaseException(
          "a newer version of this server has migrated the database, to schema "
              + version
              + "; this one knows "
              + NEWEST
              + ": start the newer one, or restore a backup from before the upgrade");
    }
  }

  /** Returns the number of the newest applied migration; empty if none has been applied. */
  static OptionalInt version(Connection connection) throws SQLException {
    String quote = connection.getMetaData().getIdentifierQuoteString();
    String query = "SELECT \"version\" FROM \"flyway_schema_history\" WHERE \"success\"";
    OptionalInt newest = OptionalInt.empty();
    try (Statement statement = connection.createStatement();
        ResultSet applied = statement.executeQuery(query.replace("\"", quote))) {
      while (applied.next()) {
        newest = OptionalInt.of(Math.max(newest.orElse(0), applied.getInt(1)));
      }
    } catch (SQLException e) {
      if (!ExistingDatabase.isMissingTable(e)) {
        throw e;
      }
    }
    return newest;
  }

  private static void inspect(DataSource dataSource, DatabaseVendor vendor) {
    try (Connection connection = dataSource.getConnection()) {
      vendor.requireSupported(connection);
      if (vendor == DatabaseVendor.H2) {
        FormerLocalTimes.tell(connection);
      }
    } catch (SQLException e) {
      throw UnsupportedDatabaseException.unreachable(e);
    }
  }
}

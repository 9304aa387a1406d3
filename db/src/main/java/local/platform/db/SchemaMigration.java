package local.platform.db;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/**
 * Brings the schema of a database up to date. Nodes that start together wait for each other: Flyway
 * takes a lock.
 */
public final class SchemaMigration {
  private SchemaMigration() {}

  /**
   * Applies the migrations that the database does not have yet.
   *
   * @throws UnsupportedDatabaseException if it is not a database that the product supports
   */
  public static void run(DataSource dataSource, DatabaseVendor vendor) {
    refuseUnsupported(dataSource, vendor);
    Flyway flyway =
        Flyway.configure(SchemaMigration.class.getClassLoader())
            .dataSource(dataSource)
            .locations(vendor.migrations())
            .load();
    if (vendor == DatabaseVendor.H2) {
      // Flyway locks the rows of its history there, and at first there are none. Whoever else uses
      // the database does so in this process.
      synchronized (SchemaMigration.class) {
        flyway.migrate();
      }
    } else {
      flyway.migrate();
    }
  }

  private static void refuseUnsupported(DataSource dataSource, DatabaseVendor vendor) {
    try (Connection connection = dataSource.getConnection()) {
      vendor.requireSupported(connection);
    } catch (SQLException e) {
      throw UnsupportedDatabaseException.unreachable(e);
    }
  }
}

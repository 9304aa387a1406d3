package local.platform.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.resolver.MigrationResolver;
import org.flywaydb.core.api.resolver.ResolvedMigration;
import org.flywaydb.core.api.resource.LoadableResource;

/**
 * Migrates the schema of a database. Nodes that start at the same time wait for each other, because
 * Flyway takes a lock.
 */
public final class SchemaMigration {
  private static final Logger LOG = System.getLogger(SchemaMigration.class.getName());

  /** The number of the newest migration; both databases have the same. */
  static final int NEWEST =
      MigrationFiles.newest(
          ArchiveFiles.below(SchemaMigration.class.getResource(DatabaseVendor.H2.directory())));

  private SchemaMigration() {}

  /**
   * Applies the migrations that the database does not have yet.
   *
   * @throws UnsupportedDatabaseException if the database is not supported
   */
  public static void run(DataSource dataSource, DatabaseVendor vendor) {
    inspect(dataSource, vendor);
    if (vendor == DatabaseVendor.H2) {
      // On H2 Flyway locks the rows of its history, of which there are none at first. Other users
      // of that database are in this process.
      synchronized (SchemaMigration.class) {
        migrate(dataSource, vendor);
      }
    } else {
      migrate(dataSource, vendor);
    }
  }

  private static void migrate(DataSource dataSource, DatabaseVendor vendor) {
    forgetFailures(dataSource);
    flyway(dataSource, vendor).load().migrate();
  }

  /** Returns the configuration of Flyway: it finds the files, and they execute themselves. */
  static FluentConfiguration flyway(DataSource dataSource, DatabaseVendor vendor) {
    return Flyway.configure(SchemaMigration.class.getClassLoader())
        .dataSource(dataSource)
        .locations("classpath:" + vendor.directory())
        .skipDefaultResolvers(true)
        .resolvers(context -> scripts(context, vendor));
  }

  private static List<ResolvedMigration> scripts(
      MigrationResolver.Context context, DatabaseVendor vendor) {
    List<ResolvedMigration> scripts = new ArrayList<>();
    for (LoadableResource file :
        context.resourceProvider.getResources("V", new String[] {".sql"})) {
      try {
        scripts.add(MigrationScript.of(file.getFilename(), file.read(), vendor));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return scripts;
  }

  /**
   * Removes the entries of failed migrations, which Flyway refuses to continue. What is done of
   * them is known.
   */
  private static void forgetFailures(DataSource dataSource) {
    try (Connection connection = dataSource.getConnection()) {
      if (!versions(connection, "WHERE NOT \"success\"").isEmpty()) {
        try (Statement statement = connection.createStatement()) {
          statement.execute(
              quoted(connection, "DELETE FROM \"flyway_schema_history\" WHERE NOT \"success\""));
        }
      }
    } catch (SQLException e) {
      throw UnsupportedDatabaseException.unreachable(e);
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
    int version =
        Math.max(
            newest(versions(connection, "")).orElse(NEWEST),
            MigrationProgress.begunLast(connection).orElse(NEWEST));
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
    return newest(versions(connection, "WHERE \"success\""));
  }

  private static OptionalInt newest(List<Integer> versions) {
    return versions.stream().mapToInt(Integer::intValue).max();
  }

  /** Returns the numbers of the migrations in the entries of Flyway that fulfil a condition. */
  private static List<Integer> versions(Connection connection, String condition)
      throws SQLException {
    List<Integer> versions = new ArrayList<>();
    String query = "SELECT \"version\" FROM \"flyway_schema_history\" " + condition;
    try (Statement statement = connection.createStatement();
        ResultSet entries = statement.executeQuery(quoted(connection, query))) {
      while (entries.next()) {
        versions.add(entries.getInt(1));
      }
    } catch (SQLException e) {
      if (!ExistingDatabase.isMissingTable(e)) {
        throw e;
      }
    }
    return versions;
  }

  private static String quoted(Connection connection, String sql) throws SQLException {
    return sql.replace("\"", connection.getMetaData().getIdentifierQuoteString());
  }

  private static void inspect(DataSource dataSource, DatabaseVendor vendor) {
    try (Connection connection = dataSource.getConnection()) {
      vendor.requireSupported(connection);
      if (vendor == DatabaseVendor.H2) {
        FormerLocalTimes.tell(connection);
      } else {
        warnOfSettings(connection);
      }
    } catch (SQLException e) {
      throw UnsupportedDatabaseException.unreachable(e);
    }
  }

  private static void warnOfSettings(Connection connection) throws SQLException {
    List<String> deviations = GroupSettings.deviations(connection);
    if (!deviations.isEmpty()) {
      LOG.log(
          Level.WARNING,
          "the group of MySQL servers is not set up as ops/mysql/group.cnf: {0}",
          String.join(", ", deviations));
    }
  }
}

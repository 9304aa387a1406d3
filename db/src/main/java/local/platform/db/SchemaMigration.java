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
   * Applies the migrations that the database does not have yet. A schema that a newer version has
   * migrated or begun to migrate has all of them, and is left alone.
   *
   * @throws UnsupportedDatabaseException if the database is not supported, or this version may not
   *     run on its schema
   */
  public static void run(DataSource dataSource, DatabaseVendor vendor) {
    if (inspect(dataSource, vendor) <= NEWEST) {
      migrate(dataSource, vendor);
    }
    requireAllowed(dataSource);
  }

  /** Checks it again: a newer version may have migrated while this one waited for its lock. */
  private static void requireAllowed(DataSource dataSource) {
    try (Connection connection = dataSource.getConnection()) {
      requireAllowed(connection);
    } catch (SQLException e) {
      throw UnsupportedDatabaseException.unreachable(e);
    }
  }

  private static void migrate(DataSource dataSource, DatabaseVendor vendor) {
    if (vendor == DatabaseVendor.H2) {
      // On H2 Flyway locks the rows of its history, of which there are none at first. Other users
      // of that database are in this process.
      synchronized (SchemaMigration.class) {
        migrateLocked(dataSource, vendor);
      }
    } else {
      migrateLocked(dataSource, vendor);
    }
  }

  private static void migrateLocked(DataSource dataSource, DatabaseVendor vendor) {
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
   * Checks that this version may run on the schema. A newer version may have removed what this one
   * uses.
   *
   * @throws UnsupportedDatabaseException if it may not
   * @throws SQLException if the database does not answer
   */
  static void requireAllowed(Connection connection) throws SQLException {
    int oldest = OldestVersion.of(connection);
    if (oldest > NEWEST) {
      throw new UnsupportedDatabaseException(
          "a newer version of this server has migrated the database: only versions that know schema "
              + oldest
              + " may run on it, and this one knows "
              + NEWEST
              + ": start a newer one, or restore a backup from before the upgrade");
    }
  }

  /** Returns the number of the newest migration that any version has begun, or that is known. */
  private static int newestBegun(Connection connection) throws SQLException {
    return Math.max(
        newest(versions(connection, "")).orElse(NEWEST),
        MigrationProgress.begunLast(connection).orElse(NEWEST));
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

  /** Checks the database; returns the number of the newest migration that any version has begun. */
  private static int inspect(DataSource dataSource, DatabaseVendor vendor) {
    try (Connection connection = dataSource.getConnection()) {
      vendor.requireSupported(connection);
      if (vendor == DatabaseVendor.H2) {
        FormerLocalTimes.tell(connection);
      } else {
        warnOfSettings(connection);
      }
      int schema = newestBegun(connection);
      if (schema > NEWEST) {
        LOG.log(
            Level.INFO,
            "a newer version of this server has migrated the database, to schema {0}; this one knows {1}, and leaves it alone",
            schema,
            NEWEST);
      }
      return schema;
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

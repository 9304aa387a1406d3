package local.platform.db;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.resolver.ResolvedMigration;

/** Migrations one by one, and an installation with rows in every table. */
final class Installation {

  private Installation() {}

  /** Returns all migrations of a database in their order. */
  static List<MigrationScript> scripts(DatabaseVendor vendor)
      throws IOException, URISyntaxException {
    Path directory = Path.of(SchemaMigration.class.getResource(vendor.directory()).toURI());
    List<MigrationScript> scripts = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.sorted().toList()) {
        scripts.add(
            MigrationScript.of(
                file.getFileName().toString(), Files.newBufferedReader(file), vendor));
      }
    }
    return scripts;
  }

  /** Returns Flyway as older versions have used it. */
  static Flyway flywayOfOlderVersions(DataSource dataSource, DatabaseVendor vendor) {
    return Flyway.configure()
        .dataSource(dataSource)
        .locations("classpath:" + vendor.directory())
        .load();
  }

  /** Migrates as a newer version does, which has one migration more. */
  static void migrateAsNewer(DataSource dataSource, DatabaseVendor vendor, String migration) {
    List<ResolvedMigration> scripts = new ArrayList<>();
    try {
      scripts.addAll(scripts(vendor));
      scripts.add(
          MigrationScript.of(
              String.format(Locale.ROOT, "V%04d__newer.sql", SchemaMigration.NEWEST + 1),
              new StringReader(migration),
              vendor));
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
    SchemaMigration.flyway(dataSource, vendor).resolvers(context -> scripts).load().migrate();
  }

  /** Inserts rows into what a migration has added. */
  static void insertRows(Connection connection, int version) throws SQLException, IOException {
    String file = String.format(Locale.ROOT, "/installation/V%04d.sql", version);
    try (var stream = Installation.class.getResourceAsStream(file)) {
      if (stream == null) {
        return;
      }
      Reader reader = new InputStreamReader(stream, StandardCharsets.UTF_8);
      for (MigrationStatement statement :
          MigrationScript.of("V1__rows.sql", reader, DatabaseVendor.H2).statements()) {
        execute(connection, statement.sql());
      }
    }
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns the schema and all rows, without names that H2 chooses and times of the migration. */
  static String content(Connection connection, DatabaseVendor vendor) throws SQLException {
    StringBuilder content =
        new StringBuilder(
            SchemaDump.of(connection, vendor)
                .toString()
                .replaceAll("PRIMARY_KEY_[0-9A-F]+", "PRIMARY_KEY")
                .replaceAll("((?:FK|UQ)_\\w+_INDEX)_[0-9A-F]+", "$1"));
    for (String table : tables(connection)) {
      content.append('\n').append(table).append('\n');
      rows(connection, table).forEach(row -> content.append("  ").append(row).append('\n'));
    }
    return content.toString().replaceAll("micros=[1-9]\\d+", "micros=now");
  }

  static List<String> tables(Connection connection) throws SQLException {
    return column(
        connection,
        """
        SELECT LOWER(table_name) FROM information_schema.tables
        WHERE table_schema = SCHEMA() AND table_name NOT LIKE 'flyway%' ORDER BY 1
        """);
  }

  static List<String> column(Connection connection, String query) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }

  private static List<String> rows(Connection connection, String table) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM " + table)) {
      while (rows.next()) {
        StringBuilder line = new StringBuilder();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          String name = rows.getMetaData().getColumnName(i).toLowerCase(Locale.ROOT);
          Object value =
              rows.getObject(i) instanceof byte[] bytes
                  ? HexFormat.of().formatHex(bytes)
                  : rows.getString(i);
          line.append(name).append('=').append(value).append(' ');
        }
        lines.add(line.toString());
      }
    }
    return lines.stream().sorted().toList();
  }
}

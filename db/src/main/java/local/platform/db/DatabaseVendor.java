package local.platform.db;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import local.platform.config.DatabaseSettings;

/** The supported databases, each with the connection properties that the product relies on. */
public enum DatabaseVendor {
  /** MySQL 8. */
  MYSQL("mysql", '?', '&') {
    @Override
    Map<String, String> connectionProperties() {
      return Map.ofEntries(
          // Together with the wait for a pooled connection this is below two seconds, so that an
          // unavailable database is reported soon.
          Map.entry("connectTimeout", "1200"),
          // For the handshake; the timeout for statements is set after it.
          Map.entry("socketTimeout", "1500"),
          Map.entry("tcpKeepAlive", "true"),
          Map.entry("connectionTimeZone", "UTC"),
          Map.entry("forceConnectionTimeZoneToSession", "true"),
          Map.entry("preserveInstants", "true"),
          Map.entry("useServerPrepStmts", "true"),
          Map.entry("cachePrepStmts", "true"),
          Map.entry("prepStmtCacheSize", "250"),
          Map.entry("prepStmtCacheSqlLimit", "4096"),
          Map.entry("rewriteBatchedStatements", "true"),
          Map.entry("useLocalSessionState", "true"),
          // It would make a span for each statement, which nothing collects.
          Map.entry("openTelemetry", "DISABLED"),
          // The key store of the application server has a certificate that MySQL would refuse as
          // that of a client.
          Map.entry("fallbackToSystemKeyStore", "false"),
          // Waits for locks and long reads end before the socket times out, so that the database
          // cleans up.
          Map.entry(
              "sessionVariables",
              "transaction_isolation='READ-COMMITTED',innodb_lock_wait_timeout=5,max_execution_time=8000"));
    }
  },
  /** H2 2.2, embedded. */
  H2("h2", ';', ';') {
    @Override
    Map<String, String> connectionProperties() {
      return Map.of(
          "LOCK_TIMEOUT", "5000",
          // Otherwise H2 may cache a result from before a commit, and return it until the next
          // commit.
          "OPTIMIZE_REUSE_RESULTS", "0",
          // Otherwise failed statements are written to another file, which others can read.
          "TRACE_LEVEL_FILE", "0",
          // The pool closes its connections after all requests have ended, and with the last one
          // the database; H2's own shutdown hook would not wait.
          "DB_CLOSE_ON_EXIT", "FALSE");
    }
  };

  /**
   * The minimum of {@code max_allowed_packet} of MySQL, in bytes: the largest row, the config of an
   * image, has up to 4 MiB in one column, and little in the others.
   */
  public static final int MIN_PACKET_BYTES = (4 << 20) + (64 << 10);

  private final String scheme;
  private final char firstSeparator;
  private final char separator;

  DatabaseVendor(String scheme, char firstSeparator, char separator) {
    this.scheme = scheme;
    this.firstSeparator = firstSeparator;
    this.separator = separator;
  }

  /** Returns the properties of every connection that the configured URL does not set itself. */
  abstract Map<String, String> connectionProperties();

  /**
   * Checks that a connection leads to a database of this vendor, in a supported version, and that
   * this version of the product may run on its schema.
   *
   * @throws UnsupportedDatabaseException if it does not
   * @throws SQLException if the database does not answer
   */
  void requireSupported(Connection connection) throws SQLException {
    String version = connection.getMetaData().getDatabaseProductVersion();
    if (version.contains("MariaDB")) {
      throw new UnsupportedDatabaseException(
          "the database is MariaDB (" + version + "), which is not supported: use MySQL 8");
    }
    if (this == MYSQL && connection.getMetaData().getDatabaseMajorVersion() < 8) {
      throw new UnsupportedDatabaseException(
          "the database is MySQL " + version + ", which is not supported: use MySQL 8");
    }
    if (this == MYSQL) {
      requireLargePackets(connection);
      GroupSettings.requireUsable(connection);
    }
    SchemaMigration.requireAllowed(connection);
  }

  private static void requireLargePackets(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT @@max_allowed_packet")) {
      row.next();
      long bytes = row.getLong(1);
      if (bytes < MIN_PACKET_BYTES) {
        throw new UnsupportedDatabaseException(
            "MySQL accepts statements of up to "
                + bytes
                + " bytes (max_allowed_packet), and images need "
                + MIN_PACKET_BYTES
                + ": set max_allowed_packet=64M, which is the default, in the section [mysqld] of its configuration");
      }
    }
  }

  /** Returns the directory of this vendor's migrations on the class path. */
  String directory() {
    return "/db/migration/" + scheme;
  }

  /** Returns the vendor that the JDBC URL names. */
  public static DatabaseVendor of(DatabaseSettings settings) {
    return settings.url().startsWith("jdbc:h2:") ? H2 : MYSQL;
  }

  /**
   * Returns the configured URL, completed with the connection properties that it does not set
   * itself.
   */
  String complete(String url) {
    return complete(url, connectionProperties());
  }

  /**
   * Returns a URL, completed with those of the given connection properties that it does not set
   * itself.
   */
  String complete(String url, Map<String, String> properties) {
    int first = url.indexOf(firstSeparator);
    String added =
        new TreeMap<>(properties)
            .entrySet().stream()
                .filter(property -> !DatabaseSettings.sets(url, property.getKey()))
                .map(property -> property.getKey() + "=" + property.getValue())
                .collect(Collectors.joining(String.valueOf(separator)));
    if (added.isEmpty()) {
      return url;
    }
    if (first < 0) {
      return url + firstSeparator + added;
    }
    return url.endsWith(String.valueOf(separator)) || first == url.length() - 1
        ? url + added
        : url + separator + added;
  }
}

package local.platform.db;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Logger;
import javax.sql.DataSource;
import local.platform.config.Configuration;
import local.platform.config.DatabaseSettings;
import org.h2.jdbcx.JdbcDataSource;

/**
 * Creates the physical connections of the pool: to the configured database, with the properties
 * that the product relies on.
 *
 * <p>The application server's pool creates it by name and without arguments, so it reads the
 * configuration itself. It derives the driver from the URL, so that no driver class has to be
 * configured.
 */
public final class PlatformDataSource implements DataSource {
  /**
   * The limit for the answer to a statement, longer than the database's own limits. After that the
   * driver closes the connection, which with TLS may take the same time again.
   */
  private static final int ANSWER_TIMEOUT_MILLIS = 10_000;

  private static final Map<String, String> START_TIMEOUTS =
      Map.of("connectTimeout", "10000", "socketTimeout", "10000");
  private static final int NO_TIMEOUT = 0;

  /** How long the first connection to a group waits until it is known who the primary is. */
  private static final Duration FIRST_LEASE = Duration.ofSeconds(5);

  private final DatabaseSettings settings;
  private final DataSource driver;
  private final List<String> hosts;
  private final int answerTimeoutMillis;

  /** Creates the data source of the configured database; called by the pool. */
  public PlatformDataSource() {
    this(Configuration.load().database());
  }

  /** Creates the data source of a database. */
  public PlatformDataSource(DatabaseSettings settings) {
    this(settings, settings.url(), ANSWER_TIMEOUT_MILLIS);
  }

  private PlatformDataSource(DatabaseSettings settings, String url, int answerTimeoutMillis) {
    this.settings = settings;
    this.driver = driver(DatabaseVendor.of(settings), url);
    this.hosts = MySqlHosts.urls(url);
    this.answerTimeoutMillis = answerTimeoutMillis;
  }

  /**
   * Creates the data source of a database for the start of the server, with longer timeouts: the
   * first connection of a process takes longest, and a migration may take any time.
   */
  static PlatformDataSource atStart(DatabaseSettings settings) {
    return new PlatformDataSource(settings, patientUrl(settings), NO_TIMEOUT);
  }

  static String patientUrl(DatabaseSettings settings) {
    DatabaseVendor vendor = DatabaseVendor.of(settings);
    return vendor == DatabaseVendor.MYSQL
        ? vendor.complete(settings.url(), START_TIMEOUTS)
        : settings.url();
  }

  /** Returns the data source of the driver, with the connection properties of the vendor. */
  static DataSource driver(DatabaseVendor vendor, String configuredUrl) {
    String url = vendor.complete(configuredUrl);
    switch (vendor) {
      case MYSQL -> {
        MysqlDataSource mysql = new MysqlDataSource();
        mysql.setUrl(url);
        return mysql;
      }
      case H2 -> {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL(url);
        return h2;
      }
    }
    throw new IllegalStateException("no driver for " + vendor);
  }

  @Override
  public Connection getConnection() throws SQLException {
    if (DatabaseVendor.of(settings) == DatabaseVendor.H2) {
      return EmbeddedDatabase.of(settings).connect();
    }
    if (answerTimeoutMillis == NO_TIMEOUT) {
      return ImpatientConnection.of(MySqlHosts.openWritable(hosts, this::open));
    }
    PrimaryLease lease = PrimaryLease.of(settings);
    if (!lease.isNeeded()) {
      Connection connection = MySqlHosts.openWritable(hosts, this::open);
      if (!GroupSettings.areIn(connection)) {
        return ImpatientConnection.of(connection);
      }
      connection.close();
      lease.need();
      lease.await(FIRST_LEASE);
    }
    return leased(lease);
  }

  /** Opens a connection to the member on which there is a lease, which is valid under it alone. */
  private Connection leased(PrimaryLease lease) throws SQLException {
    Connection connection = open(lease.requireMember().url());
    String server = server(connection);
    if (!lease.covers(server)) { // one address may lead to several members
      connection.close();
      throw lease.left();
    }
    Runnable closing = lease.track(server, connection);
    return ImpatientConnection.of(connection, () -> lease.covers(server), closing);
  }

  private static String server(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT @@server_uuid")) {
      row.next();
      return row.getString(1);
    }
  }

  private Connection open(String url) throws SQLException {
    Connection connection =
        driver(DatabaseVendor.MYSQL, url).getConnection(settings.user(), settings.password());
    if (!DatabaseSettings.sets(settings.url(), "socketTimeout")) {
      connection.setNetworkTimeout(Runnable::run, answerTimeoutMillis);
    }
    return connection;
  }

  /** Ignores the user that the pool may pass: there is only the configured one. */
  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return driver.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    driver.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) {
    // The connect timeout in the URL applies instead.
  }

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return driver.getParentLogger();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return driver.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return driver.isWrapperFor(type);
  }
}

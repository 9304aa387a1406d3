package local.platform.db;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Map;
import java.util.logging.Logger;
import javax.sql.DataSource;
import local.platform.config.Configuration;
import local.platform.config.DatabaseSettings;
import org.h2.jdbcx.JdbcDataSource;

/**
 * Makes the physical connections of the pool: to the configured database, with the properties that
 * the product relies on.
 *
 * <p>The application server's pool creates it by name and without arguments, which is why it reads
 * the configuration itself; in this way the driver follows from the URL and nobody has to name a
 * class.
 */
public final class PlatformDataSource implements DataSource {
  /**
   * How long a statement may take to be answered; longer than the server's own limits for it. When
   * it is over the driver closes the connection, which with TLS may wait as long once more.
   */
  private static final int ANSWER_TIMEOUT_MILLIS = 10_000;

  private static final Map<String, String> START_TIMEOUTS =
      Map.of("connectTimeout", "10000", "socketTimeout", "10000");
  private static final int NO_TIMEOUT = 0;

  private final DatabaseSettings settings;
  private final DataSource driver;
  private final int answerTimeoutMillis;

  /** For the pool: connects to the database that is configured. */
  public PlatformDataSource() {
    this(Configuration.load().database());
  }

  /** Connects to the given database. */
  public PlatformDataSource(DatabaseSettings settings) {
    this(settings, settings.url(), ANSWER_TIMEOUT_MILLIS);
  }

  private PlatformDataSource(DatabaseSettings settings, String url, int answerTimeoutMillis) {
    this.settings = settings;
    this.driver = driver(DatabaseVendor.of(settings), url);
    this.answerTimeoutMillis = answerTimeoutMillis;
  }

  /**
   * Connects to the given database at the start of the server, with more patience: the first
   * connection of a process takes longest, and a migration takes as long as it takes.
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

  /** The driver itself, with the connection properties of the vendor. */
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
    Connection connection = driver.getConnection(settings.user(), settings.password());
    if (DatabaseVendor.of(settings) != DatabaseVendor.MYSQL) {
      return connection;
    }
    if (!DatabaseSettings.sets(settings.url(), "socketTimeout")) {
      connection.setNetworkTimeout(Runnable::run, answerTimeoutMillis);
    }
    return ImpatientConnection.of(connection);
  }

  /** The pool may name a user of its own; there is only the configured one. */
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
    // The connect timeout in the URL decides.
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

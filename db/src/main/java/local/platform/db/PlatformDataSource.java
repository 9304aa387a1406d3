package local.platform.db;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
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
  private final DatabaseSettings settings;
  private final DataSource driver;

  /** For the pool: connects to the database that is configured. */
  public PlatformDataSource() {
    this(Configuration.load().database());
  }

  /** Connects to the given database. */
  public PlatformDataSource(DatabaseSettings settings) {
    this.settings = settings;
    this.driver = driver(settings);
  }

  private static DataSource driver(DatabaseSettings settings) {
    DatabaseVendor vendor = DatabaseVendor.of(settings);
    String url = vendor.complete(settings.url());
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
    return driver.getConnection(settings.user(), settings.password());
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

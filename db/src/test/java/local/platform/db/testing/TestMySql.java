package local.platform.db.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import local.platform.config.DatabaseSettings;

/**
 * The MySQL of tests that do not care whether it is one server: if the system property {@value
 * #GROUP_PROPERTY} is true, it is the group of all tests of this JVM, and otherwise a server of its
 * own.
 */
public final class TestMySql implements AutoCloseable {
  private static final String GROUP_PROPERTY = "mysql.group";

  private final Optional<MySqlServer> server;

  private TestMySql(Optional<MySqlServer> server) {
    this.server = server;
  }

  /** Starts it, if it does not run. */
  public static TestMySql start() {
    return new TestMySql(
        Boolean.getBoolean(GROUP_PROPERTY) ? Optional.empty() : Optional.of(MySqlServer.start()));
  }

  /** Creates an empty database; returns how to connect to it. */
  public DatabaseSettings createDatabase() {
    return server
        .map(MySqlServer::createDatabase)
        .orElseGet(() -> MySqlGroup.shared().createDatabase());
  }

  /**
   * Opens a connection to a database that it has created: in a group to the primary, which is the
   * last one in the URL.
   */
  public static Connection connect(DatabaseSettings database) throws SQLException {
    String url = database.url().replaceFirst("//[^/]*,", "//");
    return DriverManager.getConnection(url, database.user(), database.password());
  }

  /** Ends the server and deletes its data. The group ends with this JVM. */
  @Override
  public void close() {
    server.ifPresent(MySqlServer::close);
  }
}

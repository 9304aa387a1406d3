package local.platform.db;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import local.platform.config.DatabaseSettings;

/** The members of the configured group, over the driver of MySQL. */
final class JdbcGroupMembers implements GroupMembers {
  private static final Logger LOG = System.getLogger(JdbcGroupMembers.class.getName());

  /**
   * The properties of a connection that asks. Its session waits, before it reads a table, until the
   * majority of the group has confirmed that the member belongs to it.
   */
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "connectTimeout", "500",
          "socketTimeout", "1000",
          "sessionVariables", "group_replication_consistency='BEFORE'");

  /** Reads a row: without a table, MySQL does not wait for anything. */
  private static final String ROW = ", EXISTS(SELECT 1 FROM flyway_schema_history)";

  private final DatabaseSettings settings;
  private final List<String> urls;

  JdbcGroupMembers(DatabaseSettings settings) {
    this.settings = settings;
    this.urls = MySqlHosts.urls(settings.url());
  }

  @Override
  public List<String> urls() {
    return urls;
  }

  @Override
  public Link connect(String url) throws SQLException {
    Connection connection =
        PlatformDataSource.driver(
                DatabaseVendor.MYSQL, DatabaseVendor.MYSQL.complete(url, PROPERTIES))
            .getConnection(settings.user(), settings.password());
    try {
      connection.setNetworkTimeout(Runnable::run, (int) PrimaryLease.LENGTH.toMillis());
      return new JdbcLink(
          connection, "SELECT @@server_uuid, " + GroupSettings.primaryCondition(connection));
    } catch (SQLException e) {
      connection.abort(Runnable::run);
      throw e;
    }
  }

  private record JdbcLink(Connection connection, String question) implements Link {
    @Override
    public Answer belief() throws SQLException {
      return ask(question);
    }

    @Override
    public Answer confirmed() throws SQLException {
      try {
        return ask(question + ROW);
      } catch (SQLException e) {
        if (ExistingDatabase.isMissingTable(e)) {
          return ask(question); // before the first start there is nothing that could be old
        }
        throw e;
      }
    }

    private Answer ask(String sql) throws SQLException {
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery(sql)) {
        row.next();
        return new Answer(row.getString(1), row.getBoolean(2));
      }
    }

    @Override
    public void close() {
      try {
        connection.abort(Runnable::run); // without a word to a member that may be silent
      } catch (SQLException e) {
        LOG.log(Level.DEBUG, "a connection was broken when it was closed", e);
      }
    }
  }
}

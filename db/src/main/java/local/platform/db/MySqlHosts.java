package local.platform.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The hosts that a URL of MySQL names, in any order. The driver would connect to the first that
 * answers, which may be one that can only be read, and shows the past.
 */
final class MySqlHosts {
  private static final Pattern URL = Pattern.compile("(jdbc:mysql:(?://)?)([^/?]*)(.*)");

  /** Where a host ends and the next begins: not within what describes one. */
  private static final Pattern COMMA = Pattern.compile(",(?![^(\\[]*[)\\]])");

  private MySqlHosts() {}

  /** Opens a connection to one host. */
  @FunctionalInterface
  interface Opening {
    /** Opens a connection. */
    Connection open(String url) throws SQLException;
  }

  /** Returns a URL for each host, in the order of the URL. */
  static List<String> urls(String url) {
    Matcher parts = URL.matcher(url);
    if (!parts.matches()) {
      return List.of(url);
    }
    List<String> urls = new ArrayList<>();
    for (String host : COMMA.split(parts.group(2), -1)) {
      urls.add(parts.group(1) + host.strip() + parts.group(3));
    }
    return List.copyOf(urls);
  }

  /**
   * Opens a connection to the only host, or to the first of several that can be written.
   *
   * @throws SQLException if none can; for several, why the last one cannot be used that did not
   *     answer or must not be used
   */
  static Connection openWritable(List<String> urls, Opening opening) throws SQLException {
    if (urls.size() == 1) {
      return opening.open(urls.get(0));
    }
    @Nullable SQLException failure = null;
    for (String url : urls) {
      try {
        Connection connection = opening.open(url);
        if (GroupSettings.isPrimary(connection)) {
          return connection;
        }
        Optional<String> problem = GroupSettings.problem(connection);
        connection.close();
        if (problem.isPresent()) {
          failure = new SQLTransientConnectionException(problem.get());
        }
      } catch (SQLException e) {
        failure = e;
      }
    }
    throw failure != null
        ? failure
        : new SQLTransientConnectionException(
            "all of the hosts of the database can only be read: none is the primary");
  }
}

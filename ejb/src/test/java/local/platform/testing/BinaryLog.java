package local.platform.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import local.platform.db.testing.MySqlServer;

/** Reads from the binary log of a MySQL server how large transactions were. */
public final class BinaryLog {
  /** What a group of MySQL servers must be able to certify and send at once, in bytes. */
  public static final long LARGEST = 64L << 20;

  private final MySqlServer server;

  public BinaryLog(MySqlServer server) {
    this.server = server;
  }

  /** Starts a server that has one. */
  public static MySqlServer startServer() {
    return MySqlServer.start("--log-bin=binlog", "--server-id=1", "--sync-binlog=0");
  }

  /** Runs work; returns the sizes of the transactions that it committed, in bytes. */
  public List<Long> sizes(Runnable work) {
    server.execute("FLUSH BINARY LOGS");
    try (Connection connection = server.root();
        Statement statement = connection.createStatement()) {
      String file;
      try (ResultSet status = statement.executeQuery("SHOW MASTER STATUS")) {
        status.next();
        file = status.getString("File");
      }
      work.run();
      return sizes(statement, file);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Runs work, and checks that it committed something, and no transaction that is larger than
   * {@link #LARGEST}. Writes the largest to the output.
   *
   * @param what the work, in words
   * @return the sizes of the transactions, in bytes
   */
  @SuppressWarnings("SystemOut") // the figures are a result
  public List<Long> assertSmall(String what, Runnable work) {
    List<Long> sizes = sizes(work);
    assertThat(sizes).as(what).isNotEmpty().allMatch(size -> size <= LARGEST);
    System.out.printf(
        Locale.ROOT,
        "%s: %d transactions, the largest of %d KiB%n",
        what,
        sizes.size(),
        Collections.max(sizes) >> 10);
    return sizes;
  }

  private static List<Long> sizes(Statement statement, String file) throws SQLException {
    List<Long> sizes = new ArrayList<>();
    try (ResultSet events = statement.executeQuery("SHOW BINLOG EVENTS IN '" + file + "'")) {
      long begin = 0;
      while (events.next()) {
        String type = events.getString("Event_type");
        if (type.endsWith("Gtid")) {
          begin = events.getLong("Pos");
        } else if (type.equals("Xid")) {
          sizes.add(events.getLong("End_log_pos") - begin);
        }
      }
    }
    return sizes;
  }
}

package local.platform.process;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import local.platform.config.DatabaseSettings;
import local.platform.db.testing.MySqlServer;
import local.platform.foundation.uid.Uid;

/** Holds the lock of a group's row in MySQL: writers of the group wait until it is closed. */
final class GroupLock implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final MySqlServer server;
  private final Connection connection;

  private GroupLock(MySqlServer server, Connection connection) {
    this.server = server;
    this.connection = connection;
  }

  /** Takes the lock. */
  static GroupLock take(MySqlServer server, DatabaseSettings database, String uid)
      throws SQLException {
    Connection connection =
        DriverManager.getConnection(database.url(), database.user(), database.password());
    connection.setAutoCommit(false);
    try (PreparedStatement select =
        connection.prepareStatement("SELECT uid FROM resource_group WHERE uid = ? FOR UPDATE")) {
      select.setBytes(1, new Uid(uid).bytes());
      try (ResultSet rows = select.executeQuery()) {
        if (!rows.next()) {
          throw new IllegalArgumentException("there is no group " + uid);
        }
      }
    }
    return new GroupLock(server, connection);
  }

  /** Waits until this many transactions wait for a lock. */
  void awaitWaiting(int transactions) throws SQLException {
    Instant deadline = Instant.now().plus(PATIENCE);
    try (Connection root = server.root();
        Statement statement = root.createStatement()) {
      int waiting = 0;
      while (waiting != transactions) {
        if (Instant.now().isAfter(deadline)) {
          throw new AssertionError(waiting + " transactions wait for the lock");
        }
        try (ResultSet rows =
            statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'")) {
          rows.next();
          waiting = rows.getInt(2);
        }
      }
    }
  }

  @Override
  public void close() throws SQLException {
    connection.rollback();
    connection.close();
  }
}

package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import local.platform.db.testing.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Callers who were told that a role binding is deleted rely on this. */
class CommittedReadsTest {
  private static final int COMMITS = 2_000;
  private static final int PATIENCE_SECONDS = 60;

  private final AtomicInteger committed = new AtomicInteger();
  private final ExecutorService executor = Executors.newSingleThreadExecutor();

  @AfterEach
  void shutDown() {
    executor.shutdownNow();
  }

  @ParameterizedTest
  @EnumSource
  void aStatementSeesWhatWasCommittedBeforeItBegan(TestDatabase database) throws Exception {
    DataSource dataSource = new PlatformDataSource(database.create());
    try (Connection writer = dataSource.getConnection();
        Connection reader = dataSource.getConnection()) {
      try (Statement statement = writer.createStatement()) {
        statement.execute("CREATE TABLE counter (id INT PRIMARY KEY, n INT)");
        statement.execute("INSERT INTO counter VALUES (1, 0)");
      }

      Future<Integer> stale = executor.submit(readWhileWriting(reader));
      try (PreparedStatement update = writer.prepareStatement("UPDATE counter SET n = ?")) {
        for (int n = 1; n <= COMMITS; n++) {
          update.setInt(1, n);
          update.executeUpdate();
          committed.set(n);
        }
      }

      assertThat(stale.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isZero();
    }
  }

  /** Returns how many reads saw less than what was committed when they began. */
  private Callable<Integer> readWhileWriting(Connection connection) {
    return () -> {
      int stale = 0;
      int before;
      do {
        before = committed.get();
        if (read(connection) < before) {
          stale++;
        }
      } while (before < COMMITS);
      return stale;
    };
  }

  private static int read(Connection connection) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement("SELECT n FROM counter");
        ResultSet row = select.executeQuery()) {
      row.next();
      return row.getInt(1);
    }
  }
}

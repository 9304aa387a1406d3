package local.platform.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.contract.testing.Upload;
import local.platform.db.PlatformDataSource;
import local.platform.db.testing.MySqlServer;
import local.platform.testing.BinaryLog;

/**
 * Measures the deletion of a group with 600,000 versions of artifacts: how long its answer takes,
 * and how large the largest transaction is by which the versions are deleted afterwards.
 */
public final class DeletionBenchmark {
  private static final int ARTIFACTS = 6_000;
  private static final int VERSIONS = 100;

  /** How long the purge is left alone: asking for it takes the processor that it needs. */
  private static final long POLL_MILLIS = 1_000;

  private DeletionBenchmark() {}

  /** Runs the benchmark and prints its results, each with the bound that is to be reached. */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, SQLException {
    try (MySqlServer mySql = BinaryLog.startServer()) {
      DatabaseSettings database = mySql.createDatabase();
      try (PlatformProcess server =
          PlatformProcess.in(Packaging.JAR, "bench-deletion")
              .empty()
              .quickStart()
              .on(database)
              .start()) {
        PlatformClient owner = server.owner();
        String group = owner.createGroup(owner.organization(), "deleted");
        double unused =
            new Imports(server, ARTIFACTS * VERSIONS)
                .seconds(
                    Upload.path(group, "java"), LibraryFile.of(new Random(1), ARTIFACTS, VERSIONS));
        long start = System.nanoTime();
        List<Long> sizes =
            new BinaryLog(mySql)
                .sizes(
                    () -> {
                      delete(owner, group);
                      awaitEmpty(database);
                    });
        System.out.printf("its versions are gone after %.0f s%n", seconds(start));
        System.out.printf(
            "largest transaction, at most 64 MiB: %.2f MiB of %d%n",
            Collections.max(sizes) / (double) (1 << 20), sizes.size());
      }
    }
  }

  private static void delete(PlatformClient owner, String group) {
    long start = System.nanoTime();
    int status = owner.delete("/iam/v2/groups/" + group).status();
    if (status != 200) {
      throw new IllegalStateException("status " + status);
    }
    System.out.printf(
        "delete of a group with %d versions: answered after %.2f s, at most 2%n",
        ARTIFACTS * VERSIONS, seconds(start));
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  /** Waits until nothing is left of what the group had. */
  private static void awaitEmpty(DatabaseSettings database) {
    try (Connection connection = new PlatformDataSource(database).getConnection();
        Statement statement = connection.createStatement()) {
      boolean isEmpty = false;
      while (!isEmpty) {
        Thread.sleep(POLL_MILLIS);
        try (ResultSet any =
            statement.executeQuery("SELECT NOT EXISTS (SELECT 1 FROM library_content)")) {
          any.next();
          isEmpty = any.getBoolean(1);
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}

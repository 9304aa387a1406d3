package local.platform.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.contract.testing.Upload;
import local.platform.db.PlatformDataSource;
import local.platform.db.testing.MySqlServer;
import local.platform.foundation.uid.Uid;
import local.platform.testing.SqlParameters;

/**
 * Compares an import of 100,000 lines with plain JDBC, which writes the same number of rows into
 * the same tables in batches, and measures the heap of the server while it imports.
 */
public final class ImportBenchmark {
  private static final int ARTIFACTS = 20_000;
  private static final int VERSIONS = 5;
  private static final int BATCH = 1_000;
  private static final int WARM_UP_ROUNDS = 2;
  private static final int ROUNDS = Integer.getInteger("bench.rounds");

  private final Imports imports;
  private final PlatformClient owner;
  private final Random random = new Random(1);

  private ImportBenchmark(PlatformProcess server) {
    this.imports = new Imports(server, ARTIFACTS * VERSIONS);
    this.owner = server.owner();
  }

  /** Runs the benchmark and prints its results, each with the bound that is to be reached. */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, SQLException {
    try (MySqlServer mySql = MySqlServer.start()) {
      DatabaseSettings database = mySql.createDatabase();
      try (PlatformProcess server =
          PlatformProcess.in(Packaging.JAR, "bench-import")
              .empty()
              .quickStart()
              .on(database)
              .start()) {
        new ImportBenchmark(server).run(database);
      }
    }
  }

  private void run(DatabaseSettings database)
      throws IOException, InterruptedException, SQLException {
    List<Double> ratios = new ArrayList<>();
    try (Connection connection = new PlatformDataSource(database).getConnection()) {
      for (int round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
        String group = owner.createGroup(owner.organization(), "imported " + round);
        String plain = owner.createGroup(owner.organization(), "plain " + round);
        double imported = imports.seconds(Upload.path(group, "java"), file());
        double inserted = insertSeconds(connection, new Uid(plain));
        if (round >= WARM_UP_ROUNDS) {
          System.out.printf(
              "import %.2f s, plain JDBC %.2f s, ratio %.2f%n",
              imported, inserted, imported / inserted);
          ratios.add(imported / inserted);
        }
      }
    }
    System.out.printf(
        "time of an import of %d lines to plain JDBC, at most 2.5: %.2f%n",
        ARTIFACTS * VERSIONS, ratios.stream().sorted().toList().get(ROUNDS / 2));
    String group = owner.createGroup(owner.organization(), "measured");
    imports.printHeap(Upload.path(group, "java"), file());
  }

  private byte[] file() {
    return LibraryFile.of(random, ARTIFACTS, VERSIONS);
  }

  private double insertSeconds(Connection connection, Uid group) throws SQLException {
    long start = System.nanoTime();
    connection.setAutoCommit(false);
    Instant now = Instant.now();
    try (PreparedStatement artifact =
            connection.prepareStatement(
                """
                INSERT INTO library_artifact (hash, root_uid, group_uid, ecosystem, shelf, name,
                  remediated, latest_version, description, version_count, create_time, update_time,
                  all_latest_version, all_description, all_version_count, all_create_time,
                  all_update_time)
                VALUES (?, ?, ?, 'java', 'java', ?, FALSE, '1.4', 'an example', 5, ?, ?, '1.4',
                  'an example', 5, ?, ?)
                """,
                Statement.RETURN_GENERATED_KEYS);
        PreparedStatement version =
            connection.prepareStatement(
                """
                INSERT INTO library_version (artifact_number, hash, version, source_type, upstream,
                  version_rank, description, size_bytes, create_time, update_time)
                VALUES (?, ?, ?, 'INTERNAL', FALSE, ?, 'an example', 12345, ?, ?)
                """)) {
      for (int first = 0; first < ARTIFACTS; first += BATCH / VERSIONS) {
        for (int i = 0; i < BATCH / VERSIONS; i++) {
          SqlParameters.set(
              artifact,
              hash(),
              group.root(),
              group,
              "org.example:" + Long.toHexString(random.nextLong()),
              now,
              now,
              now,
              now);
          artifact.addBatch();
        }
        artifact.executeBatch();
        try (ResultSet numbers = artifact.getGeneratedKeys()) {
          while (numbers.next()) {
            for (int j = 0; j < VERSIONS; j++) {
              SqlParameters.set(
                  version, numbers.getLong(1), hash(), "1." + j, (j + 1L) << 32, now, now);
              version.addBatch();
            }
          }
        }
        version.executeBatch();
        connection.commit();
      }
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private byte[] hash() {
    byte[] hash = new byte[20];
    random.nextBytes(hash);
    return hash;
  }
}

package local.platform.bench;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipInputStream;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.db.DatabaseVendor;
import local.platform.db.PlatformDataSource;
import local.platform.db.SchemaMigration;
import local.platform.db.testing.MySqlServer;

/**
 * Compares an import of 50,000 records of OSV with plain JDBC, which writes the same rows into the
 * same tables in batches, and the same file again with inflating and hashing it alone.
 */
public final class HubBenchmark {
  private static final int RECORDS = 50_000;
  private static final int ROUNDS = Integer.getInteger("bench.rounds");

  /** What an import writes, each behind those that it refers to. */
  private static final List<String> IMPORTED =
      List.of(
          "advisory",
          "advisory_alias",
          "advisory_search",
          "advisory_event",
          "source_record",
          "record_vulnerability",
          "record_statement");

  private final Imports imports;
  private final PlatformClient owner;
  private final MySqlServer mySql;
  private final DatabaseSettings database;
  private final OsvFiles files = new OsvFiles(5_000);

  private HubBenchmark(PlatformProcess server, MySqlServer mySql, DatabaseSettings database) {
    this.imports = new Imports(server, RECORDS);
    this.owner = server.owner();
    this.mySql = mySql;
    this.database = database;
  }

  /** Runs the benchmark and prints its results, each with the bound that is to be reached. */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, SQLException {
    try (MySqlServer mySql = MySqlServer.start()) {
      DatabaseSettings database = mySql.createDatabase();
      try (PlatformProcess server =
          PlatformProcess.in(Packaging.JAR, "bench-hub")
              .empty()
              .quickStart()
              .heap("512m")
              .on(database)
              .start()) {
        new HubBenchmark(server, mySql, database).run();
      }
    }
  }

  private void run() throws IOException, InterruptedException, SQLException {
    List<Double> first = new ArrayList<>();
    List<Double> again = new ArrayList<>();
    double unused =
        imports.seconds(
            path(source("warm-up")), files.zip(0, RECORDS)); // so that the code is compiled
    for (int round = 1; round <= ROUNDS; round++) {
      byte[] file = files.zip(round * RECORDS, RECORDS);
      String source = source("round-" + round);
      long before = written("Innodb_rows_inserted");
      double imported = imports.seconds(path(source), file);
      double plain = insertAgain(source);
      System.out.printf(
          "first import %.2f s, plain JDBC %.2f s, ratio %.2f (%d rows inserted)%n",
          imported, plain, imported / plain, written("Innodb_rows_inserted") - before);
      first.add(imported / plain);

      Map<String, Long> rows = writtenRows();
      double repeated = imports.seconds(path(source), file);
      Map<String, Long> more = writtenRows();
      more.replaceAll((name, value) -> value - rows.get(name));
      double inflated = inflateSeconds(file);
      System.out.printf(
          "again %.2f s, inflating and hashing %.2f s, ratio %.2f, %s%n",
          repeated, inflated, repeated / inflated, more);
      again.add(repeated / inflated);
    }
    System.out.printf(
        "time of a first import of %d records to plain JDBC, at most 2.5: %.2f%n",
        RECORDS, Rounds.middle(first));
    System.out.printf(
        "time of the same file to inflating and hashing it, at most 5: %.2f%n",
        Rounds.middle(again));
    imports.printHeap(path(source("measured")), files.zip((ROUNDS + 1) * RECORDS, RECORDS));
  }

  /** Creates a source in a group of its own, so that no record meets one of another round. */
  private String source(String name) {
    String group = owner.createGroup(owner.organization(), name);
    Reply created =
        owner.post(
            "/hub/sources/" + group,
            "{\"name\": \"osv\", \"format\": \"osv\", \"review\": \"APPROVED\"}");
    if (created.status() != 200) {
      throw new IllegalStateException(created.text());
    }
    return created.uid();
  }

  private static String path(String source) {
    return "/hub/sources/" + source + ":import";
  }

  /** Writes what an import has written into an empty database. */
  private double insertAgain(String source) throws SQLException {
    DatabaseSettings copied = mySql.createDatabase();
    PlatformDataSource target = new PlatformDataSource(copied);
    SchemaMigration.run(target, DatabaseVendor.MYSQL);
    String group = source.substring(0, source.lastIndexOf('/')).replace("/", "");
    String advisories = "(SELECT number FROM advisory WHERE parent_uid = x'" + group + "')";
    String records =
        "(SELECT r.number FROM source_record r JOIN hub_source s ON s.number = r.source_number"
            + " WHERE s.parent_uid = x'"
            + group
            + "')";
    List<RowCopy> copies = new ArrayList<>();
    try (Connection from = new PlatformDataSource(database).getConnection();
        Connection to = target.getConnection()) {
      // Everything that the rows refer to is there before.
      for (String table : List.of("resource_group", "hub_source")) {
        RowCopy.read(from, table, "ORDER BY LENGTH(uid)").write(to);
      }
      for (String table : IMPORTED) {
        String of =
            switch (table) {
              case "advisory" -> "WHERE parent_uid = x'" + group + "' ORDER BY number";
              case "advisory_alias", "advisory_search", "advisory_event" ->
                  "WHERE advisory_number IN " + advisories;
              case "source_record" -> "WHERE number IN " + records + " ORDER BY number";
              default -> "WHERE record_number IN " + records + " ORDER BY record_number";
            };
        copies.add(RowCopy.read(from, table, of));
      }
      if (copies.stream().anyMatch(copy -> copy.size() < RECORDS)) {
        throw new IllegalStateException("a table that an import writes has too few rows");
      }
      long start = System.nanoTime();
      for (RowCopy copy : copies) {
        copy.write(to);
      }
      return (System.nanoTime() - start) / 1e9;
    }
  }

  private static double inflateSeconds(byte[] file) throws IOException {
    long start = System.nanoTime();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(file))) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      while (zip.getNextEntry() != null) {
        if (digest.digest(zip.readAllBytes()).length == 0) {
          throw new IllegalStateException();
        }
      }
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private Map<String, Long> writtenRows() throws SQLException {
    Map<String, Long> rows = new LinkedHashMap<>();
    for (String name :
        List.of("Innodb_rows_inserted", "Innodb_rows_updated", "Innodb_rows_deleted")) {
      rows.put(name, written(name));
    }
    return rows;
  }

  private long written(String status) throws SQLException {
    try (Connection connection = new PlatformDataSource(database).getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE '" + status + "'")) {
      row.next();
      return row.getLong(2);
    }
  }
}

package local.platform.bench;

import static local.platform.contract.testing.PlatformClient.query;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import local.platform.bench.Rounds.Load;
import local.platform.bench.Rounds.Result;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.db.PlatformDataSource;
import local.platform.db.testing.FreePorts;
import local.platform.db.testing.MySqlServer;
import local.platform.foundation.uid.Uid;
import local.platform.testing.SqlParameters;

/**
 * Compares what is published of a million advisories with what is published of ten thousand, and
 * the files of a feed with the least that making and serving them takes.
 */
public final class FeedBenchmark {
  private static final int FEW = 10_000;
  private static final int MANY = 1_000_000;
  private static final int PIECE = 50_000;
  private static final int CHANGED = 100;
  private static final int ASKED = 1_000;
  private static final int CONNECTIONS = 4;

  /** How long a build or an archive is left alone: looking takes the processor that it needs. */
  private static final long POLL_MILLIS = 20;

  private static final String INTERVAL = "PLATFORM_HUB_FEED_INTERVAL";
  private static final String ORIGIN = "rare";

  /** An entity tag that no file has. */
  private static final String NO_TAG = "\"none\"";

  /** The statuses of a file that is not there yet, or unchanged. */
  private static final Set<Integer> WAITING = Set.of(304, 503);

  private FeedBenchmark() {}

  /** Runs the benchmark and prints its results, each with the bound that is to be reached. */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, SQLException {
    try (MySqlServer mySql = RegistryBenchmark.startMySql()) {
      DatabaseSettings few = mySql.createDatabase();
      PlatformProcess.Builder small = server("feeds-small", few);
      Published published;
      try (PlatformProcess server = small.start()) {
        published = Published.fill(server, few, FEW);
      }
      DatabaseSettings many = mySql.createDatabase();
      PlatformProcess.Builder large = server("feeds-large", many);
      Published filled;
      try (PlatformProcess server = large.start()) {
        filled = Published.fill(server, many, MANY);
      }
      // No build goes on beside what is compared.
      try (PlatformProcess one = small.with(INTERVAL, "PT1H").start();
          PlatformProcess other = large.with(INTERVAL, "PT1H").start()) {
        Published restarted = published.on(one);
        compare(restarted, filled.on(other));
        restarted.printUnchanged(); // afterwards: what is compared is to be equally warm
      }
      try (PlatformProcess server = small.with(INTERVAL, "PT1S").start()) {
        Published again = published.on(server);
        again.printFiles();
        again.printBesideImports();
      }
    }
  }

  private static PlatformProcess.Builder server(String name, DatabaseSettings database) {
    return PlatformProcess.in(Packaging.JAR, name)
        .empty()
        .quickStart()
        .on(database)
        .with(INTERVAL, "PT1S")
        .with(BaselineListener.PORT, String.valueOf(FreePorts.next()));
  }

  private static void compare(Published small, Published large)
      throws IOException, InterruptedException {
    Map<String, Load> loads = new LinkedHashMap<>();
    small.addReads("ten thousand", loads);
    large.addReads("million", loads);
    large.addPages(loads);
    Map<String, List<Result>> results = Rounds.measureAlike(loads);
    Rounds.print(results);
    for (String read : List.of("document by id", "documents by CVE", "metadata", "query")) {
      Rounds.printRatio(
          results,
          "time of " + read + ", a million to ten thousand, at most 1.3",
          read + ", ten thousand",
          read + ", million");
    }
    Rounds.printRatio(
        results, "query to GET advisory, at least 0.5", "query, million", "GET advisory, million");
    Rounds.printRatio(
        results, "page with severities to one of version 1, at least 0.8", "page", "page of v1");
  }

  /** A server with a feed of everything that it has. */
  private record Published(
      PlatformProcess server,
      DatabaseSettings database,
      OsvFiles files,
      String group,
      String source,
      String feed,
      String advisory) {

    /** Returns the same on another server. */
    Published on(PlatformProcess other) {
      return new Published(other, database, files, group, source, feed, advisory);
    }

    static Published fill(PlatformProcess server, DatabaseSettings database, int records)
        throws IOException, InterruptedException, SQLException {
      PlatformClient owner = server.owner();
      String group = owner.createGroup(owner.organization(), "published");
      OsvFiles files = new OsvFiles(records / 2);
      String advisory = advisory(owner, group);
      String source = source(owner, group);
      long start = System.nanoTime();
      for (int first = 0; first < records; first += PIECE) {
        int piece = Math.min(PIECE, records - first);
        double unused = new Imports(server, piece).seconds(path(source), files.zip(first, piece));
      }
      double imported = (System.nanoTime() - start) / 1e9;
      String feed = feed(owner, group);
      Published published = new Published(server, database, files, group, source, feed, advisory);
      published.awaitBuilt(feed, records);
      System.out.printf(
          "%d records: imported within %.0f s, published within %.0f s%n",
          records, imported, (System.nanoTime() - start) / 1e9 - imported);
      published.execute(
          "ANALYZE TABLE advisory, advisory_alias, advisory_event, feed_record,"
              + " feed_package, source_record, record_vulnerability, record_statement");
      return published;
    }

    /** Creates the only advisory of a document. */
    private static String advisory(PlatformClient owner, String group) {
      String uid =
          owner
              .post(
                  "/vulnerabilities/v1/advisories",
                  """
                  {"parentId": "%s", "advisory": {"origin": "%s", "artifactName": "zlib",
                    "artifactType": "apk", "aliases": ["CVE-2098-1"]}}
                  """
                      .formatted(group, ORIGIN))
              .json()
              .path("id")
              .asText();
      require(
          owner.post(
              "/vulnerabilities/v1/advisories/" + uid + "/events",
              "{\"advisoryEvent\": {\"fixed\": {\"fixedVersion\": \"1.2\"}, \"status\": \"APPROVED\"}}"));
      return uid;
    }

    private static String source(PlatformClient owner, String group) {
      return owner
          .post(
              "/hub/sources/" + group,
              "{\"name\": \"osv\", \"format\": \"osv\", \"review\": \"APPROVED\"}")
          .uid();
    }

    private static String feed(PlatformClient owner, String group) {
      String feed =
          owner
              .post(
                  "/hub/feeds/" + group,
                  "{\"name\": \"all\", \"public\": true, \"defaults\": {\"apk\": \"Alpine:v3.20\"}}")
              .uid();
      require(owner.post("/operator/feeds/" + feed + ":list", ""));
      return feed;
    }

    private static String path(String source) {
      return "/hub/sources/" + source + ":import";
    }

    private static void require(Reply reply) {
      if (reply.status() != 200) {
        throw new IllegalStateException(reply.text());
      }
    }

    /** Waits until a feed has published as many changes of records. */
    private void awaitBuilt(String feed, long changes) throws SQLException, InterruptedException {
      while (published(feed) < changes) {
        Thread.sleep(POLL_MILLIS);
      }
    }

    private long published(String feed) throws SQLException {
      try (Connection connection = new PlatformDataSource(database).getConnection();
          PreparedStatement select =
              connection.prepareStatement(
                  "SELECT sequence FROM feed_build WHERE feed_uid = ? AND start_time IS NOT NULL")) {
        SqlParameters.set(select, new Uid(feed));
        try (ResultSet row = select.executeQuery()) {
          return row.next() ? row.getLong(1) : -1;
        }
      }
    }

    private void execute(String sql) throws SQLException {
      try (Connection connection = new PlatformDataSource(database).getConnection();
          PreparedStatement statement = connection.prepareStatement(sql)) {
        statement.execute();
      }
    }

    private URI url() {
      return server.owner().url();
    }

    private Load gets(IntFunction<String> path) {
      return HttpLoad.inTurn(
          url(),
          CONNECTIONS,
          IntStream.range(0, ASKED)
              .mapToObj(
                  i -> HttpConnection.request("GET", url(), path.apply(i), server.owner().token()))
              .toList(),
          200);
    }

    private void addReads(String name, Map<String, Load> loads) {
      String documents = "/advisory/v2/documents?";
      loads.put("document by id, " + name, gets(i -> documents + "id=" + ORIGIN));
      loads.put("documents by CVE, " + name, gets(i -> documents + "cves=CVE-2099-" + i));
      loads.put(
          "metadata, " + name,
          gets(
              i ->
                  "/advisory/v2/metadata?pageSize=50&ids="
                      + String.join(
                          "&ids=", IntStream.range(i, i + 50).mapToObj(OsvFiles::id).toList())));
      loads.put(
          "query, " + name,
          HttpLoad.inTurn(
              url(),
              CONNECTIONS,
              IntStream.range(0, ASKED).mapToObj(this::question).toList(),
              200));
    }

    /** Asks for a package in a version that one of its two records is about. */
    private byte[] question(int number) {
      return HttpConnection.post(
          url(),
          "/feeds/" + feed + "/osv/v1/query",
          server.owner().token(),
          "{\"version\": \"0.1\", \"package\": {\"ecosystem\": \"PyPI\", \"name\": \""
              + files.packageOf(number)
              + "\"}}");
    }

    private void addPages(Map<String, Load> loads) {
      loads.put("GET advisory, million", gets(i -> "/vulnerabilities/v2/advisories/" + advisory));
      String of = query("uidp.children_of", group, "page_size", "50");
      loads.put(
          "page", RegistryBenchmark.page(server.owner(), "/vulnerabilities/v2/advisories" + of));
      loads.put(
          "page of v1",
          RegistryBenchmark.page(server.owner(), "/vulnerabilities/v1/advisories" + of));
    }

    /** Prints what the archive of a feed of fifty thousand records takes. */
    private void printFiles() throws IOException, InterruptedException, SQLException {
      PlatformClient owner = server.owner();
      String others = owner.createGroup(owner.organization(), "archived");
      String from = source(owner, others);
      double unused = new Imports(server, PIECE).seconds(path(from), files.zip(MANY, PIECE));
      List<Double> first = new ArrayList<>();
      List<Double> again = new ArrayList<>();
      for (int round = 0; round <= Rounds.ROUNDS; round++) {
        String made = owner.post("/hub/feeds/" + others, "{\"name\": \"" + round + "\"}").uid();
        awaitBuilt(made, PIECE);
        double plain = deflateSeconds(made);
        String archive = "/feeds/" + made + "/osv/all.zip";
        double one = secondsUntilNew(archive, NO_TAG);
        String tag = owner.send("HEAD", archive).header("ETag").orElseThrow();
        double change = new Imports(server, CHANGED).seconds(path(from), files.zip(MANY, CHANGED));
        awaitBuilt(made, PIECE + CHANGED);
        double two = secondsUntilNew(archive, tag);
        System.out.printf(
            "all.zip: plain %.2f s, first %.2f s, after %d changes (imported in %.2f s) %.2f s%n",
            plain, one, CHANGED, change, two);
        require(owner.send("DELETE", "/hub/feeds/" + made));
        if (round > 0) { // the code is compiled in the first
          first.add(one / plain);
          again.add(two / one);
        }
      }
      System.out.printf(
          "time of the first all.zip to reading and deflating its rows, at most 2: %.2f%n",
          Rounds.middle(first));
      System.out.printf(
          "time of all.zip after %d changes to the first, at most 0.4: %.2f%n",
          CHANGED, Rounds.middle(again));
    }

    /** Returns how long it takes until a file is there that has another entity tag. */
    private double secondsUntilNew(String path, String tag)
        throws IOException, InterruptedException {
      byte[] request = HttpConnection.getUnlessChanged(url(), path, server.owner().token(), tag);
      long start = System.nanoTime();
      try (HttpConnection connection = new HttpConnection(url())) {
        for (int status = connection.send(request);
            status != 200;
            status = connection.send(request)) {
          if (!WAITING.contains(status)) {
            throw new IllegalStateException(path + ": " + status);
          }
          Thread.sleep(POLL_MILLIS);
        }
      }
      return (System.nanoTime() - start) / 1e9;
    }

    private double deflateSeconds(String feed) throws IOException, SQLException {
      long start = System.nanoTime();
      try (Connection connection = new PlatformDataSource(database).getConnection();
          PreparedStatement select =
              connection.prepareStatement(
                  "SELECT r.content FROM feed_record r JOIN feed_build b"
                      + " ON b.number = r.build_number WHERE b.feed_uid = ?",
                  ResultSet.TYPE_FORWARD_ONLY,
                  ResultSet.CONCUR_READ_ONLY)) {
        SqlParameters.set(select, new Uid(feed));
        select.setFetchSize(1_000);
        try (ResultSet rows = select.executeQuery()) {
          while (rows.next()) {
            ByteArrayOutputStream deflated = new ByteArrayOutputStream();
            try (GZIPInputStream in =
                    new GZIPInputStream(new ByteArrayInputStream(rows.getBytes(1)));
                DeflaterOutputStream out = new DeflaterOutputStream(deflated)) {
              in.transferTo(out);
            }
          }
        }
      }
      return (System.nanoTime() - start) / 1e9;
    }

    /** Prints how fast it is told that an archive has not changed. */
    private void printUnchanged() throws IOException, InterruptedException {
      PlatformClient owner = server.owner();
      String archive = "/feeds/" + feed + "/osv/all.zip";
      double unused = secondsUntilNew(archive, NO_TAG);
      String tag = owner.send("HEAD", archive).header("ETag").orElseThrow();
      String plain = "/bench/requests/document";
      owner.send("PUT", "/bench/requests/answers/document", "{}", Map.of());
      Map<String, Load> loads = new LinkedHashMap<>();
      loads.put("all.zip, unchanged", unchanged(archive, tag));
      loads.put("plain, unchanged", unchanged(plain, "\"plain\""));
      Map<String, List<Result>> results = Rounds.measure(loads);
      Rounds.print(results);
      Rounds.printRatio(
          results,
          "304 of all.zip to a plain one, at least 0.6",
          "all.zip, unchanged",
          "plain, unchanged");
    }

    /** Prints how slow reads are beside imports and builds. */
    private void printBesideImports() throws IOException, InterruptedException {
      PlatformClient owner = server.owner();
      Map<String, Load> loads = new LinkedHashMap<>();
      Load reads = gets(i -> "/iam/v2/groups/" + group);
      loads.put("GET group", reads);
      String from = source(owner, owner.createGroup(group, "imported meanwhile"));
      loads.put("GET group beside", besideImport(reads, from));
      Map<String, List<Result>> results = Rounds.measureAlike(loads);
      Rounds.print(results);
      System.out.printf(
          "p99 of GET group during import and build to that without, at most 3: %.2f%n",
          Rounds.median(results.get("GET group beside")).p99()
              / Rounds.median(results.get("GET group")).p99());
    }

    private Load unchanged(String path, String tag) {
      return HttpLoad.inTurn(
          url(),
          CONNECTIONS,
          List.of(HttpConnection.getUnlessChanged(url(), path, server.owner().token(), tag)),
          304);
    }

    /** Runs a load while a new file is imported, and what it says is published. */
    private Load besideImport(Load load, String into) {
      AtomicInteger next = new AtomicInteger(2 * MANY);
      return seconds -> {
        byte[] file = files.zip(next.getAndAdd(PIECE), PIECE);
        Thread importing =
            new Thread(
                () -> {
                  try {
                    double unused = new Imports(server, PIECE).seconds(path(into), file);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
        importing.start();
        Result result = load.run(seconds);
        importing.join();
        return result;
      };
    }
  }
}

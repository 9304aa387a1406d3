package local.platform.bench;

import static local.platform.contract.testing.PlatformClient.form;
import static local.platform.contract.testing.PlatformClient.query;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import local.platform.bench.LoadTool.Request;
import local.platform.bench.Rounds.Load;
import local.platform.bench.Rounds.Result;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.db.testing.MySqlServer;

/**
 * Compares tags with groups, a database of a million tags with one of ten thousand, and repos most
 * of whose tags are hidden with others. Pages are second ones, by token, of lists of 10,000.
 */
public final class RegistryBenchmark {
  private static final int CONNECTIONS = 16;
  private static final int SCOPE = 10_000;
  private static final int HIDING_SCOPE = 100_000;
  private static final int SHOWN_OF = 10;
  private static final int OTHER_REPOS = 89;

  private RegistryBenchmark() {}

  /** A server with its data. */
  private record Registry(PlatformClient owner, String group, String repo, String hiding) {}

  /** Runs the benchmark and prints its ratios, each with the bound that is to be reached. */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, SQLException {
    try (MySqlServer mySql = startMySql()) {
      DatabaseSettings few = mySql.createDatabase();
      DatabaseSettings many = mySql.createDatabase();
      try (PlatformProcess small = start("registry-small", few);
          PlatformProcess large = start("registry-large", many)) {
        Registry filled = fill(large, many, OTHER_REPOS);
        print(Rounds.measure(loads(fill(small, few, 0), filled)));
        printDeletion(filled, many);
      }
    }
  }

  /** Starts MySQL with the memory that a database of a million rows needs. */
  static MySqlServer startMySql() {
    MySqlServer mySql = MySqlServer.start();
    mySql.execute("SET GLOBAL innodb_buffer_pool_size = 4294967296");
    mySql.execute("SET GLOBAL innodb_redo_log_capacity = 2147483648");
    return mySql;
  }

  static PlatformProcess start(String name, DatabaseSettings database) {
    return PlatformProcess.in(Packaging.JAR, name).empty().quickStart().on(database).start();
  }

  /** Fills a database; with other repos it has a million tags, otherwise those of one list. */
  private static Registry fill(PlatformProcess server, DatabaseSettings database, int others)
      throws SQLException {
    PlatformClient owner = server.owner();
    String group = owner.createGroup(owner.organization(), "with many groups");
    String repo = repo(owner, "listed");
    String hiding = repo(owner, "hiding");
    try (RegistryRows rows = new RegistryRows(database)) {
      rows.groups(group, SCOPE);
      rows.tags(repo, SCOPE, 1);
      if (others > 0) {
        rows.tags(hiding, HIDING_SCOPE, SHOWN_OF);
        rows.history(hiding);
      }
      for (int i = 0; i < others; i++) {
        rows.tags(repo(owner, "other-" + i), SCOPE, 1);
      }
      rows.analyze();
    }
    return new Registry(owner, group, repo, hiding);
  }

  private static String repo(PlatformClient owner, String name) {
    return owner
        .post("/registry/v2/repos/" + owner.organization(), "{\"name\": \"" + name + "\"}")
        .uid();
  }

  private static Map<String, Load> loads(Registry small, Registry large) {
    Map<String, Load> loads = new LinkedHashMap<>();
    loads.put("groups", byName(large.owner(), "/iam/v2/groups", large.group()));
    loads.put("tags", byName(large.owner(), "/registry/v2/tags", large.repo()));
    loads.put("tags of ten thousand", byName(small.owner(), "/registry/v2/tags", small.repo()));
    loads.put("tags, others hidden", byName(large.owner(), "/registry/v2/tags", large.hiding()));
    PlatformClient owner = large.owner();
    loads.put(
        "create group",
        new Writers(
            CONNECTIONS,
            (writer, request) ->
                owner.post("/iam/v2/groups/" + large.group(), "{\"name\": \"created\"}")));
    List<String> repos = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      repos.add(repo(owner, "moving-" + i));
    }
    loads.put(
        "move tag",
        new Writers(
            CONNECTIONS,
            (writer, request) ->
                owner.post(
                    "/registry/v2/tags/" + repos.get(writer),
                    String.format(
                        Locale.ROOT,
                        "{\"name\": \"latest\", \"digest\": \"sha256:%064x\"}",
                        request % 2))));
    return loads;
  }

  private static Load byName(PlatformClient owner, String path, String parent) {
    return page(
        owner, path + query("uidp.children_of", parent, "page_size", "50", "order_by", "name"));
  }

  /** Returns the second page of a list. */
  static Load page(PlatformClient owner, String first) {
    String token = owner.get(first).json().path("nextPageToken").asText();
    Request request =
        Request.get(owner.url() + first + "&" + form("page_token", token), owner.token());
    return seconds -> LoadTool.run(request, CONNECTIONS, seconds);
  }

  /** Deletes the repo with the most tags, and waits until these are gone too. */
  private static void printDeletion(Registry registry, DatabaseSettings database)
      throws InterruptedException, SQLException {
    try (RegistryRows rows = new RegistryRows(database)) {
      long start = System.nanoTime();
      int status = registry.owner().delete("/registry/v2/repos/" + registry.hiding()).status();
      double answered = (System.nanoTime() - start) / 1e9;
      while (rows.hasContent(registry.hiding())) {
        Thread.sleep(100);
      }
      System.out.printf(
          "delete of a repo with %d tags: %d after %.3f s, its tags are gone after %.1f s%n",
          HIDING_SCOPE, status, answered, (System.nanoTime() - start) / 1e9);
    }
  }

  private static void print(Map<String, List<Result>> results) {
    Rounds.print(results);
    Rounds.printRatio(results, "rate of tags to groups, at least 0.8", "tags", "groups");
    Rounds.printRatio(
        results,
        "time of tags of a million to ten thousand, at most 1.3",
        "tags of ten thousand",
        "tags");
    Rounds.printRatio(
        results,
        "time of tags with nine of ten hidden to none, at most 2",
        "tags",
        "tags, others hidden");
    Rounds.printRatio(
        results, "rate of move tag to create group, at least 0.7", "move tag", "create group");
  }
}

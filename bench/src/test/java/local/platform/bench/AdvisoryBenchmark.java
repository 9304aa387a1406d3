package local.platform.bench;

import static local.platform.contract.testing.PlatformClient.query;

import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import local.platform.bench.Rounds.Load;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.db.testing.MySqlServer;

/**
 * Compares advisories with groups, and a database of a million advisories with one of ten thousand
 * that has as many rare ones. Pages are second ones, by token.
 */
public final class AdvisoryBenchmark {
  private static final int SCOPE = 10_000;
  private static final int OTHER_GROUPS = 99;
  private static final int EVENTS = 5;
  private static final String LIST = "/vulnerabilities/v2/advisories";

  private static final Map<String, String[]> FILTERS =
      Map.of(
          "alias", new String[] {"aliases", "GHSA-rare-rare-rare"},
          "artifact name", new String[] {"artifact_names", "rare"},
          "pending", new String[] {"event_review_states", "REVIEW_STATE_PENDING"});

  private AdvisoryBenchmark() {}

  /** A server, and its group with the advisories that are listed. */
  private record Advisories(PlatformClient owner, String group) {}

  /** Runs the benchmark and prints its ratios, each with the bound that is to be reached. */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, SQLException {
    try (MySqlServer mySql = RegistryBenchmark.startMySql()) {
      DatabaseSettings few = mySql.createDatabase();
      DatabaseSettings many = mySql.createDatabase();
      try (PlatformProcess small = RegistryBenchmark.start("advisories-small", few);
          PlatformProcess large = RegistryBenchmark.start("advisories-large", many)) {
        measure(fill(small, few, 0), fill(large, many, OTHER_GROUPS));
      }
    }
  }

  /** Fills a database; with other groups it has a million advisories. */
  private static Advisories fill(PlatformProcess server, DatabaseSettings database, int others)
      throws SQLException {
    PlatformClient owner = server.owner();
    String group = owner.createGroup(owner.organization(), "listed");
    try (AdvisoryRows rows = new AdvisoryRows(database, advisory(owner))) {
      rows.copy(group, SCOPE, true);
      rows.copyEvents(group);
      for (int i = 0; i < others; i++) {
        rows.copy(owner.createGroup(owner.organization(), "other " + i), SCOPE, false);
      }
      rows.analyze();
    }
    return new Advisories(owner, group);
  }

  private static String advisory(PlatformClient owner) {
    String group = owner.createGroup(owner.organization(), "copied");
    String uid =
        owner
            .post(
                "/vulnerabilities/v1/advisories",
                """
                {"parentId": "%s", "advisory": {"artifactName": "zlib", "artifactType": "apk",
                  "aliases": ["CVE-2099-0"]}}
                """
                    .formatted(group))
            .json()
            .path("id")
            .asText();
    for (int i = 0; i < EVENTS; i++) {
      String event =
          owner
              .post(
                  "/vulnerabilities/v1/advisories/" + uid + "/events",
                  "{\"advisoryEvent\": {\"fixed\": {\"fixedVersion\": \"1.%s\"}}}".formatted(i))
              .json()
              .path("id")
              .asText();
      owner.replace("/vulnerabilities/v1/advisory_events/" + event, "{\"status\": \"APPROVED\"}");
    }
    return uid;
  }

  private static void measure(Advisories small, Advisories large)
      throws IOException, InterruptedException {
    PlatformClient owner = large.owner();
    String groups = owner.createGroup(owner.organization(), "with groups");
    for (int i = 0; i < 200; i++) {
      owner.createGroup(groups, "group " + i);
    }
    Map<String, Load> loads = new LinkedHashMap<>();
    loads.put(
        "groups",
        RegistryBenchmark.page(
            owner, "/iam/v2/groups" + query("uidp.children_of", groups, "page_size", "50")));
    loads.put(
        "advisories",
        RegistryBenchmark.page(
            owner, LIST + query("uidp.children_of", large.group(), "page_size", "50")));
    FILTERS.forEach(
        (name, filter) -> {
          String list = LIST + query(filter[0], filter[1], "page_size", "50");
          loads.put(name + ", million", RegistryBenchmark.page(owner, list));
          loads.put(name + ", ten thousand", RegistryBenchmark.page(small.owner(), list));
        });
    loads.put("query", new Writers(1, (writer, request) -> owner.get(LIST + "?query=needle")));
    loads.put("exact count", new Writers(1, (writer, request) -> owner.get(LIST + "?page_size=1")));
    Map<String, List<Rounds.Result>> results = Rounds.measure(loads);
    Rounds.print(results);
    Rounds.printRatio(
        results, "rate of advisories to groups, at least 0.4", "advisories", "groups");
    for (String name : FILTERS.keySet()) {
      Rounds.printRatio(
          results,
          "time by " + name + " of a million to ten thousand, at most 1.3",
          name + ", ten thousand",
          name + ", million");
    }
    Rounds.printRatio(
        results, "time of a query to that of the exact count, at most 3", "exact count", "query");
  }
}

package local.platform.bench;

import com.microsoft.playwright.Page;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.Browser;
import local.platform.contract.testing.BrowserPage;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.db.testing.MySqlServer;

/**
 * Compares how long the console takes to show a group among a million and a group with ten thousand
 * children with the time that it takes among a hundred, in Chromium. All pages show fifty rows.
 */
public final class ConsoleBenchmark {
  private static final int ROWS = 50;
  private static final int CHILDREN = 10_000;
  private static final int GROUPS_IN_EACH = 20_000;
  private static final int WARM_UP_ROUNDS = 15;
  private static final int ROUNDS = 41;

  /**
   * Opens a page by its address, from one that asks for nothing, and returns after how many
   * milliseconds its path and all its rows are shown and nothing is being loaded.
   */
  private static final String OPEN =
      """
      async ([address, name, rows]) => {
        const isReady = () =>
          document.querySelector(".place h1")?.textContent === name &&
          document.querySelectorAll("tbody tr").length === rows &&
          !document.querySelector(".loading, [aria-busy=true]");
        const begin = performance.now();
        location.hash = address;
        await new Promise((ready) => {
          const observer = new MutationObserver(() => {
            if (isReady()) {
              observer.disconnect();
              ready();
            }
          });
          observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        });
        await new Promise(requestAnimationFrame);
        return performance.now() - begin;
      }
      """;

  private ConsoleBenchmark() {}

  /** A group with at least fifty others in it, and the page of the browser in which it is shown. */
  private record Subject(Page page, String uid, String name) {
    double open() {
      page.evaluate("location.hash = '#/nowhere'");
      page.getByText("The address names none").waitFor();
      return ((Number) page.evaluate(OPEN, List.of("#/groups/" + uid, name, ROWS))).doubleValue();
    }
  }

  /** Runs the benchmark and prints its ratios, each with the bound that is to be reached. */
  public static void main(String[] arguments) throws SQLException {
    try (MySqlServer mySql = RegistryBenchmark.startMySql()) {
      DatabaseSettings few = mySql.createDatabase();
      DatabaseSettings many = mySql.createDatabase();
      try (PlatformProcess small = RegistryBenchmark.start("console-small", few);
          PlatformProcess large = RegistryBenchmark.start("console-large", many);
          Browser browser = Browser.start();
          BrowserPage ofSmall = browser.page(small.owner().url());
          BrowserPage ofLarge = browser.page(large.owner().url())) {
        String wideOfFew = fill(small.owner(), few, ROWS, 0);
        String wide = fill(large.owner(), many, CHILDREN, GROUPS_IN_EACH);
        Map<String, Subject> subjects = new LinkedHashMap<>();
        subjects.put("root of 100", root(signedIn(ofSmall, small), small.owner()));
        subjects.put("root of a million", root(signedIn(ofLarge, large), large.owner()));
        subjects.put("group of 50", new Subject(signedIn(ofSmall, small), wideOfFew, "wide"));
        subjects.put("group of 10,000", new Subject(signedIn(ofLarge, large), wide, "wide"));
        print(measure(subjects));
      }
    }
  }

  /**
   * Fills an organization, in which there are fifty groups.
   *
   * @param children how many there are in one of them, whose uid is returned
   * @param inEach how many there are in each of the others
   */
  private static String fill(
      PlatformClient owner, DatabaseSettings database, int children, int inEach)
      throws SQLException {
    String organization = owner.organization();
    String wide = owner.createGroup(organization, "wide");
    try (RegistryRows rows = new RegistryRows(database)) {
      rows.groups(wide, children);
      for (int i = 1; i < ROWS; i++) {
        String group = owner.createGroup(organization, "other " + i);
        if (inEach > 0) {
          rows.groups(group, inEach);
        }
      }
      rows.analyze();
    }
    return wide;
  }

  private static Page signedIn(BrowserPage browser, PlatformProcess server) {
    PlatformClient owner = server.owner();
    Page page = browser.open(owner.url().resolve("/console/#token=" + owner.token()).toString());
    page.getByText("Where you may act").waitFor();
    return page;
  }

  private static Subject root(Page page, PlatformClient owner) {
    String organization = owner.organization();
    String name = owner.get("/iam/v2/groups/" + organization).json().path("name").asText();
    return new Subject(page, organization, name);
  }

  private static Map<String, List<Double>> measure(Map<String, Subject> subjects) {
    Map<String, List<Double>> times = new LinkedHashMap<>();
    subjects.keySet().forEach(name -> times.put(name, new ArrayList<>()));
    for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      for (Map.Entry<String, Subject> subject : subjects.entrySet()) {
        double time = subject.getValue().open();
        if (round >= 0) {
          times.get(subject.getKey()).add(time);
        }
      }
    }
    return times;
  }

  private static void print(Map<String, List<Double>> times) {
    System.out.printf("%nthe medians of %d rounds; ratios are those within each round%n%n", ROUNDS);
    times.forEach((name, all) -> System.out.printf("%-28s %9.1f ms%n", name, median(all)));
    printRatio(times, "root of a million", "root of 100");
    printRatio(times, "group of 10,000", "group of 50");
  }

  private static void printRatio(Map<String, List<Double>> times, String subject, String other) {
    List<Double> ratios =
        IntStream.range(0, ROUNDS)
            .mapToObj(round -> times.get(subject).get(round) / times.get(other).get(round))
            .toList();
    System.out.printf(
        "time until %s is shown to %s, at most 1.3: %.2f%n", subject, other, median(ratios));
  }

  private static double median(List<Double> all) {
    return all.stream().sorted().toList().get(all.size() / 2);
  }
}

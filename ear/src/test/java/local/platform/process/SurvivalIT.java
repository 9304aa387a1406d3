package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.Await;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.db.testing.MySqlGroup;
import local.platform.db.testing.MySqlServer;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.uid.Uid;
import local.platform.process.SurvivalLoad.Answer;
import local.platform.process.SurvivalLoad.Write;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Takes from two servers under load the primary of their group of three MySQL servers, and its
 * majority. The figures are left in {@code target/survival.txt}; docs/survival.md has those of one
 * run.
 */
@Isolated // Its bounds are times.
@Tag("survival")
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
class SurvivalIT {
  /** How often the primary is killed. */
  private static final int ROUNDS = Integer.getInteger("platform.survival.rounds", 2);

  /** How many writes and reads follow each change, so that there is time to be wrong. */
  private static final int MORE = 60;

  /**
   * How many reads of each load are answered at least, and not refused: a mistake that shows in few
   * would pass by luck.
   */
  private static final int READS = 2_500;

  /** The same on every node, like the key; nothing is fetched from it. */
  private static final String ISSUER_URL = "http://127.0.0.1:8080";

  /** After so many migrations of a first start its primary is killed. */
  private static final int MIGRATIONS = 10;

  /** Within what time a request is refused for which there is no lease. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private static final Duration FREEZE = Duration.ofSeconds(20);
  private static final Path FIGURES = Path.of("target", "survival.txt");

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final List<PlatformProcess> nodes = new ArrayList<>();
  private final List<PlatformProcess.Builder> builders = new ArrayList<>();
  private MySqlGroup group;
  private DatabaseSettings database;
  private PlatformClient owner;
  private long reads;
  private long staleReads;

  @BeforeAll
  void start() throws IOException {
    TestDatabase.requireMySql();
    Files.deleteIfExists(FIGURES);
    group = opened(MySqlGroup.start());
    database = group.createDatabase();
    for (String name : List.of("survival-one", "survival-other")) {
      builders.add(node(name, database));
    }
    launch();
  }

  private void launch() {
    builders.forEach(each -> nodes.add(opened(each.launch())));
    nodes.forEach(PlatformProcess::awaitReady);
    owner = nodes.get(0).owner();
  }

  private static PlatformProcess.Builder node(String directory, DatabaseSettings database) {
    return PlatformProcess.in(Packaging.JAR, directory)
        .empty()
        .quickStart()
        .on(database)
        .amongOthers(ISSUER_URL);
  }

  private <T extends AutoCloseable> T opened(T closeable) {
    open.push(closeable);
    return closeable;
  }

  @AfterAll
  void stop() throws Exception {
    note("all of these", "reads that were not refused; of them stale", reads + "; " + staleReads);
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }

  private SurvivalLoad load(String name) throws Exception {
    List<PlatformClient> clients =
        nodes.stream().map(node -> PlatformClient.of(node.url(), owner.token(), "")).toList();
    return SurvivalLoad.start(clients, owner.createGroup(owner.organization(), name));
  }

  @Test
  @Order(1)
  void nothingAcknowledgedIsLostWhenThePrimaryIsKilled() throws Exception {
    List<Duration> firsts = new ArrayList<>();
    List<Write> inFlight = new ArrayList<>();
    try (SurvivalLoad load = load("killed")) {
      for (int round = 0; round < ROUNDS; round++) {
        MySqlServer former = group.primary(group.members().get(0));
        load.hurry(MORE); // so that each writer has a write in flight
        long kill = System.nanoTime();
        former.kill();
        load.relax();
        group.primaryAfter(former);
        firsts.add(load.firstAcknowledged(System.nanoTime()));
        load.awaitMore(MORE);
        former.startAgain();
        group.awaitComplete(former);
        load.awaitMore(MORE);
        inFlight.addAll(load.inFlight(kill));
      }
      load.awaitReads(READS);
      load.stop();

      Map<String, String> present = assertKept("kill -9 of the primary", load);
      long told = inFlight.stream().filter(each -> SurvivalLoad.isTrue(each, present)).count();
      note("kill -9 of the primary", "first acknowledged write after the election", firsts);
      note(
          "kill -9 of the primary",
          "in flight with their true outcome",
          told + " of " + inFlight.size());
      assertThat(told).isGreaterThanOrEqualTo((long) Math.ceil(0.95 * inFlight.size()));
      assertThat(firsts).allMatch(first -> first.compareTo(Duration.ofSeconds(2)) <= 0);
    }
  }

  @Test
  @Order(2)
  void aPrimaryThatWasFrozenAnswersNothingFromThePast() throws Exception {
    try (SurvivalLoad load = load("frozen")) {
      MySqlServer former = group.primary(group.members().get(0));
      load.awaitMore(MORE);
      long frozen = System.nanoTime();
      former.suspend();
      Duration first;
      try {
        group.primaryAfter(former);
        first = load.firstAcknowledged(System.nanoTime());
        load.goOn(FREEZE, frozen);
      } finally {
        former.resume();
      }
      load.awaitMore(MORE);
      group.awaitComplete(group.without(former).get(0));
      load.awaitMore(MORE);
      load.awaitReads(READS);
      load.stop();

      assertKept("primary frozen for 20 s", load);
      note("primary frozen for 20 s", "first acknowledged write after the election", first);
      assertThat(first).isLessThanOrEqualTo(Duration.ofSeconds(2));
    }
  }

  @Test
  @Order(3)
  void withoutTheMajorityNothingIsAnsweredAndWithItEverythingIs() throws Exception {
    try (SurvivalLoad load = load("majority")) {
      MySqlServer primary = group.primary(group.members().get(0));
      load.awaitMore(MORE);
      Duration first;
      group.without(primary).forEach(MySqlServer::suspend);
      try {
        for (PlatformProcess node : nodes) {
          Await.until("without a lease", () -> !client(node).isReady());
        }
        assertRefusedSoon();
      } finally {
        group.without(primary).forEach(MySqlServer::resume);
      }
      long back = System.nanoTime();
      first = load.firstAcknowledged(back);
      group.awaitComplete(primary);
      load.awaitMore(MORE);
      load.awaitReads(READS);
      load.stop();

      assertKept("lost majority", load);
      note("lost majority", "first acknowledged write after it is back", first);
      assertThat(first).isLessThanOrEqualTo(Duration.ofSeconds(5));
    }
  }

  /** While the load goes on, which holds no connection. */
  private void assertRefusedSoon() {
    List<Duration> durations = new ArrayList<>();
    String path = "/iam/v2/groups/" + owner.organization();
    for (PlatformProcess node : nodes) {
      PlatformClient client = client(node);
      List<Supplier<Reply>> requests =
          List.of(
              () -> client.get(path),
              () -> client.patch(path, "{\"description\": \"none\"}"),
              () -> client.post(path, PlatformClient.group("none", "")));
      for (Supplier<Reply> request : requests) {
        long begin = System.nanoTime();
        Reply reply = request.get();
        durations.add(Duration.ofNanos(System.nanoTime() - begin));
        assertThat(reply.status()).as(reply.text()).isEqualTo(503);
        assertThat(reply.header("Retry-After").orElseThrow()).matches("[1-9][0-9]*");
      }
      assertThat(client.get("/health/live").status()).isEqualTo(200);
      assertThat(client.get("/metrics").text())
          .containsPattern("platform_db_connections_active\\{[^}]*\\} 0\\b");
    }
    note("lost majority", "a request is refused after", durations);
    assertThat(durations).allMatch(each -> each.compareTo(SOON) <= 0);
  }

  /** The only one with limits, which are those outside the quick start: nobody reaches them. */
  @Test
  @Order(4)
  void aPlannedSwitchIsHardlyNoticed() throws Exception {
    startAgainLimited();
    List<Duration> firsts = new ArrayList<>();
    try (SurvivalLoad load = load("switched")) {
      for (int round = 0; round < ROUNDS; round++) {
        MySqlServer former = group.primary(group.members().get(0));
        load.hurry(MORE);
        load.relax();
        group.switchPrimary(group.without(former).get(0));
        firsts.add(load.firstAcknowledged(System.nanoTime()));
        load.awaitMore(MORE);
      }
      load.awaitReads(READS);
      load.stop();

      assertKept("planned switch", load);
      nodes.forEach(this::assertLimitedTogether);
      note("planned switch", "first acknowledged write after it", firsts);
      assertThat(firsts).allMatch(first -> first.compareTo(Duration.ofSeconds(2)) <= 0);
    }
  }

  private void startAgainLimited() {
    nodes.forEach(PlatformProcess::close);
    nodes.clear();
    builders.forEach(PlatformProcess.Builder::limited);
    launch();
  }

  /** A node that cannot tell the others what it gave of a limit says so. */
  private void assertLimitedTogether(PlatformProcess node) {
    assertThat(client(node).get("/auth/v1/ok").header("RateLimit")).isPresent();
    Await.until(
        "shared limits",
        () ->
            Pattern.compile("platform_rate_limits_alone\\{[^}]*\\} 0\\b")
                .matcher(client(node).get("/metrics").text())
                .find());
  }

  /** Also what the primary has recorded of it, and what it was just executing, is gone with it. */
  @Test
  @Order(5)
  void aMigrationThatWasKilledWithThePrimaryIsContinuedOnTheNext() throws Exception {
    DatabaseSettings migrated = group.createDatabase();
    PlatformProcess.Builder node = node("survival-migrating", migrated);
    MySqlServer former = group.primary(group.members().get(0));
    try (PlatformProcess ended = node.launch()) {
      Await.until("some migrations", () -> migrations(former, migrated) >= MIGRATIONS);
      former.kill();
      ended.awaitEnd();
    }
    MySqlServer primary = group.primaryAfter(former);
    assertThat(migrations(primary, migrated)).isLessThan(migrations(primary, database));

    try (PlatformProcess next = node.start()) {
      assertThat(next.owner().get("/iam/v2/groups").status()).isEqualTo(200);
    }

    assertThat(schema(primary, migrated)).isEqualTo(schema(primary, database));
    assertThat(migrations(primary, migrated)).isEqualTo(migrations(primary, database));
    former.startAgain();
    group.awaitComplete(former);
  }

  private static int migrations(MySqlServer member, DatabaseSettings settings) {
    try (Connection connection = member.root();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT COUNT(*) FROM " + name(settings) + ".flyway_schema_history")) {
      row.next();
      return row.getInt(1);
    } catch (SQLException e) {
      return 0; // the migrations have not begun
    }
  }

  /** Returns the columns and the indexes, one a line. */
  private static List<String> schema(MySqlServer member, DatabaseSettings settings)
      throws SQLException {
    List<String> lines = new ArrayList<>();
    for (String query :
        List.of(
            "SELECT CONCAT_WS(' ', table_name, column_name, column_type, is_nullable,"
                + " collation_name, column_default) AS line FROM information_schema.columns",
            "SELECT CONCAT_WS(' ', table_name, index_name, seq_in_index, column_name, non_unique)"
                + " AS line FROM information_schema.statistics",
            "SELECT CONCAT_WS(' ', table_name, constraint_name, constraint_type) AS line"
                + " FROM information_schema.table_constraints")) {
      try (Connection connection = member.root();
          PreparedStatement select =
              connection.prepareStatement(query + " WHERE table_schema = ? ORDER BY line")) {
        select.setString(1, name(settings));
        try (ResultSet rows = select.executeQuery()) {
          while (rows.next()) {
            lines.add(rows.getString(1));
          }
        }
      }
    }
    assertThat(lines).hasSizeGreaterThan(100);
    return lines;
  }

  /** The last, because nothing else is right afterwards. */
  @Test
  @Order(6)
  void severalPrimariesAreRefusedInOneLine() {
    MySqlServer member = group.members().get(0);
    member.execute("SELECT group_replication_switch_to_multi_primary_mode()");

    try (PlatformProcess refused = node("survival-refused", database).launch()) {
      assertThat(refused.awaitRefusal()).isEqualTo(78);
      assertThat(refused.output().lines())
          .filteredOn(line -> line.contains("refusing to start"))
          .singleElement()
          .asString()
          .contains("has several primaries")
          .contains("SELECT group_replication_switch_to_single_primary_mode()");
    }
  }

  private PlatformClient client(PlatformProcess node) {
    return PlatformClient.of(node.url(), owner.token(), "");
  }

  /** Asserts what every write and read of a load must fulfil; returns the groups that are there. */
  private Map<String, String> assertKept(String what, SurvivalLoad load) throws SQLException {
    Map<String, String> present = new HashMap<>();
    List<String> twice = new ArrayList<>();
    MySqlServer primary = group.primary(group.members().get(0));
    try (Connection connection = primary.root();
        PreparedStatement select =
            connection.prepareStatement(
                "SELECT name, uid FROM "
                    + name(database)
                    + ".resource_group WHERE parent_uid = ?")) {
      select.setBytes(1, new Uid(load.parent()).bytes());
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          String uid = Uid.ofBytes(rows.getBytes(2)).toString();
          if (present.put(rows.getString(1), uid) != null) {
            twice.add(rows.getString(1));
          }
        }
      }
    }
    List<Write> acknowledged = load.writes().stream().filter(Write::isAcknowledged).toList();
    List<Write> lost =
        acknowledged.stream().filter(each -> !SurvivalLoad.isTrue(each, present)).toList();
    List<Write> lies =
        load.writes().stream()
            .filter(each -> each.answer().status() == 503)
            .filter(each -> !each.answer().text().equals("COMMIT_UNKNOWN"))
            .filter(each -> !SurvivalLoad.isTrue(each, present))
            .toList();
    List<Answer> answers = new ArrayList<>(load.reads());
    load.writes().forEach(each -> answers.add(each.answer()));
    List<Answer> stale = load.reads().stream().filter(each -> each.status() == 404).toList();
    List<Answer> others =
        answers.stream()
            .filter(each -> each.status() != 200 && each.status() != 503)
            .filter(each -> !stale.contains(each))
            .toList();
    note(
        what,
        "acknowledged; of them lost; made twice",
        acknowledged.size() + "; " + lost.size() + "; " + twice.size());
    note(what, "refused and made all the same", lies.size());
    note(what, "answers other than 200 and 503", others.size());
    note(
        what,
        "COMMIT_UNKNOWN",
        load.writes().stream()
            .filter(each -> each.answer().text().equals("COMMIT_UNKNOWN"))
            .count());
    long probes = load.reads().stream().filter(Answer::isProbe).count();
    note(
        what,
        "reads; answered and not refused; of them stale",
        load.reads().size() + "; " + probes + "; " + stale.size());
    note(
        what,
        "load of the machine in its last minute, processors",
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()
            + ", "
            + Runtime.getRuntime().availableProcessors());
    reads += probes;
    staleReads += stale.size();
    assertThat(lost).as("acknowledged and lost").isEmpty();
    assertThat(twice).as("made twice").isEmpty();
    assertThat(lies).as("refused and made").isEmpty();
    assertThat(others).as("other than 200 and 503").isEmpty();
    assertThat(stale).as("stale reads").isEmpty();
    return present;
  }

  private static String name(DatabaseSettings database) {
    return database.url().replaceFirst(".*/([^/?]*)\\?.*", "$1");
  }

  private static void note(String what, String measure, Object value) {
    try {
      Files.writeString(
          FIGURES,
          what + ": " + measure + ": " + value + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}

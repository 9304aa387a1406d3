package local.platform.process;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.Await;
import local.platform.contract.testing.Dialect;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.contract.testing.Tenant;
import local.platform.contract.testing.Upload;
import local.platform.db.testing.TestDatabase;
import local.platform.db.testing.TestMySql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Starts two servers at the same time on one empty database. What one revokes the other refuses at
 * the next request, and what one grants works at the other. What both import at once is there once.
 * The files of a feed have the same bytes on both. The last tests kill one of them.
 */
@Tag("group")
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
class TwoServersIT {
  /** So many reads of one identity an hour, which is far more than other tests here make. */
  private static final int READS = 8_000;

  private static final int ROUNDS = 100;
  private static final int ROLE_ROUNDS = 30;
  private static final int IDENTITY_ROUNDS = 30;
  private static final int KEY_ROUNDS = 20;
  private static final int TWIN_ROUNDS = 5;
  private static final int TWINS = 32;
  private static final int OVERLAPPING = 2_000;
  private static final int IMPORTED = 20_000;

  /** Makes a file that is imported after the answer. */
  private static final int DETAILS = 300;

  private static final int PUBLISHED = 200;
  private static final int BUILT = 3_000;

  /** A build that has published more has committed several transactions, and has most to do. */
  private static final int BEGUN = 600;

  /**
   * How often one node builds a feed. The other one does so each second: while it lives, it is the
   * one that builds again what was built before.
   */
  private static final Duration INTERVAL = Duration.ofSeconds(30);

  /** The same on every node, like the key; nothing is fetched from it. */
  private static final String ISSUER_URL = "http://127.0.0.1:8080";

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private DatabaseSettings database;
  private PlatformProcess.Builder otherBuilder;
  private PlatformProcess one;
  private PlatformProcess other;
  private final Map<PlatformProcess, GrpcServer> grpc = new HashMap<>();
  private HttpIssuer issuer;
  private IssuedOwner appointed;
  private PlatformClient owner;
  private Tenant tenant;

  @BeforeAll
  void start() {
    TestDatabase.requireMySql();
    database = opened(TestMySql.start()).createDatabase();
    otherBuilder = node("two-servers-other", "Asia/Tokyo", Duration.ofSeconds(1));
    one = launched(node("two-servers-one", "America/New_York", INTERVAL));
    other = launched(otherBuilder);
    one.awaitReady();
    other.awaitReady();
    issuer = opened(HttpIssuer.start());
  }

  private <T extends AutoCloseable> T opened(T closeable) {
    open.push(closeable);
    return closeable;
  }

  /**
   * Runs before anything is created on one of them, and before the keys of the first tokens are
   * revoked.
   */
  @Test
  @Order(1)
  void theyBecomeOneDeployment() {
    PlatformClient first = one.owner();

    assertThat(other.owner().organization()).isEqualTo(first.organization());
    assertThat(other.read("bootstrap-identity")).isEqualTo(one.read("bootstrap-identity"));
    Reply groups = first.get("/iam/v2/groups");
    assertThat(groups.status()).as(groups.text()).isEqualTo(200);
    assertThat(groups.json().path("groups")).as(groups.text()).hasSize(1);
    String path = "/iam/v2/groups/" + first.createGroup(first.organization(), "shared");
    assertThat(at(other, first.token()).get(path).text()).isEqualTo(first.get(path).text());
    assertThat(at(one, other.owner().token()).get(path).status()).isEqualTo(200);
    appointed = IssuedOwner.appoint(one, issuer, ISSUER_URL);
    renewOwner();
  }

  private PlatformProcess launched(PlatformProcess.Builder builder) {
    PlatformProcess node = opened(builder.launch());
    grpc.put(node, opened(GrpcServer.at(node.grpcPort())));
    return node;
  }

  private PlatformProcess.Builder node(String directory, String zone, Duration feedInterval) {
    return PlatformProcess.in(Packaging.JAR, directory)
        .empty()
        .quickStart()
        .on(database)
        .with("TZ", zone)
        .with("PLATFORM_HUB_FEED_INTERVAL", feedInterval.toString())
        .amongOthers(ISSUER_URL)
        .with("PLATFORM_RATE_LIMIT_READS", READS + "/3600s");
  }

  @AfterAll
  void stop() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }

  /** Returns what a node answers over each protocol. */
  private List<Reply> answers(PlatformProcess node, String token, String path) {
    PlatformClient rest = at(node, token);
    return List.of(rest.get(path), rest.in(Dialect.GRPC_V2, grpc.get(node)).get(path));
  }

  private void assertStatus(
      int status, PlatformProcess node, String token, String path, String when) {
    assertThat(answers(node, token, path)).as(when).extracting(Reply::status).containsOnly(status);
  }

  private void assertRefused(String reason, PlatformProcess node, String token, String when) {
    assertThat(answers(node, token, "/auth/v1/ok"))
        .as(when)
        .extracting(Reply::status, Reply::reason)
        .containsOnly(tuple(401, reason));
  }

  @Test
  void aRoleBindingIsEffectiveAndOverOnTheNextRequestElsewhere() {
    renewOwner();
    String identity = tenant.identity(issuer.url(), "job");
    String token = tenant.as(issuer.token("job", ISSUER_URL), identity).token();
    String path = "/iam/v2/groups/" + tenant.uid();
    String viewer = viewer();
    String body =
        JSON.createObjectNode().put("identityUid", identity).put("roleUid", viewer).toString();
    for (int round = 0; round < ROUNDS; round++) {
      PlatformClient here = at(round % 2 == 0 ? one : other, owner.token());
      PlatformProcess there = round % 2 == 0 ? other : one;

      Reply bound = here.post("/iam/v2/roleBindings/" + tenant.uid(), body);
      assertThat(bound.status()).as(bound.text()).isEqualTo(200);
      assertStatus(200, there, token, path, "bound in round " + round);
      Reply unbound = here.delete("/iam/v2/roleBindings/" + bound.uid());
      assertThat(unbound.status()).as(unbound.text()).isEqualTo(200);
      assertStatus(403, there, token, path, "revoked in round " + round);
    }
  }

  @Test
  void whatOneNodeGivesOfALimitIsTakenFromTheOther() throws Exception {
    renewOwner();
    String identity = tenant.identity(issuer.url(), "limited");
    String token = tenant.as(issuer.token("limited", ISSUER_URL), identity).token();
    PlatformClient unlimited = at(other, token);
    int now = left(other, token);
    int given = READS / 20 + 1; // less than that is not told
    for (int i = 0; i < given; i++) {
      assertThat(at(one, token).get("/auth/v1/ok").status()).isEqualTo(200);
    }

    // What the test itself takes is one each time; what others took, all at once.
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    int before;
    do {
      // The readiness has no limit: so little is taken that it need not be told.
      for (int i = 0; i < 100; i++) {
        assertThat(unlimited.isReady()).isTrue();
      }
      before = now;
      now = left(other, token);
    } while (before - now < given / 2 && System.nanoTime() < deadline);
    assertThat(before - now).isBetween(given / 2, given + 1);
    assertThat(left(one, token)).as("is not counted twice").isGreaterThan(READS - 2 * given);
  }

  private static int left(PlatformProcess node, String token) {
    String field = at(node, token).get("/auth/v1/ok").header("RateLimit").orElseThrow();
    Matcher left = Pattern.compile("\"reads\";r=(\\d+);t=\\d+").matcher(field);
    assertThat(left.matches()).as(field).isTrue();
    return Integer.parseInt(left.group(1));
  }

  @Test
  void aCapabilityOfARoleIsEffectiveAndOverOnTheNextRequestElsewhere() {
    renewOwner();
    String identity = tenant.identity(issuer.url(), "job");
    String token = tenant.as(issuer.token("job", ISSUER_URL), identity).token();
    String path = "/iam/v2/groups/" + tenant.uid();
    String with = "{\"capabilities\":[\"CAP_IAM_GROUPS_LIST\",\"CAP_IAM_ROLES_LIST\"]}";
    String without = "{\"capabilities\":[\"CAP_IAM_ROLES_LIST\"]}";
    Reply role =
        owner.post(
            "/iam/v2/roles/" + tenant.uid(), "{\"name\":\"changing\"," + without.substring(1));
    assertThat(role.status()).as(role.text()).isEqualTo(200);
    tenant.bindRole(tenant.uid(), identity, role.uid());
    for (int round = 0; round < ROLE_ROUNDS; round++) {
      PlatformClient here = at(round % 2 == 0 ? one : other, owner.token());
      PlatformProcess there = round % 2 == 0 ? other : one;

      assertThat(here.patch("/iam/v2/roles/" + role.uid(), with).status()).isEqualTo(200);
      assertStatus(200, there, token, path, "granted in round " + round);
      assertThat(here.patch("/iam/v2/roles/" + role.uid(), without).status()).isEqualTo(200);
      assertStatus(403, there, token, path, "revoked in round " + round);
    }
  }

  @Test
  void theTokenOfADeletedIdentityIsRefusedOnTheNextRequestElsewhere() {
    renewOwner();
    for (int round = 0; round < IDENTITY_ROUNDS; round++) {
      PlatformClient here = at(round % 2 == 0 ? one : other, owner.token());
      PlatformProcess there = round % 2 == 0 ? other : one;
      String identity = tenant.identity(issuer.url(), "job");
      String token = tenant.as(issuer.token("job", ISSUER_URL), identity).token();
      assertStatus(200, there, token, "/auth/v1/ok", "before it is deleted");

      assertThat(here.delete("/iam/v2/identities/" + identity).status()).isEqualTo(200);

      assertRefused("IDENTITY_NOT_REGISTERED", there, token, "deleted in round " + round);
    }
  }

  @Test
  void theTokenOfAnIdentityThatIsRecognisedOtherwiseIsRefusedOnTheNextRequestElsewhere() {
    renewOwner();
    String identity = tenant.identity(issuer.url(), "job-0");
    for (int round = 0; round < IDENTITY_ROUNDS; round++) {
      PlatformClient here = at(round % 2 == 0 ? one : other, owner.token());
      PlatformProcess there = round % 2 == 0 ? other : one;
      String token = tenant.as(issuer.token("job-" + round, ISSUER_URL), identity).token();
      assertStatus(200, there, token, "/auth/v1/ok", "before it is changed");

      Reply changed =
          here.patch(
              "/iam/v2/identities/" + identity,
              "{\"claimMatch\":{\"subject\":\"job-%s\"}}".formatted(round + 1));
      assertThat(changed.status()).as(changed.text()).isEqualTo(200);

      assertRefused("IDENTITY_CHANGED", there, token, "changed in round " + round);
    }
  }

  @Test
  void whoIsNoOperatorAnyMoreIsRefusedOnTheNextRequestElsewhere() {
    renewOwner();
    String identity = tenant.identity(issuer.url(), "job");
    String token = tenant.as(issuer.token("job", ISSUER_URL), identity).token();
    String body = JSON.createObjectNode().put("identityUid", identity).toString();
    for (int round = 0; round < IDENTITY_ROUNDS; round++) {
      PlatformClient here = at(round % 2 == 0 ? one : other, owner.token());
      PlatformClient there = at(round % 2 == 0 ? other : one, token);

      assertThat(here.post("/operator/operators", body).status()).isEqualTo(200);
      assertThat(there.get("/operator/operators").status()).as("round %d", round).isEqualTo(200);
      assertThat(here.delete("/operator/operators/" + identity).status()).isEqualTo(200);
      assertThat(there.get("/operator/operators").status()).as("round %d", round).isEqualTo(403);
    }
  }

  @Test
  void oneOfManyTwinsOnBothWritesAndTheOthersWaitForIt() {
    renewOwner();
    for (int round = 0; round < TWIN_ROUNDS; round++) {
      String key = "twins-" + round;
      List<CompletableFuture<Reply>> sent = new ArrayList<>();
      for (int i = 0; i < TWINS; i++) {
        PlatformClient client = at(i % 2 == 0 ? one : other, owner.token());
        sent.add(
            CompletableFuture.supplyAsync(
                () ->
                    client.send(
                        "POST",
                        "/iam/v2/groups/" + tenant.uid(),
                        PlatformClient.group(key, ""),
                        Map.of("Idempotency-Key", key)),
                task -> new Thread(task).start()));
      }

      List<Reply> replies = sent.stream().map(CompletableFuture::join).toList();

      assertThat(replies)
          .allSatisfy(reply -> assertThat(reply.status()).as(reply.text()).isEqualTo(200));
      assertThat(replies.stream().map(Reply::uid).distinct()).hasSize(1);
      assertThat(replies)
          .filteredOn(reply -> reply.header("Idempotent-Replayed").isEmpty())
          .hasSize(1);
    }
  }

  @Test
  void aRevokedKeyIsWorthNothingAndTheNextIsGoodEverywhere() {
    renewOwner();
    List<PlatformProcess> nodes = List.of(one, other);
    for (int round = 0; round < KEY_ROUNDS; round++) {
      String old = owner.token();
      PlatformProcess here = nodes.get(round % 2);

      Reply rotated = at(here, old).post("/operator/signingKeys:rotate", "{\"revokeOld\":true}");
      assertThat(rotated.status()).as(rotated.text()).isEqualTo(200);

      for (PlatformProcess node : nodes) {
        assertRefused("TOKEN_SIGNATURE_INVALID", node, old, "old in round " + round);
      }
      for (PlatformProcess from : nodes) {
        String fresh = appointed.client(from).token();
        for (PlatformProcess node : nodes) {
          assertStatus(200, node, fresh, "/auth/v1/ok", "new in round " + round);
        }
      }
      renewOwner();
    }
  }

  /** Whoever is first, each source says each thing once, and nothing is left out. */
  @Test
  void overlappingFilesAtOnceOnBothAreImportedWhole() {
    renewOwner();
    String group = owner.createGroup(tenant.uid(), "overlapping");
    String forth = SourceImport.createSource(owner, group, "forth");
    String back = SourceImport.createSource(owner, group, "back");
    List<Integer> numbers = OsvFile.numbers(OVERLAPPING);
    byte[] file = OsvFile.of(numbers, 1);
    Collections.reverse(numbers);
    byte[] reversed = OsvFile.of(numbers, 1);
    CompletableFuture<Reply> first =
        CompletableFuture.supplyAsync(
            () -> Upload.send(at(one, owner.token()), SourceImport.path(forth), file),
            task -> new Thread(task).start());
    Reply second = Upload.send(at(other, owner.token()), SourceImport.path(back), reversed);

    for (Reply sent : List.of(first.join(), second)) {
      JsonNode ended = ended(one, sent.uid());
      assertThat(ended.path("state").asText()).as(ended.toString()).isEqualTo("DONE");
      assertThat(ended.at("/counts/created").asInt()).isEqualTo(OVERLAPPING);
    }
    Set<String> seen = new HashSet<>();
    for (String page = ""; !page.equals("none"); ) {
      JsonNode json =
          owner
              .get(
                  "/vulnerabilities/v2/advisories"
                      + PlatformClient.query(
                          "uidp.children_of", group, "page_size", "200", "page_token", page))
              .json();
      for (JsonNode advisory : json.path("advisories")) {
        assertThat(seen.add(advisory.path("uid").asText())).isTrue();
        assertThat(advisory.path("events"))
            .extracting(event -> event.path("author").asText())
            .containsExactlyInAnyOrder("forth", "back");
      }
      page = json.path("nextPageToken").asText("none");
    }
    assertThat(seen).hasSize(OVERLAPPING);

    Reply again = Upload.send(at(other, owner.token()), SourceImport.path(forth), file);
    assertThat(ended(one, again.uid()).at("/counts/unchanged").asInt()).isEqualTo(OVERLAPPING);
  }

  private void imported(PlatformProcess node, String source, byte[] file) {
    Reply sent = Upload.send(at(node, owner.token()), SourceImport.path(source), file);
    JsonNode ended = ended(node, sent.uid());
    assertThat(ended.path("state").asText()).as(ended.toString()).isEqualTo("DONE");
    assertThat(ended.at("/counts/rejected").asInt()).as(ended.toString()).isZero();
  }

  private JsonNode ended(PlatformProcess node, String uid) {
    return Upload.awaitEnd(at(node, owner.token()), uid).json();
  }

  /**
   * They have their rows in common, and each makes its own files: one of them from the last ones,
   * the other from nothing.
   */
  @Test
  void bothPublishTheSameBytes() {
    renewOwner();
    String group = owner.createGroup(tenant.uid(), "published");
    String source = SourceImport.createSource(owner, group, "published");
    String feed = feed(group, "");
    ServedFeed here = new ServedFeed(one, feed);
    ServedFeed there = new ServedFeed(other, feed);
    List<Integer> numbers = OsvFile.numbers(2 * PUBLISHED);
    imported(one, source, OsvFile.of("npm", List.of(numbers.size()), 1));
    imported(one, source, OsvFile.of(numbers.subList(0, PUBLISHED), 1));
    Await.until("the first records", () -> here.records("all.zip").size() == PUBLISHED + 1);
    imported(other, source, OsvFile.of(numbers.subList(PUBLISHED / 2, numbers.size()), 2));
    Await.until(
        "changed and new ones",
        () ->
            here.records("all.zip").stream()
                    .filter(record -> record.path("details").asText().equals("dd"))
                    .count()
                == numbers.size() - PUBLISHED / 2);

    for (String file :
        List.of(
            "all.zip",
            "PyPI/all.zip",
            "npm/all.zip",
            "PyPI/" + OsvFile.id(0) + ".json",
            "PyPI/" + OsvFile.id(PUBLISHED) + ".json",
            "modified_id.csv",
            "PyPI/modified_id.csv",
            "ecosystems.txt")) {
      ServedFeed.assertSame(file, here, there);
    }
    assertThat(here.records("all.zip")).hasSize(numbers.size() + 1);
    assertThat(here.records("PyPI/all.zip")).hasSize(numbers.size());
    delete(feed);
  }

  /**
   * Creates a public feed.
   *
   * @param namespace the only namespace that it shows; empty for all
   */
  private String feed(String group, String namespace) {
    ObjectNode body = JSON.createObjectNode().put("name", "public").put("public", true);
    if (!namespace.isEmpty()) {
      body.putArray("namespaces").add(namespace);
    }
    Reply created = owner.post("/hub/feeds/" + group, body.toString());
    assertThat(created.status()).as(created.text()).isEqualTo(200);
    return created.uid();
  }

  private void delete(String feed) {
    assertThat(owner.delete("/hub/feeds/" + feed).status()).isEqualTo(200);
  }

  /**
   * Both have built a part of the feed then, and the killed one starts again and serves the same.
   */
  @Test
  @Order(Integer.MAX_VALUE - 1)
  void aBuilderThatIsKilledIsFollowedByTheOtherNode() throws SQLException {
    renewOwner();
    String group = owner.createGroup(tenant.uid(), "built");
    String source = SourceImport.createSource(owner, group, "built");
    imported(one, source, OsvFile.of(OsvFile.numbers(BUILT), 1));
    imported(one, source, OsvFile.of("npm", List.of(BUILT), 1));
    try (Connection connection = TestMySql.connect(database)) {
      asIfImportedLongAgo(connection);
      String feed = feed(group, "npm");
      ServedFeed here = new ServedFeed(one, feed);
      Await.until("the first build", () -> here.records("npm/all.zip").size() == 1);

      Reply changed = owner.patch("/hub/feeds/" + feed, "{\"namespaces\": [\"PyPI\"]}");
      assertThat(changed.status()).as(changed.text()).isEqualTo(200);
      FeedBuildState.await(connection, feed, state -> state.records() > BEGUN);
      other.kill();
      FeedBuildState killed = FeedBuildState.read(connection, feed);
      assertThat(killed.records()).isLessThan(BUILT);
      LocalDateTime leaseEnd = killed.leaseEnd().orElseThrow();

      FeedBuildState.await(connection, feed, state -> !state.owner().equals(killed.owner()));
      other = launched(otherBuilder);
      FeedBuildState done =
          FeedBuildState.await(connection, feed, state -> state.start().isAfter(killed.start()));
      assertThat(done.start()).isAfter(leaseEnd).isBefore(leaseEnd.plus(INTERVAL).plus(INTERVAL));
      other.awaitReady();
      assertPublished(feed);
      delete(feed);
    }
  }

  /** Only a build that looks at everything finds it. */
  private static void asIfImportedLongAgo(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String table : List.of("source_record", "advisory")) {
        statement.executeUpdate(
            "UPDATE " + table + " SET update_time = update_time - INTERVAL 1 HOUR");
      }
    }
  }

  /** What is no longer of the feed is withdrawn, and everything else is there once. */
  private void assertPublished(String feed) {
    ServedFeed here = new ServedFeed(one, feed);
    ServedFeed there = new ServedFeed(other, feed);
    for (String file : List.of("all.zip", "PyPI/all.zip", "npm/all.zip", "modified_id.csv")) {
      ServedFeed.assertSame(file, here, there);
    }
    List<String> ids = OsvFile.numbers(BUILT).stream().map(OsvFile::id).toList();
    List<JsonNode> all = here.records("all.zip");
    assertThat(all)
        .filteredOn(record -> !record.has("withdrawn"))
        .extracting(record -> record.path("id").asText())
        .containsExactlyInAnyOrderElementsOf(ids);
    assertThat(all)
        .filteredOn(record -> record.has("withdrawn"))
        .extracting(record -> record.path("id").asText())
        .containsExactly(OsvFile.id(BUILT));
    assertThat(here.records("PyPI/all.zip")).hasSize(BUILT);
    assertThat(here.lines("modified_id.csv"))
        .isSortedAccordingTo(Comparator.comparing(TwoServersIT::modified).reversed())
        .extracting(line -> line.split("/", 2)[1])
        .containsExactlyInAnyOrderElementsOf(
            OsvFile.numbers(BUILT + 1).stream().map(OsvFile::id).toList());
  }

  private static Instant modified(String line) {
    return Instant.parse(line.split(",", 2)[0]);
  }

  @Test
  @Order(Integer.MAX_VALUE)
  void noAcknowledgedWriteIsLostWithAServerThatIsKilled() throws Exception {
    renewOwner();
    SourceImport moving =
        SourceImport.begin(at(other, owner.token()), tenant.uid(), IMPORTED, DETAILS);

    KilledWhileWriting.Written written =
        KilledWhileWriting.writeUntilKilled(other, at(other, owner.token()), tenant.uid());

    KilledWhileWriting.assertKept(at(one, owner.token()), written);
    moving.assertGoesOnAt(at(one, owner.token()));
  }

  /** Gets a new token, because another test may have revoked the keys. */
  private void renewOwner() {
    owner = appointed.client(one);
    tenant = appointed.tenant().by(owner);
  }

  private static PlatformClient at(PlatformProcess node, String token) {
    return PlatformClient.of(node.url(), token, "");
  }

  private String viewer() {
    return owner.get("/iam/v2/roles?name=viewer").json().findPath("uid").asText();
  }
}

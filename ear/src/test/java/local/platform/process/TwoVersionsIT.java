package local.platform.process;

import static local.platform.process.StartIT.CONFIGURATION_ERROR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.Await;
import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.contract.testing.Tenant;
import local.platform.contract.testing.sample.Resource;
import local.platform.db.testing.MySqlServer;
import local.platform.db.testing.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Upgrades two nodes one after the other from the newest release to this version, rolls back, and
 * upgrades again. What one version writes the other reads, as long as both run and after a
 * roll-back. This version has one more migration here than it has, so that there is one while the
 * release runs.
 */
@Tag("survival")
class TwoVersionsIT {
  /** What a migration may do at any time: columns that must have a value, or need none. */
  private static final String ADDING =
      """
      CREATE TABLE of_a_later_version (code INT NOT NULL, PRIMARY KEY (code));
      INSERT INTO of_a_later_version (code) VALUES (1);
      ALTER TABLE resource_group ADD COLUMN later_number INT DEFAULT 5 NOT NULL;
      ALTER TABLE source_record ADD COLUMN later_text VARCHAR(9) CHARACTER SET ascii COLLATE ascii_bin NULL;
      """;

  /** What it may do a release later. */
  private static final String REMOVING =
      """
      -- contract: %d
      ALTER TABLE source_record DROP COLUMN later_text;
      """;

  private static final String ISSUER_URL = "http://127.0.0.1:8080";
  private static final String GROUPS = "/iam/v2/groups";
  private static final String ACCESS = "/auth/v1/ok";
  private static final int PAGE = 2;
  private static final Duration PAUSE = Duration.ofMillis(50);

  /** Longer than a migration waits for those that use its table. */
  private static final Duration IN_TIME = Duration.ofSeconds(8);

  private static final int IMPORTED = 6_000;

  /** Makes a file that is imported after the answer. */
  private static final int DETAILS = 1_500;

  /** A resource, and what the release shows of it. */
  private record Written(Resource resource, String path, JsonNode content) {}

  private final List<AutoCloseable> open = new ArrayList<>();
  private final PlatformProcess.Builder firstPlace = node("two-versions-first");
  private final PlatformProcess.Builder secondPlace = node("two-versions-second");

  /** The fields that the release shows of each kind. Later versions can show more. */
  private final Map<Resource, Set<String>> shown = new EnumMap<>(Resource.class);

  private final List<Written> written = new ArrayList<>();

  private DatabaseSettings database;
  private IssuedOwner owner;
  private PlatformProcess first;
  private PlatformProcess second;

  @BeforeEach
  void startDatabase() {
    TestDatabase.requireMySql();
    MySqlServer mySql = opened(MySqlServer.start());
    database = mySql.createDatabase();
  }

  @AfterEach
  void close() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  private <T extends AutoCloseable> T opened(T closeable) {
    open.add(closeable);
    return closeable;
  }

  private static PlatformProcess.Builder node(String directory) {
    return PlatformProcess.in(Packaging.JAR, directory)
        .empty()
        .quickStart()
        .amongOthers(ISSUER_URL);
  }

  private PlatformProcess launched(PlatformProcess.Builder place, Path jar) {
    return opened(place.on(database).jar(jar).launch());
  }

  private PlatformProcess started(PlatformProcess.Builder place, Path jar) {
    PlatformProcess node = launched(place, jar);
    node.awaitReady();
    return node;
  }

  @Test
  void nodesAreUpgradedOneAfterTheOtherAndRolledBack(@TempDir Path directory) throws Exception {
    Path released =
        ReleasedVersion.jar(
            Path.of(System.getProperty("platform.sources")),
            Path.of(System.getProperty("platform.cache")));
    LaterVersion adding =
        LaterVersion.make(directory.resolve("adding/platform.jar"), List.of(ADDING));
    LaterVersion removing =
        LaterVersion.make(directory.resolve("removing/platform.jar"), List.of(ADDING, REMOVING));

    first = started(firstPlace, released);
    owner = IssuedOwner.appoint(first, opened(HttpIssuer.start()), ISSUER_URL);
    writeKinds(first, first);
    second = underLoad(first, () -> started(secondPlace, adding.jar()));
    assertThat(number("SELECT COUNT(*) FROM of_a_later_version")).isOne();
    assertWrittenIsRead(owner.client(second));
    writeWithOneAndReadWithTheOther(first, second);
    writeWithOneAndReadWithTheOther(second, first);

    // A node of the release that ends goes on with the newer schema.
    SourceImport moving = importing(first, second);
    first.kill();
    first = launched(firstPlace, released);
    assertThat(moving.assertGoesOnAt(owner.client(second))).isPositive();
    first.awaitReady();
    assertLeavesAlone(first, adding.schema());
    assertWrittenIsRead(owner.client(first));

    // Back: the release starts in the place of this version.
    PlatformClient before = owner.client(second);
    String group = listedGroup(before);
    String page = page(before, group, "").path("nextPageToken").asText();
    moving = importing(second, first);
    second.kill();
    second = underLoad(first, () -> started(secondPlace, released));
    assertThat(moving.assertGoesOnAt(owner.client(first))).isPositive();
    assertLeavesAlone(second, adding.schema());
    PlatformClient after = at(second, before.token());
    assertWrittenIsRead(after);
    assertThat(page(after, group, page).path("groups")).hasSize(PAGE);
    writeKinds(second, first);

    // And on, to a version with which the release cannot go on.
    first.terminate();
    second.stop();
    first.awaitEnd();
    second = started(secondPlace, removing.jar());
    assertWrittenIsRead(owner.client(second));
    first = launched(firstPlace, released);
    assertThat(first.awaitRefusal()).isEqualTo(CONFIGURATION_ERROR);
    assertThat(first.output().lines())
        .filteredOn(line -> line.startsWith("platform: refusing to start: "))
        .singleElement(STRING)
        .contains("only versions that know schema " + adding.schema() + " may run on it");
  }

  /**
   * Starts another node while a client creates groups with one, and reads each of them: all of it
   * is answered in time, also during the migrations.
   */
  private PlatformProcess underLoad(PlatformProcess node, Supplier<PlatformProcess> start)
      throws Exception {
    PlatformClient client = owner.client(node);
    String parent = client.createGroup(owner.tenant().uid(), "under load");
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<List<Duration>> load =
          thread.submit(
              () -> {
                List<Duration> durations = new ArrayList<>();
                while (!over.get()) {
                  long begin = System.nanoTime();
                  String group = client.createGroup(parent, "group " + durations.size());
                  assertThat(client.get(GROUPS + "/" + group).status()).isEqualTo(200);
                  durations.add(Duration.ofNanos(System.nanoTime() - begin));
                  LockSupport.parkNanos(PAUSE.toNanos()); // the other node needs the processor
                }
                return durations;
              });
      PlatformProcess started = start.get();
      over.set(true);
      assertThat(load.get())
          .hasSizeGreaterThan(10)
          .allSatisfy(duration -> assertThat(duration).isLessThan(IN_TIME));
      return started;
    } finally {
      over.set(true);
      thread.shutdown();
    }
  }

  private static PlatformClient at(PlatformProcess node, String token) {
    return PlatformClient.of(node.url(), token, "");
  }

  private long number(String query) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(database.url(), database.user(), database.password());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }

  private static void assertLeavesAlone(PlatformProcess node, int schema) {
    assertThat(node.output().lines())
        .filteredOn(line -> line.contains("a newer version of this server has migrated"))
        .singleElement(STRING)
        .contains("to schema " + schema + "; this one knows ", ", and leaves it alone");
  }

  private void writeWithOneAndReadWithTheOther(PlatformProcess here, PlatformProcess there) {
    writeKinds(here, there);
    pagesGoOn(here, there);
    requestsAreRepeated(here, there);
    grantsCount(here, there);
    keysAreReplaced(here, there);
  }

  /** Creates one of each kind with one node, and changes it with the other. */
  private void writeKinds(PlatformProcess here, PlatformProcess there) {
    PlatformClient creator = owner.client(here);
    PlatformClient changer = owner.client(there);
    String organization = creator.createOrganization("kinds");
    for (Resource resource : Resource.written().toList()) {
      String path = resource.path(create(resource, creator, organization));
      assertAlike(resource, path, creator, changer);
      if (resource.canBeChanged()) {
        Reply changed = changer.patch(path, resource.change());
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertAlike(resource, path, changer, creator);
      }
      written.add(new Written(resource, path, content(resource, path, creator)));
    }
    String deleted = GROUPS + "/" + creator.createGroup(organization, "deleted");
    assertThat(changer.delete(deleted).status()).isEqualTo(200);
    assertThat(creator.get(deleted).status()).isEqualTo(404);
  }

  private static String create(Resource resource, PlatformClient client, String organization) {
    ObjectNode state = resource.state(client, organization, 1);
    String place = resource.placeIn(client, resource.parentIn(client, organization));
    Reply created = client.post(resource.path(place), state.toString());
    if (created.status() == 400) { // fields that the release does not know
      state.remove(created.violations());
      created = client.post(resource.path(place), state.toString());
    }
    assertThat(created.status()).as(created.text()).isEqualTo(200);
    return created.uid();
  }

  private void assertAlike(
      Resource resource, String path, PlatformClient writer, PlatformClient reader) {
    assertThat(content(resource, path, reader)).as(path).isEqualTo(content(resource, path, writer));
  }

  /** Reads a resource; returns what the release shows of it. */
  private JsonNode content(Resource resource, String path, PlatformClient reader) {
    Reply read = reader.get(path);
    assertThat(read.status()).as(read.text()).isEqualTo(200);
    ObjectNode content = (ObjectNode) read.json();
    return content.retain(
        shown.computeIfAbsent(
            resource,
            first -> {
              Set<String> fields = new HashSet<>();
              content.fieldNames().forEachRemaining(fields::add);
              return fields;
            }));
  }

  private void assertWrittenIsRead(PlatformClient reader) {
    assertThat(written).isNotEmpty();
    for (Written each : written) {
      assertThat(content(each.resource(), each.path(), reader))
          .as(each.path())
          .isEqualTo(each.content());
    }
  }

  /** Creates a group with two pages of groups in it; returns its uid. */
  private String listedGroup(PlatformClient client) {
    String parent = client.createGroup(owner.tenant().uid(), "listed");
    for (int i = 0; i < 2 * PAGE; i++) {
      client.createGroup(parent, "listed " + i);
    }
    return parent;
  }

  private static JsonNode page(PlatformClient client, String parent, String token) {
    Reply page =
        client.get(
            GROUPS
                + PlatformClient.query(
                    "uidp.children_of",
                    parent,
                    "order_by",
                    "name",
                    "page_size",
                    String.valueOf(PAGE),
                    "page_token",
                    token));
    assertThat(page.status()).as(page.text()).isEqualTo(200);
    return page.json();
  }

  private void pagesGoOn(PlatformProcess here, PlatformProcess there) {
    String parent = listedGroup(owner.client(there));
    JsonNode begun = page(owner.client(here), parent, "");
    JsonNode end = page(owner.client(there), parent, begun.path("nextPageToken").asText());
    assertThat(begun.path("groups").findValuesAsText("name"))
        .containsExactly("listed 0", "listed 1");
    assertThat(end.path("groups").findValuesAsText("name")).containsExactly("listed 2", "listed 3");
  }

  private void requestsAreRepeated(PlatformProcess here, PlatformProcess there) {
    String key = UUID.randomUUID().toString();
    Reply once = create(owner.client(here), key);
    Reply again = create(owner.client(there), key);

    assertThat(again.text()).isEqualTo(once.text());
    assertThat(again.header("Idempotent-Replayed")).isPresent();
  }

  private Reply create(PlatformClient client, String key) {
    Reply created =
        client.send(
            "POST",
            GROUPS + "/" + owner.tenant().uid(),
            PlatformClient.group("once", ""),
            Map.of("Idempotency-Key", key));
    assertThat(created.status()).as(created.text()).isEqualTo(200);
    return created;
  }

  /** What one node grants, with a role of the other, counts at the other until that takes it. */
  private void grantsCount(PlatformProcess here, PlatformProcess there) {
    Tenant tenant = owner.tenant(here);
    String subject = "job-" + UUID.randomUUID();
    String identity = tenant.identity(owner.issuer().url(), subject);
    String token = tenant.as(owner.issuer().token(subject, ISSUER_URL), identity).token();
    String path = GROUPS + "/" + tenant.uid();
    String role = owner.client(there).createRole(tenant.uid(), subject, "CAP_IAM_GROUPS_LIST");
    assertThat(at(there, token).get(path).status()).isEqualTo(403);

    String binding = tenant.bindRole(tenant.uid(), identity, role);
    assertThat(at(there, token).get(path).status()).isEqualTo(200);
    Reply unbound = owner.client(there).delete("/iam/v2/roleBindings/" + binding);
    assertThat(unbound.status()).as(unbound.text()).isEqualTo(200);
    assertThat(at(here, token).get(path).status()).isEqualTo(403);
  }

  /** Revokes all keys with one node. Both refuse what they signed, and take the new ones. */
  private void keysAreReplaced(PlatformProcess here, PlatformProcess there) {
    List<PlatformProcess> nodes = List.of(here, there);
    List<String> old = nodes.stream().map(node -> owner.client(node).token()).toList();
    for (PlatformProcess node : nodes) {
      old.forEach(token -> assertThat(at(node, token).get(ACCESS).status()).isEqualTo(200));
    }

    Reply rotated =
        at(here, old.get(0)).post("/operator/signingKeys:rotate", "{\"revokeOld\":true}");
    assertThat(rotated.status()).as(rotated.text()).isEqualTo(200);

    for (PlatformProcess node : nodes) {
      old.forEach(
          token ->
              assertThat(at(node, token).get(ACCESS).reason())
                  .isEqualTo("TOKEN_SIGNATURE_INVALID"));
    }
    // The first of them is of the node that did not make the key.
    for (PlatformProcess from : List.of(there, here)) {
      String fresh = owner.client(from).token();
      nodes.forEach(node -> assertThat(at(node, fresh).get(ACCESS).status()).isEqualTo(200));
    }
  }

  /** Begins an import on one node, and waits until the other shows that some of it is there. */
  private SourceImport importing(PlatformProcess here, PlatformProcess there) {
    PlatformClient client = owner.client(here);
    String group = client.createGroup(owner.tenant().uid(), "moving");
    SourceImport begun = SourceImport.begin(client, group, IMPORTED, DETAILS);
    PlatformClient other = owner.client(there);
    int unused =
        Await.value(
            "imported",
            Duration.ofMinutes(1),
            () -> other.get("/hub/imports/" + begun.uid()).json().at("/counts/created").asInt(),
            created -> created > 0);
    return begun;
  }
}

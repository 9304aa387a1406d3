package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Feeds, over REST. The client is an operator. */
@Deployment.Test
@Deployment.AsOperator
@Tag("database")
class FeedsIT {
  private static final String FEEDS = "/hub/feeds";
  private static final String MISSING = "/0123456789abcdef";

  private final PlatformClient client;
  private String organization;
  private String group;

  FeedsIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createGroup() {
    organization = client.createOrganization("feeds");
    group = client.createGroup(organization, "feeds");
  }

  private static ObjectNode state(String name) {
    ObjectNode state = JSON.createObjectNode().put("name", name).put("description", "a text");
    state.put("public", true).putArray("namespaces").add("PyPI").add("Debian:12");
    state.putObject("defaults").put("apk", "Wolfi");
    return state;
  }

  private Reply create(String name) {
    Reply created = client.post(FEEDS + "/" + group, state(name).toString());
    assertThat(created.status()).as(created.text()).isEqualTo(200);
    return created;
  }

  private static String path(Reply feed) {
    return FEEDS + "/" + feed.uid();
  }

  private static String verb(Reply feed, String verb) {
    return "/operator/feeds/" + feed.uid() + ":" + verb;
  }

  @Test
  void aFeedIsCreatedReadListedChangedAndDeleted() {
    Reply created = create("a feed");

    ObjectNode expected = state("a feed").put("uid", created.uid());
    expected.set("createTime", created.json().path("createTime"));
    expected.set("updateTime", created.json().path("createTime"));
    assertThat(created.json()).isEqualTo(expected);
    assertThat(created.uid()).startsWith(group + "/");
    Reply read = client.get(path(created));
    assertThat(read.json()).isEqualTo(expected);
    assertThat(read.header("ETag")).isEqualTo(created.header("ETag")).isPresent();
    String within = FEEDS + "?uidp.descendantsOf=" + organization;
    assertThat(client.get(within + "&name=a%20feed").json().path("feeds"))
        .containsExactly(expected);
    assertThat(client.get(within + "&name=another").json().path("feeds")).isEmpty();
    assertThat(client.post(FEEDS + "/" + group, state("a feed").toString()).status())
        .isEqualTo(409);

    Reply changed =
        client.patch(path(created), "{\"namespaces\": [], \"defaults\": {}, \"public\": false}");
    assertThat(changed.json().path("name").asText()).isEqualTo("a feed");
    for (String field : List.of("namespaces", "defaults", "public", "listed")) {
      assertThat(changed.json().has(field)).as(field).isFalse();
    }

    assertThat(client.delete("/iam/v2/groups/" + group).obstacle()).isEqualTo("RESOURCE_NOT_EMPTY");
    assertThat(client.delete(path(created)).status()).isEqualTo(200);
    assertThat(client.get(path(created)).status()).isEqualTo(404);
    assertThat(client.delete("/iam/v2/groups/" + group).status()).isEqualTo(200);
  }

  @Test
  void whatIsWrongIsToldAtOnce() {
    Reply refused =
        client.post(
            FEEDS + "/" + group,
            "{\"name\": \"A\", \"namespaces\": [\"\"], \"defaults\": {\"apk\": \" \"}}");

    assertThat(refused.violations()).containsExactly("name", "namespaces[0]", "defaults.apk");
    assertThat(client.get(FEEDS + "?orderBy=public&pageSize=-1").violations())
        .containsExactlyInAnyOrder("orderBy", "pageSize");
  }

  @Test
  void writesAreConditionalTriedAndRepeated() {
    Reply created = create("a feed");
    String tag = created.header("ETag").orElseThrow();
    Map<String, String> dryRun = Map.of("Platform-Validate-Only", "true");
    List<String> changes =
        List.of(
            "PATCH " + path(created),
            "POST " + verb(created, "list"),
            "POST " + verb(created, "unlist"),
            "DELETE " + path(created));

    for (String change : changes) {
      String[] words = change.split(" ", 2);
      String body = words[0].equals("PATCH") ? "{\"name\": \"another\"}" : null;
      assertThat(client.send(words[0], words[1], body, Map.of("If-Match", "\"9\"")).status())
          .as(change)
          .isEqualTo(412);
      assertThat(client.send(words[0], words[1], body, dryRun).status()).as(change).isEqualTo(200);
    }
    assertThat(client.get(path(created)).header("ETag")).contains(tag);

    Map<String, String> key = Map.of("Idempotency-Key", "a-key", "If-Match", tag);
    Reply listed = client.send("POST", verb(created, "list"), null, key);
    Reply again = client.send("POST", verb(created, "list"), null, key);
    assertThat(listed.json().path("listed").asBoolean()).as(listed.text()).isTrue();
    assertThat(again.json()).isEqualTo(listed.json());
    assertThat(again.header("Idempotent-Replayed")).contains("true");
  }

  @Test
  void onlyOperatorsListAFeedAndAPrivateOneIsListedNoLonger() {
    Reply created = create("a feed");
    PlatformClient owner =
        client.withRole(
            organization,
            client.createRole(
                organization, "all", "CAP_ADVISORIES_LIST", "CAP_ADVISORIES_APPROVE"));

    for (String uid : List.of(created.uid(), group + MISSING)) {
      for (String verb : List.of("list", "unlist")) {
        assertThat(owner.post("/operator/feeds/" + uid + ":" + verb, "").status()).isEqualTo(403);
      }
    }
    assertThat(client.post("/operator/feeds/" + group + MISSING + ":list", "").status())
        .isEqualTo(404);
    assertThat(client.post(verb(created, "list"), "").json().path("listed").asBoolean()).isTrue();
    assertThat(client.patch(path(created), "{\"listed\": false}").json().path("listed").asBoolean())
        .as("output only")
        .isTrue();
    assertThat(client.patch(path(created), "{\"public\": false}").json().has("listed")).isFalse();
    assertThat(client.post(verb(created, "list"), "").obstacle()).isEqualTo("FEED_NOT_PUBLIC");
    assertThat(client.patch(path(created), "{\"public\": true}").json().has("listed")).isFalse();
    client.post(verb(created, "list"), "");
    assertThat(client.post(verb(created, "unlist"), "").json().has("listed")).isFalse();
  }

  @ParameterizedTest
  @EnumSource(names = "ADVISORIES_.*", mode = Mode.MATCH_ALL)
  void eachRouteTakesItsCapabilityWhetherTheFeedExistsOrNot(Capability capability) {
    String role = client.createRole(organization, "one", "CAP_" + capability.name());
    PlatformClient caller = client.withRole(organization, role);
    boolean approves = capability == Capability.ADVISORIES_APPROVE;
    boolean reads = capability == Capability.ADVISORIES_LIST;
    Reply feed = create("a feed");

    assertThat(caller.post(FEEDS + "/" + group, state("new").toString()).status())
        .isEqualTo(approves ? 200 : 403);
    assertThat(caller.get(FEEDS).json().path("feeds")).hasSize(reads ? 1 : 0);
    for (String uid : Set.of(feed.uid(), group + MISSING)) {
      boolean exists = uid.equals(feed.uid());
      String path = FEEDS + "/" + uid;
      List<Integer> statuses = new ArrayList<>();
      statuses.add(caller.get(path).status());
      statuses.add(caller.patch(path, "{\"description\": \"b\"}").status());
      statuses.add(caller.delete(path).status());
      int found = exists ? 200 : 404;
      assertThat(statuses)
          .containsExactly(reads ? found : 403, approves ? found : 403, approves ? found : 403);
    }
    assertThat(client.withToken("").get(FEEDS).status()).isEqualTo(401);
  }

  @Test
  void anOrganizationHasTwenty() {
    for (int i = 0; i < 20; i++) {
      create("feed " + i);
    }

    Reply refused = client.post(FEEDS + "/" + organization, state("another").toString());

    assertThat(refused.obstacle()).isEqualTo("TOO_MANY_FEEDS");
    assertThat(refused.status()).isEqualTo(400);
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tags by version 1: each quirk of its contract, the history, and the summary. What it has in
 * common with version 2 is in the suites of {@linkplain BothVersions both versions}.
 */
@Deployment.InVersion1
class V1TagsIT {
  private static final String TAGS = "/registry/v1/tags/";
  private static final String A = "sha256:" + "a".repeat(64);
  private static final String B = "sha256:" + "b".repeat(64);

  private final PlatformClient client;
  private String organization;
  private String repo;

  V1TagsIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createRepo() {
    organization = client.createOrganization("v1");
    repo = Resource.REPO.create(client.rest(), organization, "app");
  }

  private JsonNode put(String name, String digest) {
    return made(client.post(
            TAGS + repo, json("{'name':'%s','digest':'%s'}".formatted(name, digest))))
        .json();
  }

  private static Reply put(PlatformClient by, String path, String body) {
    return by.send("PUT", path, body, Map.of());
  }

  private static String id(JsonNode tag) {
    return tag.path("id").asText();
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  private static Reply made(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply;
  }

  private List<JsonNode> items(String path) {
    List<JsonNode> items = new ArrayList<>();
    JsonNode list = made(client.get(path)).json();
    list.path("items").forEach(items::add);
    return items;
  }

  @Test
  void aReplacementKeepsTheDigestThatItLeavesOutAndClearsTheRest() {
    String id =
        id(
            made(client.post(
                    TAGS + repo,
                    json(
                        "{'name':'1','digest':'%s','deprecated':true,'bundles':['base']}"
                            .formatted(A))))
                .json());

    JsonNode replaced = made(put(client, TAGS + id, "{}")).json();

    assertThat(id(replaced)).isEqualTo(id);
    assertThat(replaced.path("name").asText()).isEqualTo("1");
    assertThat(replaced.path("digest").asText()).isEqualTo(A);
    assertThat(replaced.path("deprecated").asBoolean()).isFalse();
    assertThat(replaced.has("bundles")).isFalse();
    JsonNode moved =
        made(put(
                client,
                TAGS + id,
                json("{'id':'x','name':'1','digest':'%s','deprecated':true}".formatted(B))))
            .json();
    assertThat(moved.path("digest").asText()).isEqualTo(B);
    assertThat(moved.path("deprecated").asBoolean()).isTrue();
    assertThat(put(client, TAGS + id, json("{'name':'2'}")).violations()).containsExactly("name");
    assertThat(put(client, TAGS + id, json("{'digest':'x'}")).violations())
        .containsExactly("digest");
    assertThat(put(client, TAGS + repo + "/0123456789abcdef", "{}").status()).isEqualTo(404);
    assertThat(items("/registry/v1/tags?id=" + id)).containsExactly(moved);
  }

  @Test
  void aTagWithoutADigestIsCreatedAndKeptUntilItGetsOne() {
    JsonNode created = made(client.post(TAGS + repo, json("{'name':'latest'}"))).json();
    String id = id(created);

    assertThat(created.has("digest")).isFalse();
    assertThat(items("/registry/v1/tags?id=" + id)).containsExactly(created);
    assertThat(made(put(client, TAGS + id, json("{'bundles':['base']}"))).json().has("digest"))
        .isFalse();
    assertThat(items(TAGS + id + "/history")).isEmpty();
    JsonNode summary = made(client.get("/registry/v1/repotagssummary/" + repo)).json();
    assertThat(id(summary.path("latestTag"))).isEqualTo(id);
    assertThat(summary.has("latestVersion")).isFalse();

    put("latest", A);
    JsonNode kept = made(client.post(TAGS + repo, json("{'name':'latest'}"))).json();
    assertThat(id(kept)).isEqualTo(id);
    assertThat(kept.path("digest").asText()).isEqualTo(A);
    assertThat(kept.has("bundles")).isFalse();
    assertThat(items(TAGS + id + "/history"))
        .extracting(entry -> entry.path("digest").asText())
        .containsExactly(A);
    made(client.delete(TAGS + id));
    JsonNode again = made(client.post(TAGS + repo, json("{'name':'latest'}"))).json();
    assertThat(id(again)).isEqualTo(id);
    assertThat(again.has("digest")).as("the tag was deleted").isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, 1.2 1.2-20260131 1.2-r3 sha256-ab sha256-ab-r3",
        "excludeReferrers=true, 1.2 1.2-20260131 1.2-r3",
        "exclude_dates=true, 1.2 1.2-r3 sha256-ab sha256-ab-r3",
        "excludeEpochs=true, 1.2 1.2-20260131 sha256-ab",
        "exclude_referrers=true&exclude_dates=true&exclude_epochs=true, 1.2"
      })
  void formsOfNamesAreShownUnlessTheyAreExcluded(String flags, String shown) {
    for (String name : List.of("1.2", "1.2-20260131", "1.2-r3", "sha256-ab", "sha256-ab-r3")) {
      put(name, A);
    }
    String all = flags == null ? "" : "&" + flags;

    assertThat(items("/registry/v1/tags?uidp.childrenOf=" + repo + all))
        .extracting(tag -> tag.path("name").asText())
        .containsExactlyInAnyOrder(shown.split(" "));
    assertThat(
            made(client.get("/registry/v1/repotagssummary/" + repo + all.replaceFirst("&", "?")))
                .json()
                .path("tagCount")
                .asInt())
        .isEqualTo(shown.split(" ").length);
  }

  @Test
  void theHistoryTellsWhatATagReferredToAtATime() {
    JsonNode first = put("latest", A);
    String id = id(first);
    String history = TAGS + id + "/history";
    JsonNode second = put("latest", B);
    put("latest", B);
    made(client.delete(TAGS + id));
    JsonNode last = put("latest", A);
    String start = first.path("lastUpdated").asText();
    String moved = second.path("lastUpdated").asText();

    List<JsonNode> all = items(history);
    assertThat(all).extracting(entry -> entry.path("digest").asText()).containsExactly(A, B, "", A);
    assertThat(all.get(0).path("updateTimestamp").asText()).isEqualTo(start);
    assertThat(all.get(1).path("updateTimestamp").asText()).isEqualTo(moved);
    assertThat(all.get(3).path("updateTimestamp").asText())
        .isEqualTo(last.path("lastUpdated").asText());
    String before = Instant.parse(moved).minusMillis(1).toString();
    assertThat(items(history + query("start", before, "end", moved)))
        .as("what it referred to when it was moved")
        .containsExactly(all.get(0));
    assertThat(
            items(
                history
                    + query("start", start, "end", Instant.parse(moved).plusMillis(1).toString())))
        .startsWith(all.get(0), all.get(1));
    assertThat(items(history + query("start", moved))).startsWith(all.get(1)).endsWith(all.get(3));
    assertThat(items(history + query("end", start))).isEmpty();
    made(client.delete(TAGS + id));
    assertThat(items(history)).as("of a tag that is deleted").hasSize(5);
  }

  @Test
  void aHistoryThatMayNotBeSeenIsLikeOneThatIsMissing() {
    String id = id(put("latest", A));
    PlatformClient stranger =
        client.withRole(client.createOrganization("stranger"), BuiltInRole.OWNER.uid().value());
    for (String path : List.of(id, repo + "/0123456789abcdef", organization)) {
      assertThat(made(stranger.get(TAGS + path + "/history")).json().path("items")).isEmpty();
    }
    assertThat(items(TAGS + repo + "/0123456789abcdef/history")).isEmpty();
    assertThat(client.get(TAGS + "x/history").violations()).containsExactly("parentId");
    for (String end : List.of("2026-01-01T00:00:00Z", "2025-01-01T00:00:00Z")) {
      assertThat(
              client
                  .get(TAGS + id + "/history" + query("start", "2026-01-01T00:00:00Z", "end", end))
                  .violations())
          .containsExactly("end");
    }
  }

  @Test
  void theSummaryTellsOfTheLatestTag() {
    String summary = "/registry/v1/repotagssummary/" + repo;
    assertThat(made(client.get(summary)).text()).isEqualTo(json("{'id':'%s'}".formatted(repo)));
    put("1", A);
    JsonNode latest = put("latest", A);
    put("latest-dev", A);
    put("1.2.3", A);
    JsonNode last = put("0.9.9.9.9", B);

    JsonNode told = made(client.get(summary)).json();

    assertThat(told.path("tagCount").asText()).isEqualTo("5");
    assertThat(told.path("lastUpdated")).isEqualTo(last.path("lastUpdated"));
    assertThat(told.path("latestTag")).isEqualTo(latest);
    assertThat(told.path("latestVersion").asText()).isEqualTo("1.2.3");
    assertThat(
            client
                .get("/registry/v1/repotagssummary/" + organization + "/0123456789abcdef")
                .status())
        .isEqualTo(404);
    assertThat(client.get("/registry/v1/repotagssummary/x").violations()).containsExactly("repoId");
  }

  @Test
  void aTagOfVersion2IsTheSame() {
    JsonNode tag = put("1", A);
    JsonNode now = client.rest().get("/registry/v2/tags/" + id(tag)).json();

    assertThat(now.path("uid").asText()).isEqualTo(id(tag));
    assertThat(now.path("updateTime")).isEqualTo(tag.path("lastUpdated"));
    assertThat(now.path("digest")).isEqualTo(tag.path("digest"));
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests tags in version 2 alone: JSON, flags, and pages. */
@Deployment.InVersion2
@Tag("database")
class TagsIT {
  private static final String TAGS = "/registry/v2/tags/";
  private static final String A = "sha256:" + "a".repeat(64);
  private static final String B = "sha512:" + "b".repeat(128);
  private static final List<String> NAMES =
      List.of("1.2", "1.2-20260131", "1.2-r3", "sha256-ab", "sha256-ab-20260131", "sha256-ab-r3");

  private final PlatformClient client;
  private String repo;

  TagsIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createRepo() {
    repo = Resource.REPO.create(client, client.createOrganization("tags"), "app");
  }

  private Reply put(String name, String digest) {
    Reply created =
        client.post(
            TAGS + repo,
            JSON.createObjectNode().put("name", name).put("digest", digest).toString());
    assertThat(created.status()).as(created.text()).isEqualTo(200);
    return created;
  }

  @Test
  void createAnswersTheWholeTagAsTheContractWritesIt() {
    Reply created =
        client.post(
            TAGS + repo,
            """
            {"uid": "x", "name": "1.2_A-b", "digest": "DIGEST", "updateTime": "2020-01-01T00:00:00Z",
             "bundles": ["fips", "base", "fips"]}
            """
                .replace("DIGEST", B));

    assertThat(created.status()).as(created.text()).isEqualTo(200);
    String time = created.json().path("updateTime").asText();
    assertThat(created.json())
        .isEqualTo(
            Golden.json("tag.json", Map.of("uid", created.uid(), "digest", B, "time", time)));
    assertThat(time).matches(".*\\.\\d{3}Z");
    assertThat(Instant.parse(time)).isBetween(Instant.now().minusSeconds(60), Instant.now());
    assertThat(client.get(TAGS + created.uid()).text()).isEqualTo(created.text());
  }

  /** Version 1 alone creates tags without one, which are shown without, and listed as others. */
  @Test
  void aTagNeedsADigestUnlessVersion1CreatesIt() {
    assertThat(client.post(TAGS + repo, "{\"name\": \"1\"}").violations())
        .containsExactly("digest");
    Reply made =
        client.rest().post("/registry/v1/tags/" + repo, "{\"name\": \"1\", \"deprecated\": true}");
    assertThat(made.status()).as(made.text()).isEqualTo(200);

    JsonNode tag = client.get(TAGS + made.json().path("id").asText()).json();

    assertThat(tag.has("digest")).isFalse();
    assertThat(tag.path("deprecated").asBoolean()).isTrue();
    String list = "/registry/v2/tags?uidp.childrenOf=" + repo;
    assertThat(client.get(list).json().path("tags")).containsExactly(tag);
    assertThat(client.get(list + "&name=1").json().path("tags")).containsExactly(tag);
    assertThat(client.get(list + "&digest=" + A).json().path("tags")).isEmpty();
    assertThat(client.post(TAGS + repo, "{\"name\": \"1\"}").violations())
        .as("also of one that exists")
        .containsExactly("digest");
    assertThat(put("1", A).uid()).isEqualTo(tag.path("uid").asText());
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, 1.2",
        "include_referrers=false, 1.2",
        "include_referrers=true, 1.2 sha256-ab",
        "includeDates=true, 1.2 1.2-20260131",
        "include_epochs=true, 1.2 1.2-r3",
        "include_dates=true&includeEpochs=true, 1.2 1.2-20260131 1.2-r3",
        "include_referrers=true&include_dates=true, 1.2 1.2-20260131 sha256-ab sha256-ab-20260131"
      })
  void formsOfNamesAreHiddenUnlessTheyAreIncluded(String flags, String shown) {
    NAMES.forEach(name -> put(name, A));
    String list = "/registry/v2/tags?uidp.childrenOf=" + repo + (flags == null ? "" : "&" + flags);

    JsonNode page = client.get(list + "&order_by=name").json();

    assertThat(names(page)).containsExactly(shown.split(" "));
    assertThat(page.path("totalCount").asInt()).isEqualTo(names(page).size());
    assertThat(client.get(list + "&name=1.2-r3").json().path("tags").isEmpty())
        .isEqualTo(!shown.contains("1.2-r3"));
  }

  private static List<String> names(JsonNode page) {
    List<String> names = new ArrayList<>();
    page.path("tags").forEach(tag -> names.add(tag.path("name").asText()));
    return names;
  }

  @Test
  void pagesOfAllFormsAreExactWhileTagsMove() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      for (String name : NAMES) {
        names.add(name.replaceFirst("^(sha256-)?", "$1" + i));
        put(names.get(names.size() - 1), A);
      }
    }
    String all =
        "/registry/v2/tags"
            + query(
                "uidp.children_of",
                repo,
                "include_referrers",
                "true",
                "include_dates",
                "true",
                "include_epochs",
                "true",
                "page_size",
                "5");
    for (String order : List.of("uid", "name", "name desc")) {
      List<String> read = new ArrayList<>();
      String token = "";
      do {
        JsonNode page =
            client
                .get(all + "&order_by=" + order.replace(" ", "%20") + "&page_token=" + token)
                .json();
        assertThat(page.path("totalCount").asText()).isEqualTo("24");
        read.addAll(names(page));
        token = page.path("nextPageToken").asText();
        put(names.get(read.size() % names.size()), read.size() % 2 == 0 ? A : B);
      } while (!token.isEmpty());
      assertThat(read).as(order).containsExactlyInAnyOrderElementsOf(names);
      if (!order.equals("uid")) {
        List<String> sorted = new ArrayList<>(names.stream().sorted().toList());
        if (order.endsWith("desc")) {
          Collections.reverse(sorted);
        }
        assertThat(read).isEqualTo(sorted);
      }
    }
    assertThat(client.get(all + "&order_by=create_time").violations()).containsExactly("orderBy");
    assertThat(client.get(all + "&order_by=digest").violations()).containsExactly("orderBy");
  }

  /** The list shows times in milliseconds. */
  @Test
  void whoAsksForWhatHasChangedSinceTheLatestTimeGetsNoTagAgain() {
    String list = "/registry/v2/tags?uidp.childrenOf=" + repo + "&updated_since=";
    Stream.of("1", "2", "3").forEach(name -> put(name, A));
    Reply moved = put("2", B);
    String latest = moved.json().path("updateTime").asText();

    assertThat(names(client.get(list + latest).json())).isEmpty();
    Reply next = put("3", B);
    String time = next.json().path("updateTime").asText();
    assertThat(time).isGreaterThan(latest);
    assertThat(names(client.get(list + latest).json())).containsExactly("3");
    assertThat(names(client.get(list + time).json())).isEmpty();
    assertThat(client.rest().get(list + "yesterday").violations()).containsExactly("updatedSince");
  }

  @Test
  void aTagIsNotUpdated() {
    String path = TAGS + put("1", A).uid();

    Reply refused = client.rest().patch(path, "{\"digest\": \"" + B + "\"}");

    assertThat(refused.status()).as(refused.text()).isIn(405, 501);
    assertThat(client.get(path).json().path("digest").asText()).isEqualTo(A);
  }
}

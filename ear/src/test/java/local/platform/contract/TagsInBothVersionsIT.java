package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what is particular to tags and the same in both versions. */
@Deployment.InBothVersions
@Tag("database")
class TagsInBothVersionsIT extends BothVersions {
  private static final String TAGS = "/registry/v2/tags/";
  private static final String A = "sha256:" + "a".repeat(64);
  private static final String B = "sha256:" + "b".repeat(64);

  private String repo;

  TagsInBothVersionsIT(PlatformClient client) {
    super(client);
  }

  @BeforeEach
  void createRepo() {
    repo = Resource.REPO.create(client, organization, "app");
  }

  private Reply put(String name, String digest) {
    return put(client, repo, name, digest);
  }

  private static Reply put(PlatformClient by, String in, String name, String digest) {
    return by.post(
        TAGS + in, JSON.createObjectNode().put("name", name).put("digest", digest).toString());
  }

  /** Callers who may create tags may move them. */
  @Test
  void creatingATagThatExistsMovesItAndItStaysTheSame() {
    String creating = client.rest().createRole(organization, "creating", "CAP_TAG_CREATE");
    PlatformClient creator = client.withRole(organization, creating);
    Reply created = made(put(creator, repo, "latest", A));
    String marked =
        JSON.createObjectNode()
            .put("name", "latest")
            .put("digest", A)
            .put("deprecated", true)
            .toString();

    Reply same = made(put(creator, repo, "latest", A));
    assertThat(same.json()).isEqualTo(created.json());
    Reply moved = made(put(creator, repo, "latest", B));
    assertThat(moved.uid()).isEqualTo(created.uid());
    assertThat(moved.json().path("digest").asText()).isEqualTo(B);
    assertThat(moved.json().path("updateTime").asText())
        .isGreaterThan(created.json().path("updateTime").asText());
    assertThat(made(creator.post(TAGS + repo, marked)).json().path("deprecated").asBoolean())
        .isTrue();
    assertThat(made(put(creator, repo, "latest", A)).json().path("deprecated").asBoolean())
        .as("not kept: it was not sent")
        .isFalse();
    assertThat(uids(client, Resource.TAG, "uidp.children_of", repo)).containsExactly(created.uid());
  }

  @Test
  void aTagThatIsMadeAgainHasTheUidThatItHad() {
    String first = made(put("latest", A)).uid();
    String other = made(put("Latest", A)).uid();
    assertThat(other).as("names are case-sensitive").isNotEqualTo(first);

    made(client.delete(TAGS + first));
    assertThat(client.get(TAGS + first).status()).isEqualTo(404);
    assertThat(uids(client, Resource.TAG, "uidp.children_of", repo)).containsExactly(other);

    assertThat(made(put("latest", B)).uid()).isEqualTo(first);
    assertThat(made(client.get(TAGS + first)).json().path("digest").asText()).isEqualTo(B);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name    | {'digest':'A'}
          name    | {'name':'','digest':'A'}
          name    | {'name':'-a','digest':'A'}
          name    | {'name':'a b','digest':'A'}
          digest  | {'name':'a','digest':'latest'}
          digest  | {'name':'a','digest':'sha256:ABC'}
          digest  | {'name':'a','digest':'A0'}
          bundles | {'name':'a','digest':'A','bundles':['base','nonsense']}
          """,
      quoteCharacter = '"')
  void whatIsWrongIsNamed(String field, String body) {
    Reply refused = client.post(TAGS + repo, body.replace('\'', '"').replace("\"A", "\"" + A));

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.violations()).containsExactly(field);
  }

  @Test
  void aMissingRepoIsNamed() {
    Reply refused = put(client, organization + "/" + MISSING, "latest", A);

    assertThat(refused.status()).isEqualTo(404);
    assertThat(refused.detail("ResourceInfo").path("resourceType").asText())
        .isEqualTo("registry.platform.local/Repo");
    assertThat(refused.detail("ResourceInfo").path("resourceName").asText())
        .isEqualTo(organization + "/" + MISSING);
    assertThat(put(client, organization, "latest", A).status()).as("a group").isEqualTo(404);
  }

  @Test
  void tagsGoWithTheirRepo() {
    String tag = made(put("latest", A)).uid();
    String kept = Resource.TAG.create(client, organization, "kept");

    made(client.delete(REPOS + repo));

    assertThat(client.get(TAGS + tag).status()).isEqualTo(404);
    assertThat(put("latest", A).status()).isEqualTo(404);
    assertNothingToDelete(client.delete(TAGS + tag));
    assertThat(uids(client, Resource.TAG, "uidp.children_of", repo)).isEmpty();
    assertThat(uids(client, Resource.TAG, "uidp.descendants_of", organization))
        .containsExactly(kept);
    String again = Resource.REPO.create(client, organization, "app");
    assertThat(made(put(client, again, "latest", A)).uid()).startsWith(again + "/");
  }

  @Test
  void aListSelectsByNameByDigestAndByTime() {
    JsonNode first = made(put("1", A)).json();
    String second = made(put("2", B)).uid();
    String third = made(put("3", A)).uid();
    String elsewhere = Resource.TAG.create(client, organization, "1");
    String[] inRepo = {"uidp.children_of", repo};

    assertThat(uids(client, Resource.TAG, "uidp.children_of", repo, "name", "2"))
        .containsExactly(second);
    assertThat(uids(client, Resource.TAG, "uidp.descendants_of", organization, "name", "1"))
        .containsExactlyInAnyOrder(first.path("uid").asText(), elsewhere);
    assertThat(uids(client, Resource.TAG, "uidp.children_of", repo, "digest", A))
        .containsExactlyInAnyOrder(first.path("uid").asText(), third);
    assertThat(uids(client, Resource.TAG, "uidp.children_of", repo, "digest", A, "name", "2"))
        .isEmpty();
    for (String none : List.of("A", "4", "\u00e9", "1%")) {
      assertThat(uids(client, Resource.TAG, "uidp.children_of", repo, "name", none)).isEmpty();
      assertThat(uids(client, Resource.TAG, "uidp.children_of", repo, "digest", none)).isEmpty();
    }
    String since = first.path("updateTime").asText();
    assertThat(uids(client, Resource.TAG, inRepo[0], inRepo[1], "updated_since", since))
        .doesNotContain(first.path("uid").asText())
        .contains(third);
    made(put("1", B));
    assertThat(uids(client, Resource.TAG, inRepo[0], inRepo[1], "updated_since", since))
        .contains(first.path("uid").asText());
  }
}

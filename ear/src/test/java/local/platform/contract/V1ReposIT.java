package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Repos by version 1: each quirk of its contract. What it has in common with version 2 is in the
 * suites of {@linkplain BothVersions both versions}.
 */
@Deployment.InVersion1
class V1ReposIT {
  private static final String REPOS = "/registry/v1/repos/";
  private static final String NOW = "/registry/v2/repos/";

  private final PlatformClient client;
  private String organization;

  V1ReposIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("v1");
  }

  @Test
  void creatingAnExistingRepoReplacesItUnlessThatIsPrevented() {
    Reply first =
        made(create("{'name':'app','description':'one','bundles':['base'],'readme':'text'}"));
    String id = first.json().path("id").asText();

    Reply second = made(create("{'name':'app','description':'two'}"));

    assertThat(second.json().path("id").asText()).isEqualTo(id);
    assertThat(second.json().path("description").asText()).isEqualTo("two");
    assertThat(second.json().has("bundles")).isFalse();
    assertThat(second.json().path("readme").asText()).isEqualTo("text");
    assertThat(second.json().path("createTime")).isEqualTo(first.json().path("createTime"));
    Reply refused =
        client.post(REPOS + organization + "?preventExisting=true", json("{'name':'app'}"));
    assertThat(refused.status()).as(refused.text()).isEqualTo(409);
    assertThat(refused.reason()).isEqualTo("ALREADY_EXISTS");
    assertThat(
            made(client.post(
                    REPOS + organization + "?preventExisting=true", json("{'name':'new'}")))
                .json()
                .path("id")
                .asText())
        .isNotEqualTo(id);
    assertThat(client.rest().post(NOW + organization, json("{'name':'app'}")).status())
        .isEqualTo(409);
  }

  @Test
  void replacingAnExistingRepoTakesMoreThanCreatingOne() {
    String creating =
        client.rest().createRole(organization, "creating", "CAP_REPO_CREATE", "CAP_REPO_LIST");
    PlatformClient creator = client.withRole(organization, creating);
    made(create("{'name':'app'}"));

    Reply refused = creator.post(REPOS + organization, json("{'name':'app','readme':'x'}"));

    assertThat(refused.status()).as(refused.text()).isEqualTo(403);
    made(creator.post(REPOS + organization, json("{'name':'other'}")));
    assertThat(item("name", "app").has("readme")).isFalse();
  }

  @Test
  void aReplacementKeepsTheReadmeThatItLeavesOut() {
    String id = made(create("{'name':'app','readme':'# one'}")).json().path("id").asText();

    Reply kept = made(put(id, "{'name':'app','description':'d'}"));
    assertThat(kept.json().path("readme").asText()).isEqualTo("# one");
    Reply replaced = made(put(id, "{'id':'x','name':'app','readme':'# two'}"));

    assertThat(replaced.json().path("id").asText()).isEqualTo(id);
    assertThat(replaced.json().path("readme").asText()).isEqualTo("# two");
    assertThat(replaced.json().has("description")).isFalse();
    assertThat(item("id", id)).isEqualTo(replaced.json());
    JsonNode readme = client.rest().get(NOW + id + "/readme").json();
    assertThat(readme.path("content").asText()).isEqualTo("# two");
    client.rest().patch(NOW + id + "/readme", json("{'content':'# three'}"));
    assertThat(item("id", id).path("readme").asText()).isEqualTo("# three");
    Reply tooLong = put(id, "{'name':'app','readme':'" + "a".repeat(65_537) + "'}");
    assertThat(tooLong.violations()).containsExactly("readme");
  }

  /** The only times are that of the creation and that of the expiration. */
  @Test
  void aRepoIsAnsweredWithTheNamesOfVersionOne() {
    String source = made(create("{'name':'source'}")).json().path("id").asText();
    Reply created =
        made(
            create(
                "{'name':'app','catalogTier':'FIPS','sync_config':{'source':'%s'}}"
                    .formatted(source)));

    assertThat(created.json().fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("id", "name", "catalogTier", "sync_config", "createTime");
    assertThat(created.json().path("sync_config").fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("source", "expiration");
    assertThat(created.json().path("catalogTier").asText()).isEqualTo("FIPS");
  }

  @Test
  void whatIsMissingOrHiddenIsAnEmptyListAndNothingToDelete() {
    String id = made(create("{'name':'app'}")).json().path("id").asText();
    PlatformClient nobody = client.as(client.createIdentity(organization));
    String missing = organization + "/0123456789abcdef";

    assertThat(made(nobody.get("/registry/v1/repos" + query("id", id))).json().path("items"))
        .isEmpty();
    assertThat(made(client.get("/registry/v1/repos" + query("id", missing))).json().path("items"))
        .isEmpty();
    assertThat(made(client.delete(REPOS + missing)).json()).isEmpty();
    assertThat(nobody.delete(REPOS + id).status()).isEqualTo(403);
    assertThat(put(missing, "{'name':'a'}").status()).isEqualTo(404);
  }

  private Reply create(String body) {
    return client.post(REPOS + organization, json(body));
  }

  private Reply put(String id, String body) {
    return client.send("PUT", REPOS + id, json(body), Map.of());
  }

  private JsonNode item(String filter, String value) {
    return made(client.get(
            "/registry/v1/repos" + query("uidp.children_of", organization, filter, value)))
        .json()
        .path("items")
        .path(0);
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  private static Reply made(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply;
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests repos in version 2 alone: JSON, masks, and the readme as a resource. */
@Deployment.InVersion2
class ReposIT {
  private static final String REPOS = "/registry/v2/repos/";
  private static final String MISSING = "0123456789abcdef";

  private final PlatformClient client;
  private String organization;

  ReposIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("repos");
  }

  @Test
  void createAnswersTheRepoWithReadmeAsTheContractWritesIt() {
    String source = create("source").uid();
    Reply created =
        client.post(
            REPOS + organization,
            """
            {"name": "app", "description": "a repo", "uid": "x", "catalogTier": "CATALOG_TIER_AI",
             "bundles": ["base", "ai", "base"], "aliases": ["a/b:c"], "activeTags": ["latest"],
             "sync_config": {"source": "SOURCE", "uniqueTags": true, "google": "g"},
             "customOverlay": {"contents": {"packages": ["curl"]}, "environment": {"A": "b"}}}
            """
                .replace("SOURCE", source));

    assertThat(created.status()).as(created.text()).isEqualTo(200);
    String time = created.json().path("createTime").asText();
    String expiration = created.json().at("/sync_config/expirationTime").asText();
    assertThat(created.json())
        .isEqualTo(
            Golden.json(
                "repo.json",
                Map.of(
                    "uid",
                    created.uid(),
                    "time",
                    time,
                    "source",
                    source,
                    "expiration",
                    expiration)));
    assertThat(Instant.parse(time)).isBetween(Instant.now().minusSeconds(60), Instant.now());
    assertThat(client.get(REPOS + created.uid()).text()).isEqualTo(created.text());
  }

  @Test
  void aMaskNamesWhatChanges() {
    String source = create("source").uid();
    String path = REPOS + create("app").uid();
    String body =
        """
        {"name": "new", "description": "text", "bundles": ["base"],
         "sync_config": {"source": "SOURCE", "azure": "z"},
         "customOverlay": {"environment": {"A": "b"}, "annotations": {"c": "d"}}}
        """
            .replace("SOURCE", source);

    JsonNode one = made(client.patch(path + "?updateMask=bundles", body)).json();
    assertThat(one.path("name").asText()).isEqualTo("app");
    assertThat(one.path("bundles").toString()).isEqualTo("[\"base\"]");
    assertThat(one.has("sync_config")).isFalse();
    JsonNode two =
        made(client.patch(path + "?updateMask=sync_config,customOverlay.environment", body)).json();
    assertThat(two.at("/sync_config/source").asText()).isEqualTo(source);
    assertThat(two.at("/customOverlay").toString()).isEqualTo("{\"environment\":{\"A\":\"b\"}}");
    JsonNode three =
        made(client.patch(
                path + "?updateMask=sync_config.google", "{\"sync_config\": {\"google\": \"g\"}}"))
            .json();
    assertThat(three.at("/sync_config/source").asText()).isEqualTo(source);
    assertThat(three.at("/sync_config/azure").asText()).isEqualTo("z");
    assertThat(three.at("/sync_config/google").asText()).isEqualTo("g");
    assertThat(made(client.patch(path + "?updateMask=sync_config", "{}")).json().has("sync_config"))
        .isFalse();
    assertThat(
            client
                .patch(
                    path + "?updateMask=sync_config.google", "{\"sync_config\":{\"google\":\"g\"}}")
                .violations())
        .containsExactly("sync_config.source");
    assertThat(client.patch(path + "?updateMask=readme", "{}").violations())
        .containsExactly("updateMask");
  }

  /** A message without any value is there, other than one that is left out. */
  @Test
  void anEmptyMessageIsAValueOfAPatch() {
    String source = create("source").uid();
    Reply created =
        made(
            client.post(
                REPOS + organization,
                """
                {"name": "app", "sync_config": {"source": "SOURCE", "google": "g"},
                 "customOverlay": {"contents": {"packages": ["curl"]}, "environment": {"A": "b"}}}
                """
                    .replace("SOURCE", source)));
    String path = REPOS + created.uid();

    for (String mask : List.of("", "?updateMask=sync_config", "?updateMask=sync_config.source")) {
      assertThat(client.patch(path + mask, "{\"sync_config\": {}}").violations())
          .as(mask)
          .containsExactly("sync_config.source");
    }
    assertThat(client.patch(path, "{\"sync_config\": {\"source\": \"\"}}").violations())
        .containsExactly("sync_config.source");
    assertThat(client.get(path).json()).isEqualTo(created.json());
    assertThat(
            made(client.patch(path + "?updateMask=sync_config.google", "{\"sync_config\": {}}"))
                .json()
                .path("sync_config")
                .has("google"))
        .isFalse();
    assertThat(
            made(client.patch(path, "{\"customOverlay\": {\"contents\": {}}}"))
                .json()
                .path("customOverlay")
                .toString())
        .isEqualTo("{\"environment\":{\"A\":\"b\"}}");
    assertThat(made(client.patch(path, "{\"customOverlay\": {}}")).json().has("customOverlay"))
        .isFalse();
  }

  @Test
  void aReadmeIsAResourceOfItsOwn() {
    Reply repo = create("app");
    String path = REPOS + repo.uid() + "/readme";
    assertThat(made(client.get(path)).json().toString())
        .isEqualTo("{\"uid\":\"" + repo.uid() + "\"}");

    Reply written =
        made(client.patch(path, "{\"content\": \"# <script>x</script>\\r\\n\", \"uid\": \"x\"}"));

    assertThat(written.json().path("uid").asText()).isEqualTo(repo.uid());
    assertThat(written.json().path("content").asText()).isEqualTo("# <script>x</script>\r\n");
    assertThat(client.get(path).text()).isEqualTo(written.text());
    assertThat(client.get(REPOS + repo.uid()).text()).isEqualTo(repo.text());
    String tooLong = "a".repeat(65_537);
    assertThat(client.patch(path, "{\"content\": \"" + tooLong + "\"}").violations())
        .containsExactly("content");
    assertThat(made(client.patch(path + "?updateMask=*", "{}")).json().has("content")).isFalse();
    assertThat(client.patch(path + "?updateMask=text", "{}").violations())
        .containsExactly("updateMask");
  }

  @Test
  void aReadmeIsReadAndWrittenByWhoMayDoThatWithItsRepo() {
    String path = REPOS + create("app").uid() + "/readme";
    String missing = REPOS + organization + "/" + MISSING + "/readme";
    PlatformClient viewer = client.withRole(organization, BuiltInRole.CONSOLE_VIEWER.uid().value());
    PlatformClient editor = client.withRole(organization, BuiltInRole.EDITOR.uid().value());
    PlatformClient stranger =
        client.withRole(client.createOrganization("stranger"), BuiltInRole.OWNER.uid().value());

    made(viewer.get(path));
    made(editor.patch(path, "{\"content\": \"a\"}"));
    assertThat(viewer.patch(path, "{\"content\": \"a\"}").status()).isEqualTo(403);
    assertThat(stranger.get(path).status()).isEqualTo(403);
    assertThat(stranger.get(missing).status()).isEqualTo(403);
    for (Reply reply : List.of(viewer.get(missing), editor.patch(missing, "{}"))) {
      assertThat(reply.status()).isEqualTo(404);
    }
  }

  @Test
  void anEmptyNameIsAFilter() {
    create("app");
    String below = query("uidp.children_of", organization);

    assertThat(client.get("/registry/v2/repos" + below).json().path("repos")).hasSize(1);
    assertThat(client.get("/registry/v2/repos" + below + "&name=").json().path("repos")).isEmpty();
  }

  @Test
  void anUnknownTierIsNamed() {
    assertThat(
            client
                .post(REPOS + organization, "{\"name\": \"a\", \"catalogTier\": 99}")
                .violations())
        .containsExactly("catalogTier");
  }

  /** Errors name the part of the API of their service, and for a group that of groups. */
  @Test
  void errorsAreThoseOfTheRegistry() {
    Reply repo = client.get(REPOS + organization + "/" + MISSING);
    Reply group = client.post(REPOS + organization + "/" + MISSING, "{\"name\": \"a\"}");

    for (Reply reply : List.of(repo, group)) {
      assertThat(reply.detail("ErrorInfo").path("domain").asText())
          .isEqualTo("registry.platform.local");
    }
    assertThat(repo.detail("ResourceInfo").path("resourceType").asText())
        .isEqualTo("registry.platform.local/Repo");
    assertThat(group.detail("ResourceInfo").path("resourceType").asText())
        .isEqualTo("iam.platform.local/Group");
  }

  private Reply create(String name) {
    return made(client.post(REPOS + organization, "{\"name\": \"" + name + "\"}"));
  }

  private static Reply made(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply;
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests repos over REST alone: their names in the registry, and the ETag of a readme. */
@Deployment.Test
class ReposRestIT {
  private static final String REPOS = "/registry/v2/repos/";
  private static final String NAMES = "/registry/repositories";

  private final PlatformClient client;
  private String organization;

  ReposRestIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("repos");
  }

  @Test
  void aReadmeHasAnETagOfItsOwn() {
    Reply repo = create(organization, "app");
    String path = REPOS + repo.uid() + "/readme";
    String first = client.get(path).header("ETag").orElseThrow();
    assertThat(first).isEqualTo("\"0\"");
    client.patch(REPOS + repo.uid(), "{\"description\": \"changed\"}");
    assertThat(client.get(path).header("ETag")).hasValue(first);

    Reply written = readme(path, "a", first);
    assertThat(written.status()).as(written.text()).isEqualTo(200);
    assertThat(written.header("ETag")).hasValue("\"1\"");
    Reply stale = readme(path, "b", first);
    assertThat(stale.status()).isEqualTo(412);
    assertThat(stale.detail("ErrorInfo").path("domain").asText())
        .isEqualTo("registry.platform.local");
    assertThat(readme(path, "a", "\"1\"").header("ETag")).hasValue("\"1\"");
    assertThat(client.get(path).text()).isEqualTo(written.text());
    assertThat(client.get(REPOS + repo.uid()).header("ETag")).hasValue("\"1\"");
    assertThat(client.send("GET", path, null, Map.of("If-None-Match", "\"1\"")).status())
        .isEqualTo(304);
    assertThat(client.send("GET", path, null, Map.of("If-Match", "\"0\"")).status()).isEqualTo(412);
    Map<String, String> absent = Map.of("If-None-Match", "*");
    assertThat(client.send("PATCH", path, "{}", absent).status()).isEqualTo(412);
    String old = (REPOS + repo.uid()).replace("v2", "v1");
    assertThat(client.send("PUT", old, "{\"name\": \"app\"}", absent).status()).isEqualTo(412);
    assertThat(client.delete(path).status()).isEqualTo(405);
  }

  private Reply readme(String path, String content, String tag) {
    return client.send(
        "PATCH", path, "{\"content\": \"" + content + "\"}", Map.of("If-Match", tag));
  }

  @Test
  void theSyncConfigurationHasItsLiteralNameAndIsTakenInTheOtherSpellingToo() {
    String source = create(organization, "source").uid();
    for (String name : List.of("sync_config", "syncConfig")) {
      Reply created =
          client.post(
              REPOS + organization,
              "{\"name\": \"%s\", \"%s\": {\"source\": \"%s\"}}"
                  .formatted(name.replace("C", "c"), name, source));

      assertThat(created.status()).as(created.text()).isEqualTo(200);
      assertThat(created.text()).contains("\"sync_config\":{").doesNotContain("syncConfig");
    }
  }

  @Test
  void aNameInTheRegistryIsMadeOfTheNamesAroundTheRepoAndStays() {
    String team = client.createGroup(organization, "team");
    String inner = client.createGroup(team, "with blanks");
    String repo = create(inner, "app").uid();
    String name = organization + "/team/" + last(inner) + "/app";

    assertThat(client.get(NAMES + "/" + repo).text())
        .isEqualTo("{\"repoUid\":\"%s\",\"name\":\"%s\"}".formatted(repo, name));
    client.patch(REPOS + repo, "{\"name\": \"renamed\"}");
    client.patch("/iam/v2/groups/" + team, "{\"name\": \"renamed\"}");
    Reply found = client.get(NAMES + query("name", name));
    assertThat(found.status()).as(found.text()).isEqualTo(200);
    assertThat(found.text()).isEqualTo(client.get(NAMES + "/" + repo).text());
    Reply second = create(inner, "app");
    assertThat(client.get(NAMES + "/" + second.uid()).json().path("name").asText())
        .isEqualTo(organization + "/renamed/" + last(inner) + "/app");
  }

  @Test
  void whatIsMissingAndWhatIsHiddenAreNotFoundAlike() {
    String repo = create(organization, "app").uid();
    String missing = organization + "/0123456789abcdef";
    PlatformClient viewer = client.withRole(organization, BuiltInRole.CONSOLE_VIEWER.uid().value());
    PlatformClient stranger =
        client.withRole(client.createOrganization("stranger"), BuiltInRole.OWNER.uid().value());

    assertThat(viewer.get(NAMES + "/" + repo).status()).isEqualTo(200);
    Reply absent = stranger.get(NAMES + query("name", organization + "/none"));
    assertThat(absent.status()).isEqualTo(404);
    assertThat(absent.detail("ErrorInfo").path("domain").asText())
        .isEqualTo("registry.platform.local");
    for (PlatformClient by : List.of(viewer, stranger)) {
      String name = by == viewer ? organization + "/none" : organization + "/app";
      assertThat(by.get(NAMES + query("name", name)).text()).isEqualTo(absent.text());
    }
    Reply hidden = stranger.get(NAMES + "/" + repo);
    assertThat(hidden.status()).isEqualTo(404);
    assertThat(viewer.get(NAMES + "/" + missing).text())
        .isEqualTo(hidden.text().replace(repo, missing));
  }

  @Test
  void aRequestWithoutANameOrWithAUidThatIsNoneIsRefused() {
    assertThat(client.get(NAMES).violations()).containsExactly("name");
    assertThat(client.get(NAMES + "/x").violations()).containsExactly("repoUid");
    assertThat(client.get(NAMES + query("name", "a", "uid", "b")).violations())
        .containsExactly("uid");
    assertThat(client.withToken("").get(NAMES + query("name", "a")).status()).isEqualTo(401);
    assertThat(client.post(NAMES, "{}").status()).isEqualTo(405);
  }

  private Reply create(String group, String name) {
    Reply created = client.post(REPOS + group, "{\"name\": \"" + name + "\"}");
    assertThat(created.status()).as(created.text()).isEqualTo(200);
    return created;
  }

  private static String last(String uid) {
    return uid.substring(uid.length() - 16);
  }
}

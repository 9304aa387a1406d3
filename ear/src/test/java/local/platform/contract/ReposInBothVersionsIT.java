package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what is particular to repos and the same in both versions. */
@Deployment.InBothVersions
@Tag("database")
class ReposInBothVersionsIT extends BothVersions {

  ReposInBothVersionsIT(PlatformClient client) {
    super(client);
  }

  @Test
  void aRepoKeepsItsGroupUntilItIsDeleted() {
    String group = client.createGroup(organization, "group");
    String repo = create(group, "app").uid();

    assertNotDeleted(client.delete(GROUPS + group), "RESOURCE_NOT_EMPTY");
    assertThat(client.delete(GROUPS + group).json().path("message").asText())
        .contains("cannot delete group with child repos");
    made(client.delete(REPOS + repo));
    made(client.delete(GROUPS + group));
  }

  @Test
  void aSyncConfigurationNamesItsSourceByUidOrPullNameAndShowsTheUid() {
    String source = create(organization, "source").uid();
    ObjectNode sync = JSON.createObjectNode();
    for (String name : List.of(source, organization + "/source")) {
      sync.put("source", name).put("google", "g").put("amazon", "a").put("azure", "z");
      Instant before = Instant.now().minusSeconds(1);

      JsonNode shown = made(create("synced " + sync.size() + name.length(), sync)).json();

      JsonNode config = shown.path("sync_config");
      assertThat(config.path("source").asText()).isEqualTo(source);
      assertThat(config.path("google").asText()).isEqualTo("g");
      assertThat(config.path("amazon").asText()).isEqualTo("a");
      assertThat(config.path("azure").asText()).isEqualTo("z");
      assertThat(Instant.parse(config.path("expirationTime").asText()))
          .isBetween(before.plus(Duration.ofDays(14)), Instant.now().plus(Duration.ofDays(14)));
      assertThat(config.size()).isEqualTo(5);
    }
  }

  /**
   * A source that is missing, one that is hidden, and the repo itself are refused in the same way.
   */
  @Test
  void aSourceThatCannotBeListedIsNamedWhateverItIs() {
    String own = create(organization, "own").uid();
    PlatformClient stranger = client.withRole(client.createOrganization("stranger"), OWNER);
    String foreign = stranger.createOrganization("foreign");
    String hidden = made(stranger.rest().post(REPOS + foreign, "{\"name\": \"hidden\"}")).uid();
    PlatformClient creator = client.withRole(organization, OWNER);
    for (String source :
        List.of(organization + "/" + MISSING, hidden, foreign + "/hidden", "nonsense", own)) {
      ObjectNode repo = JSON.createObjectNode().put("name", "own");
      repo.putObject("sync_config").put("source", source);

      Reply refused = creator.replace(REPOS + own, repo.toString());

      assertThat(refused.status()).as(source).isEqualTo(400);
      assertThat(refused.violations()).containsExactly("sync_config.source");
      assertThat(refused.json().path("message").asText()).doesNotContain(source);
    }
  }

  /** A configuration without a source does not remove the stored one: leaving it out does. */
  @Test
  void anEmptySyncConfigurationIsRefusedAndNotStoredAsNone() {
    String source = create(organization, "source").uid();
    ObjectNode repo = JSON.createObjectNode().put("name", "app");
    repo.putObject("sync_config").put("source", source);
    Reply created = made(client.post(REPOS + organization, repo.toString()));
    repo.putObject("sync_config");

    Reply refused = client.replace(REPOS + created.uid(), repo.toString());

    assertThat(refused.violations()).containsExactly("sync_config.source");
    assertThat(client.get(REPOS + created.uid()).json()).isEqualTo(created.json());
    repo.remove("sync_config");
    Reply removed = made(client.replace(REPOS + created.uid(), repo.toString()));
    assertThat(removed.json().has("sync_config")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name          | 'UPPER'
          name          | ''
          description   | 'two\\nlines'
          bundles       | ['nonsense']
          aliases       | ['no tag']
          activeTags[1] | ['good','-bad']
          sync_config.google | {'source':'x','google':'a\\tb'}
          sync_config.source | {}
          sync_config.source | {'source':''}
          sync_config.source | {'google':'g'}
          customOverlay.environment | {'environment':{'PLATFORM_A':'b'}}
          customOverlay.environment | {'environment':{'CHAINGUARD_A':'b'}}
          customOverlay.annotations | {'annotations':{'local.platform.a':'b'}}
          customOverlay.annotations | {'annotations':{'dev.chainguard.a':'b'}}
          customOverlay.annotations | {'annotations':{'org.opencontainers.a':'b'}}
          customOverlay.accounts.users[0].username | {'accounts':{'users':[{'uid':1}]}}
          customOverlay.accounts.groups[0].groupname | {'accounts':{'groups':[{'gid':1}]}}
          customOverlay.contents.runtimeKeyring[0].name | {'contents':{'runtimeKeyring':[{'name':'.a','content':'b'}]}}
          customOverlay.certificates.additional[0].content | {'certificates':{'additional':[{'name':'a'}]}}
          """,
      quoteCharacter = '"')
  void whatIsWrongIsNamed(String field, String value) {
    String name = field.split("[.\\[]", 2)[0];
    String json = "{'name':'a'}".replace("'name':'a'", "'name':'a','" + name + "':" + value);
    String body = (name.equals("name") ? "{'name':" + value + "}" : json).replace('\'', '"');

    Reply refused = client.post(REPOS + organization, body);

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.violations()).containsExactly(field);
  }

  @Test
  void aHundredAliasesAndTagsAreTakenAndNotOneMore() {
    ObjectNode repo = JSON.createObjectNode().put("name", "many");
    ArrayNode aliases = repo.putArray("aliases");
    ArrayNode tags = repo.putArray("activeTags");
    for (int i = 0; i < 100; i++) {
      aliases.add("a:" + i);
      tags.add("t" + i);
    }
    Reply created = made(client.post(REPOS + organization, repo.toString()));
    assertThat(created.json().path("aliases")).hasSize(100);
    aliases.add("a:100");
    tags.add("t100");

    assertThat(client.replace(REPOS + created.uid(), repo.toString()).violations())
        .containsExactlyInAnyOrder("aliases", "activeTags");
  }

  @Test
  void anOverlayHasAtMostSixtyFourKibibytes() {
    ObjectNode repo = JSON.createObjectNode().put("name", "overlay");
    ObjectNode environment = repo.putObject("customOverlay").putObject("environment");
    environment.put("A", "v".repeat(65_000));
    made(client.post(REPOS + organization, repo.toString()));
    environment.put("A", "v".repeat(65_536));

    assertThat(client.post(REPOS + organization, repo.put("name", "b").toString()).violations())
        .containsExactly("customOverlay");
  }

  /** The pull name is fixed when a repo is created, and a second repo of a name gets another. */
  @Test
  void aNameIsUniqueInItsGroupAndFreeAgainAfterARenameOrADeletion() {
    Reply first = create(organization, "app");
    assertThat(client.replace(REPOS + create(organization, "other").uid(), named("app")).status())
        .isEqualTo(409);

    made(client.replace(REPOS + first.uid(), named("renamed")));
    Reply second = create(organization, "app");
    assertThat(second.uid()).isNotEqualTo(first.uid());
    made(client.delete(REPOS + second.uid()));
    assertThat(create(organization, "app").uid()).isNotEqualTo(second.uid());
  }

  private Reply create(String group, String name) {
    return made(client.post(REPOS + group, named(name)));
  }

  private Reply create(String name, ObjectNode sync) {
    ObjectNode repo = JSON.createObjectNode().put("name", name);
    repo.set("sync_config", sync);
    return client.post(REPOS + organization, repo.toString());
  }

  private static String named(String name) {
    return "{\"name\": \"" + name + "\"}";
  }
}

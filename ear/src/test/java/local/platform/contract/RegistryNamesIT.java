package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests how operators manage the names of repos in the registry. */
@Deployment.Test
@Deployment.AsOperator
@Tag("database")
class RegistryNamesIT {
  private static final String NAMESPACES = "/operator/registryNamespaces";
  private static final String TOMBSTONES = "/operator/registry/tombstones";
  private static final String REPOS = "/registry/v2/repos/";
  private static final String NAMES = "/registry/repositories/";

  private final PlatformClient client;
  private String organization;
  private String namespace;

  RegistryNamesIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("names");
    namespace = "n" + organization;
  }

  @Test
  void aNamespaceIsGivenListedUsedAndTakenAway() {
    Reply given = give(namespace, organization);
    assertThat(given.status()).as(given.text()).isEqualTo(200);
    assertThat(given.json().fieldNames())
        .toIterable()
        .containsExactly("name", "groupUid", "createTime");
    assertThat(all(NAMESPACES, "registryNamespaces")).contains(given.json());

    String repo = create(organization, "app");
    assertThat(nameOf(repo)).isEqualTo(namespace + "/app");
    assertThat(
            client
                .send("DELETE", NAMESPACES + "/" + namespace, null, Map.of("If-None-Match", "*"))
                .status())
        .isEqualTo(412);
    Reply inUse = client.delete(NAMESPACES + "/" + namespace);
    assertThat(inUse.status()).isEqualTo(400);
    assertThat(inUse.obstacle()).isEqualTo("NAMESPACE_IN_USE");
    client.delete(REPOS + repo);
    assertThat(client.delete(NAMESPACES + "/" + namespace).obstacle())
        .isEqualTo("NAMESPACE_IN_USE");
    JsonNode tombstone =
        all(TOMBSTONES, "tombstones").stream()
            .filter(each -> each.path("repoUid").asText().equals(repo))
            .findFirst()
            .orElseThrow();
    assertThat(tombstone.fieldNames())
        .toIterable()
        .containsExactly("name", "repoUid", "groupUid", "deleteTime");
    assertThat(tombstone.path("name").asText()).isEqualTo(namespace + "/app");
    assertThat(tombstone.path("groupUid").asText()).isEqualTo(organization);

    Reply dropped = client.delete(TOMBSTONES + "/" + namespace + "/app");
    assertThat(dropped.status()).as(dropped.text()).isEqualTo(200);
    assertThat(client.delete(TOMBSTONES + "/" + namespace + "/app").status()).isEqualTo(404);
    assertThat(client.delete(NAMESPACES + "/" + namespace).status()).isEqualTo(200);
    assertThat(client.delete(NAMESPACES + "/" + namespace).status()).isEqualTo(404);
    assertThat(nameOf(create(organization, "app"))).isEqualTo(organization + "/app");
  }

  @Test
  void aNameOfADeletedGroupIsReservedUntilAnOperatorDropsItsTombstone() {
    String team = client.createGroup(organization, "team");
    client.delete(REPOS + create(team, "app"));
    client.delete("/iam/v2/groups/" + team);
    String successor = client.createGroup(organization, "team");

    Reply refused = client.post(REPOS + successor, "{\"name\": \"app\"}");

    assertThat(refused.status()).as(refused.text()).isEqualTo(409);
    assertThat(refused.reason()).isEqualTo("ALREADY_EXISTS");
    client.delete(TOMBSTONES + "/" + organization + "/team/app");
    assertThat(nameOf(create(successor, "app"))).isEqualTo(organization + "/team/app");
  }

  @Test
  void whatIsWrongWithANamespaceIsNamed() {
    assertThat(give("A", organization).violations()).containsExactly("name");
    assertThat(give("0123456789abcdef0123456789abcdef01234567", organization).violations())
        .containsExactly("name");
    assertThat(give(namespace, client.createGroup(organization, "team")).violations())
        .containsExactly("groupUid");
    assertThat(give(namespace, "0".repeat(40)).violations()).containsExactly("groupUid");
    assertThat(give(namespace, "x").violations()).containsExactly("groupUid");
    assertThat(client.post(NAMESPACES, "{\"nameX\": 1}").violations()).contains("nameX");
    assertThat(client.get(NAMESPACES + "?page_size=-1").violations()).containsExactly("pageSize");
    give(namespace, organization);
    assertThat(give(namespace, client.createOrganization("other")).status()).isEqualTo(409);
    assertThat(give("another-" + namespace.substring(0, 20), organization).status()).isEqualTo(409);
  }

  @Test
  void whoIsNoOperatorIsRefusedAlike() {
    PlatformClient owner = client.as(ownerOf(organization));
    Map<String, String> requests =
        Map.of(
            NAMESPACES,
            "GET",
            NAMESPACES + "/missing",
            "DELETE",
            TOMBSTONES,
            "GET",
            TOMBSTONES + "/a/b",
            "DELETE");
    requests.forEach(
        (path, method) -> {
          Reply refused = owner.send(method, path);
          assertThat(refused.status()).as(path).isEqualTo(403);
          assertThat(client.withToken("").send(method, path).status()).isEqualTo(401);
        });
    assertThat(
            owner
                .post(NAMESPACES, "{\"name\": \"A\", \"groupUid\": \"" + organization + "\"}")
                .status())
        .isEqualTo(403);
  }

  private String ownerOf(String group) {
    String identity = client.createIdentity(group);
    client.bind(group, identity, BuiltInRole.OWNER.uid().value());
    return identity;
  }

  private Reply give(String name, String group) {
    return client.post(
        NAMESPACES, JSON.createObjectNode().put("name", name).put("groupUid", group).toString());
  }

  private String create(String group, String name) {
    Reply created = client.post(REPOS + group, "{\"name\": \"" + name + "\"}");
    assertThat(created.status()).as(created.text()).isEqualTo(200);
    return created.uid();
  }

  private String nameOf(String repo) {
    return client.get(NAMES + repo).json().path("name").asText();
  }

  private List<JsonNode> all(String path, String list) {
    JsonNode page = client.get(path + query("page_size", "200")).json();
    return StreamSupport.stream(page.path(list).spliterator(), false).toList();
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.Upload;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Library artifacts in version 2. */
@Deployment.InVersion2
@Tag("database")
class LibrariesIT {
  private static final String ARTIFACTS = "/libraries/v2/artifacts";
  private static final String ARTIFACTS_1 = "/libraries/v1/artifacts";
  private static final String BOTH = "ecosystems=ECOSYSTEM_JAVA&ecosystems=ECOSYSTEM_PYTHON";

  private final PlatformClient client;
  private String group;

  LibrariesIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createGroup() {
    group = client.createGroup(client.createOrganization("libraries"), "group");
  }

  private void importLines(String into, String ecosystem, String... lines) {
    Reply done = Upload.send(client, Upload.path(into, ecosystem), Upload.lines(lines));
    assertThat(done.json().path("state").asText()).as(done.text()).isEqualTo("DONE");
    assertThat(done.json().at("/counts/rejected").asInt()).as(done.text()).isZero();
  }

  /** Sees only this group, and nothing that other tests have made. */
  private PlatformClient reader(String at) {
    String identity = client.createIdentity(client.organization());
    client.bind(at, identity, BuiltInRole.VIEWER.uid().value());
    return client.as(identity);
  }

  private static List<String> names(Reply page) {
    assertThat(page.status()).as(page.text()).isEqualTo(200);
    List<String> names = new ArrayList<>();
    page.json().path("artifacts").forEach(each -> names.add(each.path("name").asText()));
    return names;
  }

  @Test
  void anArtifactShowsItsLatestVersionAndWhatItHas() {
    importLines(
        group,
        "java",
        "{'name': 'com.acme:lib', 'version': '2.0-rc1', 'description': 'soon'}",
        "{'name': 'com.acme:lib', 'version': '1.10', 'description': 'now', 'sizeBytes': '12', 'publishedTime': '2024-02-03T04:05:06.7Z'}",
        "{'name': 'com.acme:lib', 'version': '1.9', 'publishedTime': '2023-01-02T03:04:05Z', 'unknown': 1}",
        "{'name': 'com.acme:lib', 'version': '9', 'sourceType': 'UPSTREAM_REGISTRY'}");
    PlatformClient reader = reader(group);

    JsonNode list = reader.get(ARTIFACTS + "?" + BOTH).json();
    assertThat(list.path("totalCount").asText()).isEqualTo("1");
    assertThat(list.path("skipped").asInt()).isZero();
    JsonNode artifact = list.path("artifacts").path(0);
    assertThat(artifact.path("uid").asText()).matches("java-[0-9a-f]{40}");
    assertThat(artifact.path("name").asText()).isEqualTo("com.acme:lib");
    assertThat(artifact.path("description").asText()).isEqualTo("now");
    assertThat(artifact.path("ecosystem").asText()).isEqualTo("ECOSYSTEM_JAVA");
    assertThat(artifact.path("latestVersion").asText()).isEqualTo("1.10");
    assertThat(artifact.path("versionCount").asInt()).isEqualTo(3);
    assertThat(artifact.path("createTime").asText()).isEqualTo("2023-01-02T03:04:05.000Z");

    JsonNode versions =
        reader.get(ARTIFACTS + "/" + artifact.path("uid").asText() + "/versions").json();
    assertThat(versions.path("totalCount").asText()).isEqualTo("3");
    assertThat(versions.path("artifactVersions").findValuesAsText("version"))
        .containsExactly("2.0-rc1", "1.10", "1.9");
    JsonNode version = versions.path("artifactVersions").path(1);
    assertThat(version.path("uid").asText())
        .isEqualTo(artifact.path("uid").asText() + ":1.10:INTERNAL");
    assertThat(version.path("name").asText()).isEqualTo("com.acme:lib");
    assertThat(version.path("sizeBytes").asText()).isEqualTo("12");
    assertThat(version.path("createTime").asText()).isEqualTo("2024-02-03T04:05:06.700Z");
  }

  /** In Turkish, as one of the servers is, i has another upper case. */
  @Test
  void aListIsFilteredOrderedAndPaged() {
    importLines(
        group,
        "python",
        IntStream.range(0, 5)
            .mapToObj(i -> "{'name': 'i" + i + "', 'version': '1+cu12" + i + "'}")
            .toArray(String[]::new));
    importLines(
        group, "java", "{'name': 'I1', 'version': '1', 'sourceType': 'INTERNAL_REMEDIATED'}");
    PlatformClient reader = reader(group);
    String all = ARTIFACTS + "?" + BOTH;

    assertThat(names(reader.get(all))).containsExactly("I1", "i0", "i1", "i2", "i3", "i4");
    assertThat(names(reader.get(all + "&order_by=name%20desc&pageSize=2")))
        .containsExactly("i4", "i3");
    assertThat(names(reader.get(all + "&query=I1"))).containsExactly("I1", "i1");
    assertThat(names(reader.get(all + "&cuda_version=12.3"))).containsExactly("i3");
    assertThat(names(reader.get(all + "&remediated=true"))).containsExactly("I1");
    assertThat(names(reader.get(ARTIFACTS + "?ecosystems=1"))).containsExactly("I1");
    List<String> seen = new ArrayList<>();
    String token = "";
    do {
      Reply page = reader.get(all + "&pageSize=4&pageToken=" + token);
      seen.addAll(names(page));
      assertThat(page.json().path("totalCount").asText()).isEqualTo("6");
      token = page.json().path("nextPageToken").asText();
    } while (!token.isEmpty());
    assertThat(seen).containsExactly("I1", "i0", "i1", "i2", "i3", "i4");
    JsonNode counts = reader.get(ARTIFACTS + "/count?" + BOTH).json().path("counts");
    assertThat(counts.findValuesAsText("ecosystem"))
        .containsExactly("ECOSYSTEM_JAVA", "ECOSYSTEM_PYTHON");
    assertThat(counts.findValuesAsText("totalCount")).containsExactly("1", "5");
  }

  @Test
  void whatIsWrongWithARequestIsSaid() {
    for (String path :
        List.of(ARTIFACTS, ARTIFACTS + "/count", ARTIFACTS_1, ARTIFACTS_1 + "/count")) {
      assertThat(client.get(path).violations()).containsExactly("ecosystems");
      assertThat(client.rest().get(path + "?ecosystems=FOO").violations())
          .containsExactly("ecosystems");
      assertThat(client.get(path + "?ecosystems=0").violations()).containsExactly("ecosystems");
    }
    Reply all = client.get(ARTIFACTS + "?ecosystems=0&pageSize=-1&orderBy=uid");
    assertThat(all.violations()).containsExactlyInAnyOrder("ecosystems", "pageSize", "orderBy");
    assertThat(client.get(ARTIFACTS + "?" + BOTH + "&pageToken=x").violations())
        .containsExactly("pageToken");
  }

  @Test
  void whatIsNotVisibleLooksLikeWhatIsMissing() {
    String other = client.createOrganization("other");
    importLines(group, "java", "{'name': 'shared', 'version': '1'}");
    importLines(other, "java", "{'name': 'shared', 'version': '2'}");
    importLines(group, "go", "{'name': 'example.com/m', 'version': 'v1.0.0'}");
    PlatformClient here = reader(group);
    PlatformClient there = reader(other);
    JsonNode artifact = here.get(ARTIFACTS + "?" + BOTH).json().path("artifacts");
    assertThat(artifact).hasSize(1);
    String uid = artifact.path(0).path("uid").asText();
    String go =
        client
            .rest()
            .get("/libraries/v1/artifacts" + query("ecosystems", "GO", "query", "example.com/m"))
            .json()
            .at("/items/0/id")
            .asText();
    assertThat(go).startsWith("go-");

    assertThat(here.get(versions(uid)).json().path("totalCount").asText()).isEqualTo("1");
    assertThat(there.get(ARTIFACTS + "?" + BOTH).json().at("/artifacts/0/latestVersion").asText())
        .isEqualTo("2");
    Reply missing = here.get(versions("java-" + "0".repeat(40)));
    assertThat(missing.status()).isEqualTo(404);
    for (Reply same :
        List.of(
            there.get(versions(uid)),
            here.get(versions(go)),
            here.get(versions("anything")),
            here.get(versions(uid.replace("java", "python"))))) {
      assertThat(same.status()).isEqualTo(404);
      assertThat(same.text()).isEqualTo(missing.text());
    }
  }

  private static String versions(String uid) {
    return ARTIFACTS + "/" + uid + "/versions";
  }

  @Test
  void aRoleShowsArtifactsIfItMayListThem() {
    importLines(group, "java", "{'name': 'lib', 'version': '1'}");
    String uid = reader(group).get(ARTIFACTS + "?" + BOTH).json().at("/artifacts/0/uid").asText();
    for (BuiltInRole role : BuiltInRole.values()) {
      String identity = client.createIdentity(client.organization());
      client.bind(group, identity, role.uid().value());
      PlatformClient caller = client.as(identity);
      int shown = role.capabilities().contains(Capability.LIBRARIES_ARTIFACTS_LIST) ? 1 : 0;

      assertThat(names(caller.get(ARTIFACTS + "?" + BOTH))).as(role.name()).hasSize(shown);
      JsonNode counts = caller.get(ARTIFACTS + "/count?" + BOTH).json();
      assertThat(counts.at("/counts/0/totalCount").asInt()).as(role.name()).isEqualTo(shown);
      assertVersions(role, shown, caller.get(versions(uid)), "/artifactVersions");

      JsonNode list = caller.get(ARTIFACTS_1 + "?ecosystems=JAVA").json();
      assertThat(list.path("items")).as(role.name()).hasSize(shown);
      JsonNode counts1 = caller.get(ARTIFACTS_1 + "/count?ecosystems=JAVA").json();
      assertThat(counts1.at("/counts/0/totalArtifacts").asInt()).as(role.name()).isEqualTo(shown);
      assertVersions(role, shown, caller.get(ARTIFACTS_1 + "/" + uid + "/versions"), "/items");
    }
    assertThat(Set.of(BuiltInRole.values()))
        .anyMatch(role -> !role.capabilities().contains(Capability.LIBRARIES_ARTIFACTS_LIST));
  }

  private static void assertVersions(BuiltInRole role, int shown, Reply reply, String items) {
    assertThat(reply.status()).as(role.name()).isEqualTo(shown == 1 ? 200 : 404);
    assertThat(reply.json().at(items)).as(role.name()).hasSize(shown);
  }
}

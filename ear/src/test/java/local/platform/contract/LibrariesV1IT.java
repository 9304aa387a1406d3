package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.Upload;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Library artifacts in version 1, which shows more of them than version 2. */
@Deployment.InVersion1
class LibrariesV1IT {
  private static final String ARTIFACTS = "/libraries/v1/artifacts";

  private final PlatformClient client;
  private PlatformClient reader;
  private String group;

  LibrariesV1IT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createGroup() {
    group = client.createOrganization("libraries");
    String identity = client.createIdentity(client.organization());
    client.bind(group, identity, BuiltInRole.VIEWER.uid().value());
    reader = client.as(identity);
  }

  private void importLines(String ecosystem, String... lines) {
    Reply done = Upload.send(client, Upload.path(group, ecosystem), Upload.lines(lines));
    assertThat(done.json().path("state").asText()).as(done.text()).isEqualTo("DONE");
  }

  @Test
  void allEcosystemsAreListedAndCountedAndSomeHaveNothing() {
    importLines("java", "{'name': 'j', 'version': '1'}");
    importLines("javascript", "{'name': '@a/b', 'version': '1.0.0'}");
    importLines(
        "dotnet",
        "{'name': 'Acme.Json', 'version': '1.0'}",
        "{'name': 'acme.json', 'version': '2.0'}");
    importLines("go", "{'name': 'example.com/m', 'version': 'v1.0.0'}");

    JsonNode page =
        reader
            .get(
                ARTIFACTS
                    + "?ecosystems=JAVA&ecosystems=3&ecosystems=DOTNET&ecosystems=GO_ATHENA&pageSize=2")
            .json();
    assertThat(page.path("items").findValuesAsText("name")).containsExactly("@a/b", "Acme.Json");
    assertThat(page.path("totalArtifacts").asInt()).isEqualTo(3);
    JsonNode rest =
        reader
            .get(
                ARTIFACTS
                    + "?ecosystems=JAVA&ecosystems=3&ecosystems=DOTNET&ecosystems=GO_ATHENA&pageSize=2&pageToken="
                    + page.path("nextPageToken").asText())
            .json();
    assertThat(rest.path("items").findValuesAsText("name")).containsExactly("j");
    assertThat(page.at("/items/1/versionCount").asInt()).isEqualTo(2);
    JsonNode none = reader.get(ARTIFACTS + "?ecosystems=JAVA_ATHENA").json();
    assertThat(none.path("items")).isEmpty();
    JsonNode counts =
        reader.get(ARTIFACTS + "/count?ecosystems=GO_ATHENA&ecosystems=GO&ecosystems=JAVA").json();
    assertThat(counts.path("counts").findValuesAsText("ecosystem"))
        .containsExactly("JAVA", "GO", "GO_ATHENA");
    assertThat(counts.path("counts").path(0).path("totalArtifacts").asInt()).isEqualTo(1);
    assertThat(counts.path("counts").path(2).path("totalArtifacts").asInt()).isZero();
    for (String path : List.of(ARTIFACTS, ARTIFACTS + "/count")) {
      assertThat(reader.get(path).status()).isEqualTo(400);
      assertThat(reader.get(path + "?ecosystems=UNKNOWN").status()).isEqualTo(400);
    }
  }

  @Test
  void versionsFromPublicRegistriesCountIfAsked() {
    importLines(
        "java",
        "{'name': 'lib', 'version': '1', 'malware': false, 'publishedTime': '2024-01-01T00:00:00Z'}",
        "{'name': 'lib', 'version': '2', 'sourceType': 'UPSTREAM_REGISTRY', 'malware': true}",
        "{'name': 'lib', 'version': '1', 'sourceType': 'INTERNAL_REMEDIATED'}",
        "{'name': 'up', 'version': '1', 'sourceType': 'UPSTREAM_REGISTRY'}");

    JsonNode own = reader.get(ARTIFACTS + "?ecosystems=JAVA").json();
    JsonNode all = reader.get(ARTIFACTS + "?ecosystems=JAVA&includeUpstream=true").json();
    assertThat(own.path("items").findValuesAsText("name")).containsExactly("lib");
    assertThat(all.path("items").findValuesAsText("name")).containsExactly("lib", "up");
    assertThat(own.at("/items/0/latestVersion").asText()).isEqualTo("1");
    assertThat(own.at("/items/0/versionCount").asInt()).isEqualTo(2);
    assertThat(all.at("/items/0/latestVersion").asText()).isEqualTo("2");
    assertThat(all.at("/items/0/versionCount").asInt()).isEqualTo(3);

    String id = own.at("/items/0/id").asText();
    JsonNode versions = reader.get(ARTIFACTS + "/" + id + "/versions").json().path("items");
    assertThat(versions.findValuesAsText("sourceType"))
        .containsExactly("SOURCE_TYPE_INTERNAL_REMEDIATED", "SOURCE_TYPE_INTERNAL");
    assertThat(versions.path(1).path("id").asText()).isEqualTo(id + ":1:INTERNAL");
    assertThat(versions.path(1).path("malwareScanned").asBoolean()).isTrue();
    assertThat(versions.path(1).path("malwareMalicious").asBoolean()).isFalse();
    assertThat(versions.path(1).path("upstreamPublishedDate").asText())
        .isEqualTo("2024-01-01T00:00:00.000Z");
    assertThat(versions.path(0).has("upstreamPublishedDate")).isFalse();
    JsonNode upstream =
        reader.get(ARTIFACTS + "/" + id + "/versions?includeUpstream=true").json().path("items");
    assertThat(upstream.findValuesAsText("version")).containsExactly("2", "1", "1");
    assertThat(upstream.path(0).path("malwareMalicious").asBoolean()).isTrue();

    String up = all.at("/items/1/id").asText();
    Reply hidden = reader.get(ARTIFACTS + "/" + up + "/versions");
    Reply missing = reader.get(ARTIFACTS + "/java-" + "0".repeat(40) + "/versions");
    assertThat(hidden.status()).isEqualTo(404);
    assertThat(hidden.text()).isEqualTo(missing.text());
    assertThat(reader.get(ARTIFACTS + "/" + up + "/versions?includeUpstream=true").status())
        .isEqualTo(200);
  }
}

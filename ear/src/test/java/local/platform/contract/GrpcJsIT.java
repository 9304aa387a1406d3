package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.tool.CommandLine;
import local.platform.tool.NodePackages;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs a client in another language, which loads our protos from the sources. */
@Deployment.Test
class GrpcJsIT {
  private static final Path SOURCES = Path.of(System.getProperty("platform.sources"));
  private static final Path SCRIPTS = SOURCES.resolve("ear/src/test/js");

  private static final String SCRIPT = "list-groups.js";

  /** Where the packages are installed. */
  private static final Path DIRECTORY =
      Path.of(System.getProperty("platform.deployments")).toAbsolutePath().resolveSibling("js");

  private static final List<String> GOOGLE_PROTOS =
      List.of(
          "google/api/annotations.proto",
          "google/api/http.proto",
          "google/protobuf/any.proto",
          "google/protobuf/descriptor.proto",
          "google/protobuf/duration.proto",
          "google/rpc/error_details.proto",
          "google/rpc/status.proto");

  private final PlatformClient client;
  private final PlatformProcess server;

  GrpcJsIT(PlatformClient client, PlatformProcess server) {
    this.client = client;
    this.server = server;
  }

  @BeforeAll
  static void install() throws Exception {
    NodePackages.install(DIRECTORY, SCRIPTS);
    copy(Files.newInputStream(SCRIPTS.resolve(SCRIPT)), DIRECTORY.resolve(SCRIPT));
    for (String proto : GOOGLE_PROTOS) {
      copy(GrpcJsIT.class.getResourceAsStream("/" + proto), DIRECTORY.resolve("protos/" + proto));
    }
  }

  private static void copy(InputStream from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    try (from) {
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  @Test
  void groupsAreListedPageByPageAndTheDetailsOfAnErrorAreRead() throws Exception {
    String organization = client.createOrganization("javascript");
    for (String name : List.of("e", "b", "d", "a", "c")) {
      client.createGroup(organization, name);
    }
    String missing = organization + "/0123456789abcdef";
    List<String> command =
        new ArrayList<>(
            List.of("node", SCRIPT, "127.0.0.1:" + server.grpcPort(), organization, missing));
    command.add(SOURCES.resolve("web-v2/src/main/protobuf").toString());
    command.add(SOURCES.resolve("web-common/src/main/protobuf").toString());
    command.add(DIRECTORY.resolve("protos").toString());

    JsonNode result =
        PlatformClient.JSON.readTree(
            CommandLine.run(
                DIRECTORY,
                Map.of("PLATFORM_TOKEN", client.token()),
                command.toArray(String[]::new)));

    JsonNode expected = client.get("/iam/v2/groups/" + missing).json();
    assertThat(result.path("names").toString()).isEqualTo("[\"a\",\"b\",\"c\",\"d\",\"e\"]");
    assertThat(result.path("pages").asInt()).isEqualTo(3);
    assertThat(result.path("code").asInt()).isEqualTo(5);
    assertThat(result.path("message")).isEqualTo(expected.path("message"));
    assertThat(result.path("details")).hasSize(expected.path("details").size());
    JsonNode resource = result.path("details").path(1);
    assertThat(resource.path("type").asText()).isEqualTo("google.rpc.ResourceInfo");
    assertThat(resource.path("resourceName").asText()).isEqualTo(missing);
    assertThat(resource.path("resourceType").asText()).isEqualTo("iam.platform.local/Group");
    assertThat(result.path("details").path(0).path("reason").asText()).isEqualTo("NOT_FOUND");
  }
}

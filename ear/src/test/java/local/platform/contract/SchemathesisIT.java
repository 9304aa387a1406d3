package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Await;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.ImageDocument;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.Upload;
import local.platform.contract.testing.sample.Resource;
import local.platform.tool.CommandLine;
import local.platform.tool.PythonPackages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Lets Schemathesis make requests of the OpenAPI documents: those that they allow are accepted, and
 * each answer is described. Its settings name what is left out, and why.
 */
@Deployment.Test
class SchemathesisIT {
  private static final Path SOURCES =
      Path.of(System.getProperty("platform.sources")).resolve("ear/src/test/schemathesis");

  /** How many resources of each kind are read and changed, and how many are deleted. */
  private static final int KEPT = 2;

  private static final int SPARE = 3;

  private static final ImageDocument CONFIG = ImageDocument.config("amd64");

  private static final String RECORD =
      "{'id': 'PYSEC-2099-1', 'modified': '2025-01-02T03:04:05Z', 'affected': [{'package':"
          + " {'ecosystem': 'PyPI', 'name': 'lib'}, 'versions': ['1.0']}]}";

  private static final String OPERATORS = "/operator/operators";

  private final PlatformClient client;
  private final PlatformClient operator;
  private String organization;
  private int groups;
  @TempDir private Path directory;

  SchemathesisIT(PlatformClient client, PlatformProcess server) {
    this.client = client;
    this.operator = server.owner();
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("described");
  }

  /** Removes the operators that the requests have made, and the one that has made the requests. */
  @AfterEach
  void removeOperators() {
    for (JsonNode each : operator.get(OPERATORS).json().path("operators")) {
      String identity = each.path("identityUid").asText();
      if (identity.startsWith(organization)) {
        made(operator.delete(OPERATORS + "/" + identity));
      }
    }
  }

  /** The names of v2beta1 are others for the same as those of v2, as {@link NamesIT} shows. */
  static Stream<String> versions() {
    return Boolean.getBoolean("platform.every-dialect")
        ? Stream.of("v2", "v2beta1", "v1")
        : Stream.of("v2", "v1");
  }

  @ParameterizedTest
  @MethodSource("versions")
  void theServerDoesWhatItsDocumentSays(String version) throws Exception {
    Path python =
        PythonPackages.install(Path.of("target/schemathesis"), SOURCES.resolve("requirements.txt"));
    String identity = client.createIdentity(organization);
    String binding = client.bind(organization, identity, BuiltInRole.OWNER.uid().value());
    made(operator.post(OPERATORS, JSON.createObjectNode().put("identityUid", identity).toString()));
    PlatformClient owner = client.as(identity);
    ObjectNode values = values(owner, version);
    set(values, "protected", organization, identity, binding);

    CommandLine.run(
        directory,
        Map.of(
            "PLATFORM_TOKEN",
            owner.token(),
            "PLATFORM_VALUES",
            Files.writeString(directory.resolve("values.json"), values.toString()).toString(),
            "SCHEMATHESIS_HOOKS",
            SOURCES.resolve("hooks.py").toString()),
        python.toString(),
        "-m",
        "schemathesis.cli",
        "--config-file",
        SOURCES.resolve("schemathesis.toml").toString(),
        "run",
        client.url().resolve("/openapi/" + version + ".json").toString());
  }

  /**
   * Fills the organization. Returns what requests may name: for the paths of each kind of resource
   * the uids that are read, those that are deleted, and those of places for more; and other values
   * by what they are.
   *
   * @param owner who makes the requests
   * @param version name of the version that they have
   */
  private ObjectNode values(PlatformClient owner, String version) {
    boolean version1 = version.equals("v1");
    ObjectNode values = JSON.createObjectNode();
    ObjectNode paths = values.putObject("paths");
    for (Resource kind : Resource.values()) {
      ObjectNode resources = JSON.createObjectNode();
      add(resources, "kept", KEPT, i -> kind.create(owner, organization, i));
      add(resources, "spare", SPARE, i -> kind.create(owner, organization, KEPT + i));
      add(resources, "parents", KEPT, i -> kind.placeIn(owner, kind.parentIn(owner, group())));
      paths.set(kind.path().replace("/v2/", "/" + version + "/"), resources);
      paths.set(kind.version1().path(), resources);
    }
    ObjectNode sources = JSON.createObjectNode();
    add(sources, "kept", KEPT, i -> source(owner, "kept-" + i));
    add(sources, "spare", SPARE, i -> source(owner, "spare-" + i));
    add(sources, "parents", KEPT, i -> group());
    paths.set("/hub/sources", sources);
    ObjectNode feeds = JSON.createObjectNode();
    add(feeds, "kept", KEPT, i -> feed(owner, organization, "kept-" + i));
    add(feeds, "spare", SPARE, i -> feed(owner, organization, "spare-" + i));
    add(feeds, "parents", KEPT, i -> group());
    paths.set("/hub/feeds", feeds);
    Advisories advisories = new Advisories(owner);
    String advisory = advisories.create(organization, "artifact", "CVE-2099-9");
    JsonNode event = advisories.append(advisory, "{'fixNotPlanned': {}}");
    String repo = Resource.REPO.create(owner, organization, "images");
    ImageDocument image = ImageDocument.image(CONFIG, 1);
    String upload = image.upload(List.of(), List.of(CONFIG));
    made(owner.post("/registry/images/" + repo, upload));
    Reply imported =
        made(
            Upload.send(
                owner,
                Upload.path(organization, "java"),
                Upload.lines("{'name': 'lib', 'version': '1'}", "nonsense")));
    add(values, "groups", KEPT, i -> group());
    add(values, "identities", KEPT, i -> owner.createIdentity(organization));
    values.set("images", JSON.createArrayNode().add(json(upload).path("manifest")));
    set(values, "advisories", advisory);
    set(values, "artifacts", artifact(owner));
    set(values, "audiences", owner.claims().getIssuer());
    set(values, "capabilities", version1 ? "repo.list" : "CAP_REPO_LIST");
    set(values, "digests", image.digest());
    set(values, "ecosystems", version1 ? "JAVA" : "ECOSYSTEM_JAVA");
    String elsewhere = client.createOrganization("feeds");
    add(values, "feeds", KEPT, i -> feed(client, elsewhere, "listed-" + i));
    if (version.equals("v2")) {
      publish(values, elsewhere);
    }
    set(values, "events", event.path("id").asText());
    set(values, "imports", imported.uid());
    set(values, "lost", organizationWithoutOwner());
    set(values, "namespaces", "n1-" + organization, "n2-" + organization);
    add(values, "organizations", KEPT, i -> client.createOrganization("with a namespace"));
    set(values, "names", owner.get("/registry/repositories/" + repo).json().path("name").asText());
    set(values, "repos", repo);
    set(values, "roles", BuiltInRole.VIEWER.uid().value(), BuiltInRole.EDITOR.uid().value());
    return values;
  }

  private String source(PlatformClient owner, String name) {
    String body = "{\"name\": \"" + name + "\", \"format\": \"osv\"}";
    return made(owner.post("/hub/sources/" + organization, body)).uid();
  }

  /** Creates a public feed, which operators may list. */
  private static String feed(PlatformClient owner, String group, String name) {
    String body = "{\"name\": \"" + name + "\", \"public\": true}";
    return made(owner.post("/hub/feeds/" + group, body)).uid();
  }

  /** Publishes a record in a feed that no request can change, and waits for its files. */
  private void publish(ObjectNode values, String group) {
    String body = "{\"name\": \"osv\", \"format\": \"osv\", \"review\": \"APPROVED\"}";
    String source = made(client.post("/hub/sources/" + group, body)).uid();
    made(Upload.send(client, "/hub/sources/" + source + ":import", Upload.lines(RECORD)));
    String feed = feed(client, group, "published");
    for (String file :
        List.of(
            "ecosystems.txt",
            "all.zip",
            "modified_id.csv",
            "PyPI/all.zip",
            "PyPI/modified_id.csv",
            "PyPI/PYSEC-2099-1.json")) {
      String path = "/feeds/" + feed + "/osv/" + file;
      Await.until(file, () -> client.get(path).status() == 200);
    }
    set(values, "published", feed);
    set(values, "published ecosystems", "PyPI");
    set(values, "published records", "PYSEC-2099-1");
  }

  private String group() {
    return client.createGroup(organization, "group " + groups++);
  }

  private String organizationWithoutOwner() {
    String founder = client.createIdentity(organization);
    String lost = client.as(founder).createOrganization("lost");
    made(client.delete("/iam/v2/identities/" + founder));
    return lost;
  }

  private static String artifact(PlatformClient owner) {
    return owner
        .get("/libraries/v2/artifacts?ecosystems=ECOSYSTEM_JAVA")
        .json()
        .at("/artifacts/0/uid")
        .asText();
  }

  private static void add(ObjectNode to, String name, int count, IntFunction<String> uid) {
    set(to, name, IntStream.range(0, count).mapToObj(uid).toArray(String[]::new));
  }

  private static void set(ObjectNode to, String name, String... values) {
    List.of(values).forEach(to.putArray(name)::add);
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Reply made(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply;
  }
}

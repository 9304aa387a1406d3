package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.FieldProbes;
import local.platform.contract.testing.FieldProbes.Probe;
import local.platform.contract.testing.ImageDocument;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.Upload;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that the server takes and refuses what the OpenAPI documents say of the fields of requests:
 * values at a limit and beyond it, and bodies without a field. Bodies are tried in dry runs.
 */
@Deployment.Test
@Deployment.AsOperator
class FieldLimitsIT {
  private static final String KEYS =
      "{\\\"keys\\\": [{\\\"kty\\\": \\\"EC\\\", \\\"kid\\\": \\\"one\\\", \\\"crv\\\": \\\"P-256\\\","
          + " \\\"x\\\": \\\"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU\\\","
          + " \\\"y\\\": \\\"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0\\\"}]}";

  /** What stays wrong whatever a body says. */
  private static final Map<String, String> REFUSED_ANYWAY =
      Map.of("OperatorsService_AssignOwner", "HAS_OWNER");

  /** The operations that change nothing and take no dry runs, and those with nothing to try. */
  private static final Set<String> LEFT_OUT =
      Set.of("FeedFiles_Query", "FeedFiles_QueryBatch", "OperatorsService_RotateSigningKeys");

  /** What only some of the other fields require, which a schema does not say. */
  private static final Set<String> DEPEND_ON_OTHERS =
      Set.of(
          "manifest.mediaType mediaType is left out",
          "children[0].mediaType mediaType is left out",
          "children children is left out",
          "children has 0",
          "requests[0].roleBinding.roleUid is empty");

  /** How errors call a body that is a list, of which version 1 has one. */
  private static final String LIST_IN_ERRORS = "roleBindings";

  /** What version 1 leaves out of the paths in errors. */
  private static final Pattern WITHOUT_NAME = Pattern.compile("^advisory(Event)?(\\.|$)");

  /** How errors call a field whose limit is on another one, too. */
  private static final Map<String, String> IN_ERRORS =
      Map.of("claimMatch.claimPatterns", "claimMatch.claims");

  private static final String JAVA = "ECOSYSTEM_JAVA";
  private static final String COMPONENTS = "#/components/schemas/";

  private final PlatformClient client;
  private final String root;
  private final String group;
  private final String repo;
  private final String artifact;
  private final Map<String, String> words;

  FieldLimitsIT(PlatformClient client) {
    this.client = client.rest();
    root = client.createOrganization("limits");
    group = client.createGroup(root, "group");
    repo = made("/registry/v2/repos/" + group, "{\"name\": \"repo\"}");
    Upload.send(
        this.client, Upload.path(root, "java"), Upload.lines("{'name': 'a', 'version': '1'}"));
    artifact =
        this.client
            .get("/libraries/v2/artifacts" + query("ecosystems", JAVA))
            .json()
            .at("/artifacts/0/uid")
            .asText();
    words =
        Map.of(
            "ROOT", root,
            "GROUP", group,
            "REPO", repo,
            "ROLE", BuiltInRole.VIEWER.uid().value(),
            "IDENTITY", client.createIdentity(root),
            "DIGEST", "sha256:" + "a".repeat(64),
            "KEYS", KEYS);
  }

  private String made(String path, String body) {
    Reply made = client.post(path, body);
    assertThat(made.status()).as(path + made.text()).isEqualTo(200);
    return made.json().path(made.json().has("uid") ? "uid" : "id").asText();
  }

  /** An operation with a body. */
  private record Operation(String httpMethod, String path, JsonNode described) {
    String id() {
      return described.path("operationId").asText();
    }

    JsonNode schema() {
      return described.at("/requestBody/content/application~1json/schema");
    }

    /** Returns the name of its message. */
    String message() {
      String text = schema().findValuesAsText("$ref").get(0);
      return text.substring(COMPONENTS.length()).replaceAll("\\.(Create|Update)$", "");
    }

    boolean takes(String header) {
      return described
          .path("parameters")
          .findValuesAsText("$ref")
          .contains("#/components/parameters/" + header);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"v2", "v1"})
  void bodiesAreTakenAndRefusedAsTheirSchemasSay(String version) throws IOException {
    JsonNode document = client.get("/openapi/" + version + ".json").json();
    List<String> wrong = new ArrayList<>();
    Set<String> proved = new HashSet<>();
    Set<String> limits = new HashSet<>();
    for (Operation operation : operations(document)) {
      List<JsonNode> bodies = bodies(operation);
      String path = target(operation, bodies.get(0));
      for (JsonNode body : bodies) {
        require(operation, path, new Probe("", "as it is", body, true), wrong);
        boolean isChange = operation.httpMethod().equals("PATCH");
        FieldProbes.of(document, operation.schema(), body, isChange, proved).stream()
            .filter(probe -> !DEPEND_ON_OTHERS.contains(probe.toString()))
            .forEach(probe -> require(operation, path, probe, wrong));
      }
      limits.addAll(FieldProbes.limits(document, operation.schema()));
      requireConditions(operation, path, bodies.get(0), wrong);
    }

    limits.removeAll(proved);
    assertThat(wrong).isEmpty();
    assertThat(limits).as("limits that no body tries").isEmpty();
  }

  private static List<Operation> operations(JsonNode document) {
    List<Operation> operations = new ArrayList<>();
    document
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .properties()
                    .forEach(
                        method ->
                            operations.add(
                                new Operation(
                                    method.getKey().toUpperCase(Locale.ROOT),
                                    path.getKey(),
                                    method.getValue()))));
    return operations.stream()
        .filter(operation -> !operation.schema().isMissingNode())
        .filter(operation -> !operation.id().endsWith("_OnCollection"))
        .filter(operation -> !LEFT_OUT.contains(operation.id()))
        .toList();
  }

  /** Returns valid bodies of an operation, which together have all fields that can be tried. */
  private List<JsonNode> bodies(Operation operation) throws IOException {
    String message = operation.message();
    if (message.equals("platform.registry.images.UploadImageRequest")) {
      return List.of(image());
    }
    if (message.equals("platform.iam.v2.BatchCreateRoleBindingsRequest")) {
      String role = words.get("ROLE");
      ObjectNode batch = JSON.createObjectNode().put("parent", group).put("roleUid", role);
      for (int i = 0; i < 25; i++) {
        ObjectNode one = batch.withArray("requests").addObject().put("parent", group);
        one.putObject("roleBinding")
            .put("identityUid", client.createIdentity(root))
            .put("roleUid", role);
      }
      return List.of(batch);
    }
    if (operation.id().equals("RoleBindings_CreateBatch")) {
      return List.of(roleBindings(1_000));
    }
    List<JsonNode> bodies = new ArrayList<>();
    if (message.equals("platform.vulnerabilities.v1.CreateAdvisoryEventRequest")) {
      read("platform.vulnerabilities.v1.AdvisoryEvent")
          .forEach(event -> bodies.add(JSON.createObjectNode().set("advisoryEvent", event)));
    } else {
      read(message).forEach(bodies::add);
    }
    return List.copyOf(bodies);
  }

  private JsonNode read(String message) throws IOException {
    try (InputStream in = FieldLimitsIT.class.getResourceAsStream("bodies.json")) {
      String text = JSON.readTree(in).path(message).toString();
      for (Map.Entry<String, String> word : words.entrySet()) {
        text = text.replace("\"" + word.getKey() + "\"", "\"" + word.getValue() + "\"");
      }
      JsonNode bodies = JSON.readTree(text);
      assertThat(bodies).as("the bodies of " + message).isNotEmpty();
      return bodies;
    }
  }

  /** Returns role bindings no two of which grant the same role to the same identity. */
  private ArrayNode roleBindings(int number) {
    List<BuiltInRole> roles =
        Arrays.stream(BuiltInRole.values()).filter(role -> role != BuiltInRole.OWNER).toList();
    ArrayNode all = JSON.createArrayNode();
    while (all.size() < number) {
      String identity = client.createIdentity(root);
      roles.stream()
          .limit(number - all.size())
          .forEach(
              role -> all.addObject().put("identity", identity).put("role", role.uid().value()));
    }
    return all;
  }

  /** Returns an image of as many manifests and configs as there may be. */
  private static JsonNode image() throws IOException {
    List<ImageDocument> configs =
        IntStream.range(0, 64).mapToObj(i -> ImageDocument.config("arch" + i)).toList();
    List<ImageDocument> children =
        configs.stream().map(config -> ImageDocument.image(config, 1)).toList();
    String[] references =
        children.stream().map(child -> child.child("amd64")).toArray(String[]::new);
    return JSON.readTree(ImageDocument.index(references).upload(children, configs));
  }

  /** Returns the path of an operation on something that exists, or in something that exists. */
  private String target(Operation operation, JsonNode body) {
    String path = operation.path();
    boolean creates = operation.httpMethod().equals("POST");
    String collection = path.substring(0, path.contains("/{") ? path.indexOf("/{") : path.length());
    String uid;
    if (collection.endsWith("/advisories") || collection.endsWith("/advisory_events")) {
      uid = path.endsWith("/advisories") ? "" : advisory(collection.endsWith("/advisory_events"));
    } else if (collection.endsWith("/organizations")) {
      uid = root;
    } else if (collection.endsWith("/images") || path.endsWith("/readme")) {
      uid = repo;
    } else if (path.contains(":review")) {
      uid = made(collection + "/" + group, "{\"name\": \"reviewed\", \"format\": \"osv\"}");
    } else if (creates && !path.contains(":check")) {
      uid = collection.endsWith("/tags") ? repo : group;
    } else if (collection.contains("ccount")) {
      uid = client.createGroup(group, "accounts");
      made("/iam/v2/accountAssociations/" + uid, "{\"name\": \"a\"}");
    } else {
      uid = made(collection + "/" + (collection.endsWith("/tags") ? repo : group), body.toString());
    }
    return path.replaceFirst("\\{[^}]*}", uid);
  }

  private String advisory(boolean event) {
    String advisory =
        made(
            "/vulnerabilities/v1/advisories",
            JSON.createObjectNode()
                .put("parentId", group)
                .set(
                    "advisory",
                    JSON.createObjectNode()
                        .put("artifactName", "name")
                        .put("artifactType", "apk")
                        .put("artifactArchitecture", "x86_64")
                        .put("componentName", "component")
                        .put("componentType", "go-module"))
                .toString());
    return event
        ? made(
            "/vulnerabilities/v1/advisories/" + advisory + "/events",
            "{\"advisoryEvent\": {\"fixNotPlanned\": {}}}")
        : advisory;
  }

  private void require(Operation operation, String path, Probe probe, List<String> wrong) {
    Reply reply = tried(operation, path, probe.body(), Map.of());
    String field =
        probe.body().isArray()
            ? LIST_IN_ERRORS + probe.field()
            : WITHOUT_NAME.matcher(probe.field()).replaceFirst("");
    if (probe.allowed() ? !isTaken(operation, reply) : !isRefused(reply, field)) {
      wrong.add(operation.id() + ": " + probe + ": " + reply.status() + " " + reply.text());
    }
  }

  private Reply tried(
      Operation operation, String path, JsonNode body, Map<String, String> headers) {
    Map<String, String> all = new HashMap<>(headers);
    if (operation.takes("Platform-Validate-Only")) {
      all.put("Platform-Validate-Only", "true");
    }
    return client.send(operation.httpMethod(), path, body.toString(), all);
  }

  private static boolean isTaken(Operation operation, Reply reply) {
    return reply.status() == 200
        || reply.text().contains("cannot be changed")
        || (REFUSED_ANYWAY.containsKey(operation.id())
            && reply.obstacle().equals(REFUSED_ANYWAY.get(operation.id())));
  }

  /** Returns whether an error names a field, one of its elements, or what it is an element of. */
  private static boolean isRefused(Reply reply, String field) {
    return reply.status() == 400
        && reply.text().contains("fieldViolations")
        && reply.violations().stream()
            .anyMatch(
                named -> field.isEmpty() || isAbout(named, IN_ERRORS.getOrDefault(field, field)));
  }

  private static boolean isAbout(String named, String field) {
    boolean element = named.startsWith(field + "[") || named.startsWith(field + ".");
    boolean list = field.startsWith(named + "[") || field.startsWith(named + ".");
    return named.equals(field) || element || list;
  }

  /** A version that nothing has is refused where a condition is described, and nowhere else. */
  private void requireConditions(
      Operation operation, String path, JsonNode body, List<String> wrong) {
    Reply reply = tried(operation, path, body, Map.of("If-Match", "\"999999999\""));
    if ((reply.status() == 412) != operation.takes("If-Match")) {
      wrong.add(operation.id() + " with If-Match: " + reply.status() + " " + reply.text());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"v2", "v1"})
  void parametersAreTakenAndRefusedAsTheirSchemasSay(String version) {
    JsonNode document = client.get("/openapi/" + version + ".json").json();
    List<String> wrong = new ArrayList<>();
    document
        .path("paths")
        .properties()
        .forEach(path -> requireParameters(path.getKey(), path.getValue().path("get"), wrong));

    assertThat(wrong).isEmpty();
  }

  private void requireParameters(String template, JsonNode operation, List<String> wrong) {
    String path = template.replace("{artifact_id}", artifact).replaceAll("\\{[^}]*}", root);
    String required =
        operation.path("parameters").findValuesAsText("name").contains("ecosystems")
            ? "ecosystems=" + (template.contains("/v1/") ? "JAVA" : JAVA) + "&"
            : "";
    for (JsonNode parameter : operation.path("parameters")) {
      String name = parameter.path("name").asText();
      JsonNode schema = parameter.path("schema");
      Stream.of("minimum", "maxLength", "maxItems", "pattern")
          .filter(schema::has)
          .filter(keyword -> !schema.path("pattern").asText().startsWith("^-?"))
          .filter(keyword -> parameter.path("in").asText().equals("query"))
          .forEach(
              keyword -> {
                Reply at = client.get(path + "?" + required + at(name, schema, keyword));
                Reply beyond = client.get(path + "?" + required + beyond(name, schema, keyword));
                if (at.status() == 400 || !isRefused(beyond, inJson(name))) {
                  wrong.add(path + " " + name + " " + keyword + at.text() + beyond.text());
                }
              });
    }
  }

  private static String at(String name, JsonNode schema, String keyword) {
    return switch (keyword) {
      case "minimum" -> name + "=" + schema.get(keyword);
      case "maxLength" -> name + "=" + "a".repeat(schema.get(keyword).intValue());
      case "maxItems" -> values(name, schema.get(keyword).intValue());
      default -> name + "=1";
    };
  }

  private static String beyond(String name, JsonNode schema, String keyword) {
    return switch (keyword) {
      case "minimum" -> name + "=-1";
      case "maxLength" -> name + "=" + "a".repeat(schema.get(keyword).intValue() + 1);
      case "maxItems" -> values(name, schema.get(keyword).intValue() + 1);
      default -> name + (schema.get(keyword).textValue().contains("0-9") ? "=-1" : "=%0A");
    };
  }

  private static String values(String name, int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> name + "=v" + i)
        .reduce((one, other) -> one + "&" + other)
        .orElseThrow();
  }

  private static String inJson(String name) {
    StringBuilder json = new StringBuilder();
    for (String word : name.split("_", -1)) {
      json.append(
          json.length() == 0
              ? word
              : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
    }
    return json.toString();
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import local.platform.authz.BuiltInRole;
import local.platform.authz.Capability;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.Dialect;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What is written with one version and protocol is read with every other, and is the same. Here it
 * is told in the words of version 2.
 */
@Deployment.Test
class InteropIT {
  private final PlatformClient client;
  private final GrpcServer grpc;

  InteropIT(PlatformClient client, GrpcServer grpc) {
    this.client = client;
    this.grpc = grpc;
  }

  /** A version on a protocol. */
  private record Way(Dialect dialect, boolean version1) {
    @Override
    public String toString() {
      return dialect + (version1 ? ", version 1" : "");
    }
  }

  private static Way[] ways() {
    Way[] ways =
        Arrays.stream(Dialect.values()).map(each -> new Way(each, false)).toArray(Way[]::new);
    Way[] all = Arrays.copyOf(ways, ways.length + 2);
    all[ways.length] = new Way(Dialect.REST_V2, true);
    all[ways.length + 1] = new Way(Dialect.GRPC_V2, true);
    return all;
  }

  /** A kind of resource, and what the versions call it and its fields. */
  enum Resource {
    GROUP("groups", "groups", Map.of()),
    IDENTITY("identities", "identities", Map.of()),
    ROLE("roles", "roles", Map.of()),
    ROLE_BINDING(
        "roleBindings", "rolebindings", Map.of("identityUid", "identity", "roleUid", "role"));

    private final String plural;
    private final String version1Plural;
    private final Map<String, String> version1Names;

    Resource(String plural, String version1Plural, Map<String, String> version1Names) {
      this.plural = plural;
      this.version1Plural = version1Plural;
      this.version1Names = version1Names;
    }

    String path(Way way) {
      return way.version1() ? "/iam/v1/" + version1Plural : "/iam/v2/" + plural;
    }

    /** The fields that clients write, in the names of version 2. */
    ObjectNode state(InteropIT test, String organization, int number) {
      ObjectNode state = JSON.createObjectNode();
      if (this == ROLE_BINDING) {
        return state
            .put("identityUid", test.client.createIdentity(organization))
            .put(
                "roleUid",
                (number % 2 == 0 ? BuiltInRole.VIEWER : BuiltInRole.EDITOR).uid().value());
      }
      state.put("name", "name " + number).put("description", "description " + number);
      if (this == IDENTITY) {
        ObjectNode match = state.putObject("claimMatch");
        match.put("issuer", "https://issuer.test/" + number);
        match.put(number % 2 == 0 ? "subject" : "subjectPattern", "subject");
        match.putObject("claims").put("claim", "value " + number);
      } else if (this == ROLE) {
        state
            .putArray("capabilities")
            .add((number % 2 == 0 ? Capability.REPO_CREATE : Capability.REPO_LIST).enumName());
      }
      return state;
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsWrittenInOneWayIsReadInEveryOther(Resource resource) {
    String organization = client.createOrganization("interop");
    Way[] ways = ways();
    for (int i = 0; i < ways.length; i++) {
      ObjectNode state = resource.state(this, organization, i);
      String uid = write(resource, ways[i], "POST", organization, state);
      assertRead(resource, uid, state, "created by " + ways[i]);

      Way next = ways[(i + 1) % ways.length];
      ObjectNode changed = resource.state(this, organization, i + 1);
      write(resource, next, "PATCH", uid, changed);
      assertRead(resource, uid, changed, "changed by " + next);

      Way last = ways[(i + 2) % ways.length];
      Reply deleted = client(last).delete(resource.path(last) + "/" + uid);
      assertThat(deleted.status()).as(deleted.text()).isEqualTo(200);
      for (Way way : ways) {
        assertThat(read(resource, way, uid)).as("deleted by %s, read by %s", last, way).isEmpty();
      }
    }
  }

  private void assertRead(Resource resource, String uid, ObjectNode state, String what) {
    for (Way way : ways()) {
      JsonNode read = read(resource, way, uid).orElseThrow(() -> new AssertionError(what + way));
      assertThat(common(resource, way, read)).as("%s, read by %s", what, way).isEqualTo(state);
    }
  }

  private PlatformClient client(Way way) {
    return client.in(way.dialect(), grpc);
  }

  private Optional<JsonNode> read(Resource resource, Way way, String uid) {
    if (way.version1()) {
      Reply list = client(way).get(resource.path(way) + query("id", uid));
      assertThat(list.status()).as(list.text()).isEqualTo(200);
      return Optional.ofNullable(list.json().path("items").get(0));
    }
    Reply reply = client(way).get(resource.path(way) + "/" + uid);
    assertThat(reply.status()).as(reply.text()).isIn(200, 404);
    return Optional.of(reply.json()).filter(body -> reply.status() == 200);
  }

  /** Creates or changes; the uid. */
  private String write(Resource resource, Way way, String verb, String uid, ObjectNode state) {
    boolean create = verb.equals("POST");
    String sent = way.version1() ? inVersion1(resource, state).toString() : state.toString();
    Reply reply =
        client(way)
            .send(
                way.version1() && !create ? "PUT" : verb,
                resource.path(way) + "/" + uid,
                sent,
                Map.of());
    assertThat(reply.status()).as("%s: %s", way, reply.text()).isEqualTo(200);
    return reply.json().path(way.version1() ? "id" : "uid").asText();
  }

  private static ObjectNode inVersion1(Resource resource, ObjectNode state) {
    ObjectNode body = JSON.createObjectNode();
    state
        .properties()
        .forEach(
            field ->
                body.set(
                    resource.version1Names.getOrDefault(field.getKey(), field.getKey()),
                    field.getValue()));
    if (resource == Resource.ROLE) {
      ArrayNode dotted = body.putArray("capabilities");
      state
          .path("capabilities")
          .forEach(name -> dotted.add(byEnumName(name.asText()).dottedName()));
    }
    return body;
  }

  private static Capability byEnumName(String name) {
    return Arrays.stream(Capability.values())
        .filter(capability -> capability.enumName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The fields that clients write, of an answer, in the words of version 2. */
  private static ObjectNode common(Resource resource, Way way, JsonNode answer) {
    ObjectNode common = JSON.createObjectNode();
    if (resource == Resource.ROLE_BINDING) {
      JsonNode identity = answer.path("identity");
      return common
          .put("identityUid", way.version1() ? identity.asText() : identity.path("uid").asText())
          .put("roleUid", answer.path("role").path(way.version1() ? "id" : "uid").asText());
    }
    Map<String, JsonNode> fields = new LinkedHashMap<>();
    for (String name : new String[] {"name", "description", "claimMatch", "capabilities"}) {
      Optional.ofNullable(answer.get(name)).ifPresent(value -> fields.put(name, value));
    }
    common.setAll(fields);
    if (resource == Resource.ROLE && way.version1()) {
      ArrayNode names = common.putArray("capabilities");
      answer
          .path("capabilities")
          .forEach(
              dotted ->
                  names.add(Capability.ofDottedName(dotted.asText()).orElseThrow().enumName()));
    }
    return common;
  }
}

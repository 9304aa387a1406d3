package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.jwk.JWKSet;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;

/** Contains what the suites of version 1 share: an organization, resources in it, and requests. */
abstract class V1Iam {
  static final String MISSING = "0123456789abcdef";
  static final String VIEWER = BuiltInRole.VIEWER.uid().value();
  static final String EDITOR = BuiltInRole.EDITOR.uid().value();
  static final String GROUPS = "/iam/v1/groups/";
  static final String IDENTITIES = "/iam/v1/identities/";
  static final String ROLES = "/iam/v1/roles/";
  static final String BINDINGS = "/iam/v1/rolebindings/";
  static final String INVITES = "/iam/v1/group_invites/";

  final PlatformClient client;
  String organization;

  V1Iam(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("v1");
  }

  /**
   * A kind of resource.
   *
   * @param path the path of its collection
   * @param created the JSON of a new one
   * @param replaced the JSON that replaces it; empty if it cannot be replaced
   */
  record Kind(String path, String created, String replaced) {
    boolean canBeReplaced() {
      return !replaced.isEmpty();
    }
  }

  List<Kind> kinds() {
    String one = client.createIdentity(organization);
    String other = client.createIdentity(organization);
    return List.of(
        new Kind(GROUPS, "{'name':'a','description':'b'}", "{'id':'x','name':'c'}"),
        new Kind(
            IDENTITIES,
            "{'name':'a','description':'b','claimMatch':{'issuer':'https://a.test','subject':'b'}}",
            "{'id':'x','name':'c','claimMatch':{'issuer':'https://a.test','subjectPattern':'b'}}"),
        new Kind(
            ROLES,
            "{'name':'a','description':'b','capabilities':['repo.list']}",
            "{'id':'x','name':'c','capabilities':['repo.create']}"),
        new Kind(
            BINDINGS,
            "{'identity':'%s','role':'%s'}".formatted(one, VIEWER),
            "{'id':'x','identity':'%s','role':'%s'}".formatted(other, EDITOR)),
        new Kind(INVITES, "{'role':'%s','ttl':'60s'}".formatted(VIEWER), ""));
  }

  JsonNode v1(String collection, String id) {
    return made(client.get("/iam/v1/" + collection + query("id", id))).json().path("items").path(0);
  }

  JsonNode v2(String collection, String uid) {
    return made(client.rest().get("/iam/v2/" + collection + "/" + uid)).json();
  }

  String create(Kind kind) {
    return made(post(kind.path() + organization, kind.created())).json().path("id").asText();
  }

  Reply list(Kind kind, String... query) {
    return client.get(collection(kind) + query(query));
  }

  List<String> ids(Kind kind, String... query) {
    JsonNode answer = made(list(kind, query)).json();
    assertThat(answer.fieldNames()).toIterable().isSubsetOf("items");
    return StreamSupport.stream(answer.path("items").spliterator(), false)
        .map(item -> item.path("id").asText())
        .toList();
  }

  static String collection(Kind kind) {
    return kind.path().substring(0, kind.path().length() - 1);
  }

  static Reply lookup(PlatformClient by, String issuer, String subject) {
    return by.get("/iam/v1/identities/lookup" + query("issuer", issuer, "subject", subject));
  }

  static String identity(String subject) {
    return "{'name':'a','claimMatch':{'issuer':'https://a.test','subject':'%s'}}"
        .formatted(subject);
  }

  static String binding(String identity, String role) {
    return "{'identity':'%s','role':'%s'}".formatted(identity, role);
  }

  /** Returns an identity with keys, with further fields. */
  static String keys(String more) {
    String keySet = new JWKSet(HttpIssuer.newKey()).toString();
    ObjectNode text = JSON.createObjectNode().put("issuerKeys", keySet);
    String issuerKeys = text.toString();
    return "{'name':'a','static':{'issuer':'https://a.test','subject':'b',"
        + issuerKeys.substring(1, issuerKeys.length() - 1)
        + more
        + "}}";
  }

  Reply post(String path, String body) {
    return client.post(path, json(body));
  }

  Reply put(String path, String body) {
    return client.send("PUT", path, json(body), Map.of());
  }

  /** Returns JSON in which apostrophes were replaced by quotation marks. */
  static String json(String text) {
    return text.replace('\'', '"');
  }

  static JsonNode tree(String text) {
    return new Reply(200, java.net.http.HttpHeaders.of(Map.of(), (a, b) -> true), json(text))
        .json();
  }

  static Reply made(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply;
  }
}

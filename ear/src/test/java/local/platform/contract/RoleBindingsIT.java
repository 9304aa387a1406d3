package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.query;
import static local.platform.contract.testing.PlatformClient.roleBinding;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.jwk.JWKSet;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests role bindings in version 2 alone: JSON, masks, and defaults of a batch. */
@Deployment.InVersion2
class RoleBindingsIT {
  private static final String BINDINGS = "/iam/v2/roleBindings/";
  private static final String BATCH = "/iam/v2/roleBindings:batchCreate";
  private static final String EDITOR = BuiltInRole.EDITOR.uid().value();
  private static final String VIEWER = BuiltInRole.VIEWER.uid().value();

  private final PlatformClient client;
  private String organization;
  private String identity;

  RoleBindingsIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("bindings");
    identity = client.createIdentity(organization);
  }

  @Test
  void createAnswersTheWholeRoleBindingAsTheContractWritesIt() {
    String group =
        client.post("/iam/v2/groups/" + organization, PlatformClient.group("team", "a team")).uid();
    String robot =
        client
            .post(
                "/iam/v2/identities/" + organization,
                """
                {"name": "robot", "description": "a robot", "company": "not shown", "claimMatch":
                  {"issuer": "https://issuer.example.com", "subject": "robot one"}}
                """)
            .uid();
    String role = client.createRole(organization, "deployer", "CAP_REPO_LIST");
    client.patch("/iam/v2/roles/" + role, "{\"description\": \"a role\"}");

    Reply created = client.post(BINDINGS + group, roleBinding(robot, role));

    assertThat(created.status()).as(created.text()).isEqualTo(200);
    assertThat(created.uid()).matches(group + "/[0-9a-f]{16}");
    String time = created.json().path("createTime").asText();
    assertThat(Instant.parse(time)).isBetween(Instant.now().minusSeconds(60), Instant.now());
    assertThat(created.json())
        .isEqualTo(
            Golden.roleBinding(
                client.dialect(),
                Map.of(
                    "uid",
                    created.uid(),
                    "identity",
                    robot,
                    "group",
                    group,
                    "role",
                    role,
                    "time",
                    time)));
    assertThat(client.get(BINDINGS + created.uid()).text()).isEqualTo(created.text());
  }

  @Test
  void whatIsBoundIsShownAsItIsNow() {
    String binding = client.bind(organization, identity, VIEWER);
    client.patch("/iam/v2/identities/" + identity, "{\"name\": \"renamed\"}");
    client.patch("/iam/v2/groups/" + organization, "{\"name\": \"renamed too\"}");
    client.patch(
        "/iam/v2/identities/" + identity, "{\"claimMatch\": {\"subjectPattern\": \"x.*\"}}");

    JsonNode shown = client.get(BINDINGS + binding).json();

    assertThat(shown.at("/identity/name").asText()).isEqualTo("renamed");
    assertThat(shown.at("/identity").has("subject")).isFalse();
    assertThat(shown.at("/identity").has("issuer")).isTrue();
    assertThat(shown.at("/group/name").asText()).isEqualTo("renamed too");
    assertThat(shown.at("/role/name").asText()).isEqualTo("viewer");
  }

  @Test
  void issuerAndSubjectOfStaticKeysAreNotShown() {
    ObjectNode keys = JSON.createObjectNode().put("name", "by keys");
    keys.putObject("staticKeys")
        .put("issuer", "https://issuer.example.com")
        .put("subject", "by keys")
        .put("issuerKeys", new JWKSet(HttpIssuer.newKey()).toString());
    String byKeys = client.post("/iam/v2/identities/" + organization, keys.toString()).uid();

    JsonNode shown = client.get(BINDINGS + client.bind(organization, byKeys, VIEWER)).json();

    assertThat(shown.path("identity").fieldNames()).toIterable().containsExactly("uid", "name");
  }

  @Test
  void whatTheServerSetsIsIgnored() {
    Reply created =
        client.post(
            BINDINGS + organization,
            """
            {"identityUid": "%s", "role_uid": "%s", "uid": "x", "identity": {"uid": "y"},
             "group": {"uid": "z"}, "role": {"uid": "w"}, "createTime": "2020-01-01T00:00:00Z"}
            """
                .formatted(identity, VIEWER));

    assertThat(created.status()).as(created.text()).isEqualTo(200);
    assertThat(created.json().at("/identity/uid").asText()).isEqualTo(identity);
    assertThat(created.json().at("/group/uid").asText()).isEqualTo(organization);
    assertThat(created.json().at("/role/uid").asText()).isEqualTo(VIEWER);
    assertThat(created.text()).doesNotContain("2020-01-01");
  }

  @Test
  void aMaskNamesWhatChangesAndNeverTheGroup() {
    String path = BINDINGS + client.bind(organization, identity, VIEWER);
    String other = client.createIdentity(organization);
    String body = roleBinding(other, EDITOR);

    JsonNode role = client.patch(path + "?updateMask=roleUid", body).json();
    assertThat(role.at("/role/uid").asText()).isEqualTo(EDITOR);
    assertThat(role.at("/identity/uid").asText()).isEqualTo(identity);
    JsonNode both = client.patch(path + "?update_mask=identity_uid", body).json();
    assertThat(both.at("/identity/uid").asText()).isEqualTo(other);
    assertThat(client.patch(path + "?updateMask=*", "{}").json()).isEqualTo(both);
    JsonNode one = client.patch(path, role(VIEWER)).json();
    assertThat(one.at("/role/uid").asText()).isEqualTo(VIEWER);
    assertThat(one.at("/identity/uid").asText()).isEqualTo(other);
    JsonNode same =
        client.patch(path + "?updateMask=group,createTime", "{\"group\": {\"uid\": \"x\"}}").json();
    assertThat(same).isEqualTo(one);
    assertThat(client.patch(path, role("")).violations()).containsExactly("roleUid");
    assertThat(client.patch(path + "?updateMask=identityUid", "{}").violations())
        .containsExactly("identityUid");
    assertThat(client.get(path).json()).isEqualTo(one);
  }

  @Test
  void aBatchAnswersInItsOrderWithItsDefaults() {
    String two = client.createIdentity(organization);
    String three = client.createIdentity(organization);

    Reply created =
        batch(
            organization,
            VIEWER,
            entry(two, ""),
            entry(identity, VIEWER).put("parent", organization),
            entry(three, ""));

    assertThat(created.status()).as(created.text()).isEqualTo(200);
    JsonNode all = created.json().path("roleBindings");
    assertThat(created.json().fieldNames()).toIterable().containsExactly("roleBindings");
    assertThat(all)
        .extracting(each -> each.at("/identity/uid").asText())
        .containsExactly(two, identity, three);
    assertThat(all).allSatisfy(each -> assertThat(each.at("/role/uid").asText()).isEqualTo(VIEWER));
    for (JsonNode each : all) {
      assertThat(client.get(BINDINGS + each.path("uid").asText()).json()).isEqualTo(each);
      assertThat(each.fieldNames())
          .toIterable()
          .containsExactlyElementsOf(Golden.roleBindingFields(client.dialect()));
    }
  }

  @Test
  void aBatchWithADefaultIsMadeWholeOrNotAtAll() {
    String foreign = client.createGroup(organization, "foreign");
    String before = total();
    Map<String, Reply> refused =
        Map.of(
            "requests[1].roleBinding.roleUid",
            batch(organization, VIEWER, entry(identity, ""), entry(identity, EDITOR)),
            "requests[2].parent",
            batch(
                organization,
                VIEWER,
                entry(identity, ""),
                entry(identity, "").put("parent", ""),
                entry(identity, "").put("parent", foreign)),
            "requests",
            batch(organization, VIEWER),
            "parent",
            batch("", VIEWER, entry(identity, "")),
            "roleUid",
            batch(organization, "x", entry(identity, "")));

    refused.forEach(
        (field, reply) -> {
          assertThat(reply.status()).as(reply.text()).isEqualTo(400);
          assertThat(reply.violations()).containsExactly(field);
        });
    assertThat(batch(organization + "/0123456789abcdef", VIEWER, entry(identity, "")).status())
        .isEqualTo(404);
    assertThat(batch("0".repeat(40), VIEWER, entry(identity, "")).status()).isEqualTo(403);
    assertThat(total()).isEqualTo(before);
  }

  @Test
  void aBatchHasTwentyFiveEntriesAtMost() {
    ObjectNode[] entries = new ObjectNode[26];
    for (int i = 0; i < entries.length; i++) {
      entries[i] = entry(client.createIdentity(organization), "");
    }

    assertThat(batch(organization, VIEWER, entries).violations()).containsExactly("requests");
    ObjectNode[] most = java.util.Arrays.copyOf(entries, 25);
    assertThat(batch(organization, VIEWER, most).json().path("roleBindings")).hasSize(25);
  }

  @Test
  void noPartOfAGrantIsChangedBeyondWhatTheCallerHolds() {
    String changer =
        client.createRole(
            organization,
            "changer",
            "CAP_IAM_ROLE_BINDINGS_UPDATE",
            "CAP_IAM_GROUPS_LIST",
            "CAP_APK_LIST",
            "CAP_APK_BLOBS_GET");
    PlatformClient member = client.withRole(organization, changer);
    String small = client.bind(organization, identity, BuiltInRole.APK_PULL.uid().value());
    String large = client.bind(organization, identity, EDITOR);

    for (Reply refused :
        List.of(
            member.patch(BINDINGS + small, role(VIEWER)),
            member.patch(BINDINGS + large, role(changer)),
            member.patch(BINDINGS + large, identity(member.identity())))) {
      assertThat(refused.status()).as(refused.text()).isEqualTo(403);
      assertThat(refused.reason()).isEqualTo("GRANT_EXCEEDS_CALLER");
    }
    assertThat(member.patch(BINDINGS + small, identity(member.identity())).status()).isEqualTo(200);
  }

  @Test
  void noPartOfAGrantMakesItTheSameAsAnother() {
    client.bind(organization, identity, VIEWER);
    String other = client.bind(organization, identity, EDITOR);

    Reply refused = client.patch(BINDINGS + other, role(VIEWER));

    assertThat(refused.status()).as(refused.text()).isEqualTo(409);
    assertThat(refused.reason()).isEqualTo("ALREADY_EXISTS");
    assertThat(client.get(BINDINGS + other).json().at("/role/uid").asText()).isEqualTo(EDITOR);
  }

  @Test
  void theLastOwnerMayBeAnotherButNotAnEditor() {
    String owner = BuiltInRole.OWNER.uid().value();
    String binding =
        client
            .get("/iam/v2/roleBindings" + query("group", organization, "role", owner))
            .json()
            .at("/roleBindings/0/uid")
            .asText();

    Reply refused = client.patch(BINDINGS + binding, role(EDITOR));

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.obstacle()).isEqualTo("LAST_OWNER");
    assertThat(client.patch(BINDINGS + binding, identity(identity)).status()).isEqualTo(200);
    assertThat(client.get("/iam/v2/groups/" + organization).status()).isEqualTo(403);
    assertThat(client.as(identity).get("/iam/v2/groups/" + organization).status()).isEqualTo(200);
  }

  private static String role(String uid) {
    return "{\"roleUid\": \"" + uid + "\"}";
  }

  private static String identity(String uid) {
    return "{\"identityUid\": \"" + uid + "\"}";
  }

  private String total() {
    return client
        .get("/iam/v2/roleBindings?uidp.descendants_of=" + organization)
        .json()
        .path("totalCount")
        .asText();
  }

  private Reply batch(String parent, String role, ObjectNode... entries) {
    return client.post(BATCH, batchBody(parent, role, entries));
  }

  private static String batchBody(String parent, String role, ObjectNode... entries) {
    ObjectNode body = JSON.createObjectNode().put("parent", parent).put("roleUid", role);
    ArrayNode requests = body.putArray("requests");
    List.of(entries).forEach(requests::add);
    return body.toString();
  }

  private static ObjectNode entry(String identity, String role) {
    ObjectNode entry = JSON.createObjectNode();
    ObjectNode roleBinding = entry.putObject("roleBinding").put("identityUid", identity);
    if (!role.isEmpty()) {
      roleBinding.put("roleUid", role);
    }
    return entry;
  }
}

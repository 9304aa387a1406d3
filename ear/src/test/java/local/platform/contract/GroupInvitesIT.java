package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.groupInvite;
import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests invites in version 2 alone: JSON, and lists filtered by hierarchy and keys. */
@Deployment.InVersion2
@Tag("database")
class GroupInvitesIT {
  private static final String INVITES = "/iam/v2/groupInvites/";
  private static final String VIEWER = BuiltInRole.VIEWER.uid().value();
  private static final String MISSING = "0123456789abcdef";

  private final PlatformClient client;
  private String organization;

  GroupInvitesIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("invites");
  }

  @Test
  void createAnswersTheWholeInviteAsTheContractWritesIt() {
    String role = client.createRole(organization, "deployer", "CAP_REPO_LIST");
    client.patch("/iam/v2/roles/" + role, "{\"description\": \"a role\"}");

    Reply created =
        client.post(
            INVITES + organization,
            """
            {"roleUid": "%s", "email": "jane@example.com", "ttl": "3600s", "singleUse": true}
            """
                .formatted(role));

    assertThat(created.status()).as(created.text()).isEqualTo(200);
    assertThat(created.uid()).matches(organization + "/[0-9a-f]{16}");
    String time = created.json().path("createTime").asText();
    String expiration = created.json().path("expirationTime").asText();
    assertThat(Instant.parse(expiration)).isEqualTo(Instant.parse(time).plusSeconds(3_600));
    assertThat(created.json())
        .isEqualTo(
            Golden.json(
                "group-invite.json",
                Map.of(
                    "uid",
                    created.uid(),
                    "role",
                    role,
                    "expiration",
                    expiration,
                    "code",
                    created.json().path("code").asText(),
                    "key",
                    created.json().path("keyId").asText(),
                    "time",
                    time)));
  }

  @Test
  void whatIsNotSetIsNotShown() {
    Reply created = client.post(INVITES + organization, groupInvite(VIEWER, "60s"));

    assertThat(client.get(INVITES + created.uid()).json().fieldNames())
        .toIterable()
        .containsExactly("uid", "roleUid", "expirationTime", "keyId", "createTime", "role");
  }

  @Test
  void whatTheServerSetsIsIgnored() {
    Reply created =
        client.post(
            INVITES + organization,
            """
            {"role_uid": "%s", "ttl": "60s", "uid": "x", "role": {"uid": "y"}, "code": "secret",
             "keyId": "z", "createTime": "2020-01-01T00:00:00Z",
             "expirationTime": "2020-01-01T00:00:00Z"}
            """
                .formatted(VIEWER));

    assertThat(created.status()).as(created.text()).isEqualTo(200);
    assertThat(created.uid()).startsWith(organization + "/");
    assertThat(created.json().at("/role/uid").asText()).isEqualTo(VIEWER);
    assertThat(created.json().path("code").asText()).isNotEqualTo("secret");
    assertThat(created.json().path("keyId").asText()).isNotEqualTo("z");
    assertThat(created.text()).doesNotContain("2020-01-01");
  }

  /** So that clients can still show what was offered. */
  @Test
  void theUidOfADeletedRoleIsShown() {
    String role = client.createRole(organization, "a", "CAP_REPO_LIST");
    String uid = create(organization).uid();
    String offered = client.post(INVITES + organization, groupInvite(role, "60s")).uid();
    client.delete("/iam/v2/roles/" + role);

    JsonNode invite = client.get(INVITES + offered).json();

    assertThat(invite.path("roleUid").asText()).isEqualTo(role);
    assertThat(invite.has("role")).isFalse();
    assertThat(client.get(INVITES + uid).json().path("roleUid").asText()).isEqualTo(VIEWER);
  }

  @Test
  void anInviteNeedsAParent() {
    for (String path : List.of("/iam/v2/groupInvites", INVITES)) {
      assertThat(client.post(path, groupInvite(VIEWER, "60s")).violations())
          .as(path)
          .containsExactly("parent");
    }
  }

  @Test
  void everyHierarchyFilterSelectsItsPart() {
    String a = client.createGroup(organization, "a");
    String b = client.createGroup(a, "b");
    String inA = create(a).uid();
    String inB = create(b).uid();

    assertThat(uids("uidp.descendants_of", a)).containsExactlyInAnyOrder(inA, inB);
    assertThat(uids("uidp.descendantsOf", inA)).isEmpty();
    assertThat(uids("uidp.children_of", a)).containsExactly(inA);
    assertThat(uids("uidp.ancestors_of", inB)).isEmpty();
    assertThat(uids("uidp.ancestorsOf", inB + "/" + MISSING)).containsExactly(inB);
    assertThat(uids("uidp.ids", inA, "uidp.ids", inB)).containsExactlyInAnyOrder(inA, inB);
    assertThat(uids("uidp.ids", inA, "uidp.children_of", b)).isEmpty();
    assertThat(uids("uidp.descendants_of", a, "uidp.children_of", b)).containsExactly(inB);
    assertThat(uids("uidp.in_root", "true", "uidp.descendants_of", a)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "descendants_of, descendantsOf",
    "children_of, childrenOf",
    "ancestors_of, ancestorsOf",
    "ids, ids"
  })
  void aPlaceThatIsNoneIsNamed(String filter, String named) {
    assertThat(client.get("/iam/v2/groupInvites?uidp." + filter + "=nonsense").violations())
        .containsExactly("uidp." + named);
  }

  @Test
  void aKeySelectsOneAndIsCountedSo() {
    create(organization);
    Reply wanted = create(organization);
    String keyId = wanted.json().path("keyId").asText();

    for (String parameter : List.of("key_id", "keyId")) {
      JsonNode page = list(parameter, keyId);
      assertThat(page.path("totalCount").asText()).isEqualTo("1");
      assertThat(page.path("groupInvites"))
          .containsExactly(client.get(INVITES + wanted.uid()).json());
    }
  }

  @Test
  void aPageTokenIsBoundToTheKey() {
    create(organization);
    String keyId = create(organization).json().path("keyId").asText();
    String token =
        list("uidp.children_of", organization, "page_size", "1").path("nextPageToken").asText();

    Reply refused =
        client.get(
            "/iam/v2/groupInvites"
                + query("uidp.children_of", organization, "page_token", token, "key_id", keyId));

    assertThat(refused.violations()).containsExactly("pageToken");
  }

  @Test
  void theNewestComeFirst() {
    String first = create(organization).uid();
    Instant time = Instant.parse(client.get(INVITES + first).json().path("createTime").asText());
    while (!Instant.now().isAfter(time.plusMillis(1))) {
      Thread.onSpinWait();
    }
    String second = create(organization).uid();

    assertThat(uids("uidp.children_of", organization)).containsExactly(second, first);
    assertThat(uids("uidp.children_of", organization, "order_by", "create_time"))
        .containsExactly(first, second);
  }

  private Reply create(String group) {
    Reply created = client.post(INVITES + group, groupInvite(VIEWER, "60s"));
    assertThat(created.status()).as(created.text()).isEqualTo(200);
    return created;
  }

  private JsonNode list(String... namesAndValues) {
    Reply reply = client.get("/iam/v2/groupInvites" + query(namesAndValues));
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.json();
  }

  private List<String> uids(String... namesAndValues) {
    return StreamSupport.stream(list(namesAndValues).path("groupInvites").spliterator(), false)
        .map(row -> row.path("uid").asText())
        .toList();
  }
}

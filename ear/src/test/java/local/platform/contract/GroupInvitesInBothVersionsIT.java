package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.groupInvite;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Deployment.InBothVersions
@Tag("database")
class GroupInvitesInBothVersionsIT extends BothVersions {
  private static final String HOUR = "3600s";

  GroupInvitesInBothVersionsIT(PlatformClient client) {
    super(client);
  }

  @Test
  void whatCreateTellsIsReadAgainButForTheCode() {
    String role = client.createRole(organization, "a", "CAP_REPO_LIST", "CAP_IAM_GROUPS_LIST");

    ObjectNode created = (ObjectNode) create(organization, role).json();

    assertThat(created.remove("code").asText()).isNotEmpty();
    assertThat(created.path("keyId").asText()).matches("[0-9a-f]{32}");
    assertThat(created.at("/role/uid").asText()).isEqualTo(role);
    assertThat(created.at("/role/name").asText()).isEqualTo("a");
    assertThat(created.at("/role/capabilities").toString())
        .isEqualTo("[\"CAP_IAM_GROUPS_LIST\",\"CAP_REPO_LIST\"]");
    JsonNode read = made(client.get(INVITES + created.path("uid").asText())).json();
    created
        .properties()
        .forEach(
            field ->
                assertThat(read.get(field.getKey()))
                    .as(field.getKey())
                    .isEqualTo(field.getValue()));
    assertThat(read.has("code")).isFalse();
    for (JsonNode row : rows(client, Resource.GROUP_INVITE, "uidp.children_of", organization)) {
      assertThat(row.has("code")).isFalse();
    }
  }

  @Test
  void aCodeNamesItsInviteAndItsKeyAndHasASecretOfItsOwn() throws IOException {
    String role = client.createRole(organization, "a", "CAP_REPO_LIST");
    JsonNode one = create(organization, role).json();
    JsonNode other = create(organization, role).json();

    for (JsonNode created : List.of(one, other)) {
      JsonNode code = inside(created);
      assertThat(code.fieldNames()).toIterable().containsExactly("id", "keyId", "secret");
      assertThat(code.path("id")).isEqualTo(created.path("uid"));
      assertThat(code.path("keyId")).isEqualTo(created.path("keyId"));
      assertThat(Base64.getUrlDecoder().decode(code.path("secret").asText())).hasSize(32);
    }
    assertThat(inside(one).path("secret")).isNotEqualTo(inside(other).path("secret"));
    assertThat(one.path("keyId")).isNotEqualTo(other.path("keyId"));
  }

  private static JsonNode inside(JsonNode created) throws IOException {
    String code = created.path("code").asText();
    assertThat(code).matches("[A-Za-z0-9_-]+");
    return JSON.readTree(Base64.getUrlDecoder().decode(code));
  }

  @ParameterizedTest
  @CsvSource({"0.001s, PT0.001S", "90.5s, PT1M30.5S", "604800s, P7D", "31536000s, P365D"})
  void anInviteIsGoodFromNowForItsTtl(String ttl, Duration expected) {
    Instant before = Instant.now().minusMillis(1);
    String uid = made(client.post(INVITES + organization, groupInvite(VIEWER, ttl))).uid();

    JsonNode invite = client.get(INVITES + uid).json();

    Instant created = Instant.parse(invite.path("createTime").asText());
    assertThat(created).isBetween(before, Instant.now());
    assertThat(Instant.parse(invite.path("expirationTime").asText()))
        .isEqualTo(created.plus(expected));
    assertThat(invite.has("ttl")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "-1s", "-3600s", "0.000999999s", "31536000.001s", "315576000000s"})
  void aTtlIsAMillisecondToAYear(String ttl) {
    Reply refused = client.post(INVITES + organization, groupInvite(VIEWER, ttl));

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.violations()).containsExactly("ttl");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jane@example.com",
        "Jane.Doe+invites@mail.example.com",
        "o'neil_{x}@example",
        "a@1.example",
        "a@xn--bcher-kva.example"
      })
  void anAddressIsKeptAsItWasWritten(String email) {
    String uid = made(client.post(INVITES + organization, addressed(email))).uid();

    assertThat(client.get(INVITES + uid).json().path("email").asText()).isEqualTo(email);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jane",
        "jane@",
        "@example.com",
        "jane@example.com ",
        "jane@example.com\n",
        "jane doe@example.com",
        "Jane <jane@example.com>",
        "jane@example.com,john@example.com",
        "\"jane\"@example.com",
        "jane(work)@example.com",
        "jane@-example.com",
        "jane@example..com",
        "jane@[127.0.0.1]",
        "j\u00e4ne@example.com"
      })
  void anAddressIsPlain(String email) {
    Reply refused = client.post(INVITES + organization, addressed(email));

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.violations()).containsExactly("email");
  }

  @Test
  void anAddressHasAtMostTwoHundredAndFiftyFourCharacters() {
    String longest = "a".repeat(254 - "@example.com".length()) + "@example.com";

    String uid = made(client.post(INVITES + organization, addressed(longest))).uid();
    assertThat(client.get(INVITES + uid).json().path("email").asText()).isEqualTo(longest);
    assertThat(client.post(INVITES + organization, addressed("a" + longest)).violations())
        .containsExactly("email");
  }

  private static String addressed(String email) {
    return JSON.createObjectNode()
        .put("roleUid", VIEWER)
        .put("ttl", HOUR)
        .put("email", email)
        .toString();
  }

  @Test
  void everythingThatIsWrongIsNamedAtOnce() {
    assertThat(client.post(INVITES + organization, "{}").violations())
        .containsExactly("roleUid", "ttl");
    assertThat(
            client
                .post(INVITES + organization, "{\"email\": \"jane\", \"ttl\": \"0s\"}")
                .violations())
        .containsExactly("roleUid", "email", "ttl");
    assertThat(client.post(INVITES + organization, groupInvite("x", HOUR)).violations())
        .containsExactly("roleUid");
  }

  /** Callers who may not invite are not told what else would be wrong. */
  @Test
  void permissionComesBeforeWhatIsWrong() {
    PlatformClient viewer = client.withRole(organization, VIEWER);

    assertDenied(viewer.post(INVITES + organization, "{}"));
    assertDenied(viewer.post(INVITES + organization, groupInvite("0".repeat(40), HOUR)));
  }

  @Test
  void aRoleThatCannotBeBoundThereIsNamed() {
    String elsewhere = client.createRole(client.createOrganization("other"), "a", "CAP_REPO_LIST");
    String child = client.createGroup(organization, "child");
    String below = client.createRole(child, "a", "CAP_REPO_LIST");

    for (String role :
        List.of(elsewhere, below, organization + "/" + MISSING, "0".repeat(40), organization)) {
      Reply refused = client.post(INVITES + organization, groupInvite(role, HOUR));
      assertThat(refused.status()).as(refused.text()).isEqualTo(400);
      assertThat(refused.violations()).containsExactly("roleUid");
    }
    create(child, below);
    create(child, client.createRole(organization, "above", "CAP_REPO_LIST"));
  }

  @Test
  void aRoleThatIsMissingAndOneThatIsElsewhereAreToldAlike() {
    String other = client.createOrganization("other");
    String elsewhere = client.createRole(other, "a", "CAP_REPO_LIST");
    PlatformClient owner = client.withRole(organization, OWNER);

    Reply there = owner.post(INVITES + organization, groupInvite(elsewhere, HOUR));
    Reply missing = owner.post(INVITES + organization, groupInvite(other + "/" + MISSING, HOUR));

    assertThat(there.status()).isEqualTo(400);
    assertThat(there.text()).isEqualTo(missing.text());
  }

  @Test
  void bothCapabilitiesAreNeededAtTheGroup() {
    String group = client.createGroup(organization, "group");
    String inviting = client.createRole(organization, "inviting", "CAP_IAM_GROUP_INVITES_CREATE");
    String binding = client.createRole(organization, "binding", "CAP_IAM_ROLE_BINDINGS_CREATE");
    String identity = client.createIdentity(organization);
    PlatformClient member = client.as(identity);

    client.bind(group, identity, inviting);
    assertDenied(member.post(INVITES + group, groupInvite(inviting, HOUR)));
    client.bind(client.createGroup(group, "below"), identity, binding);
    assertDenied(member.post(INVITES + group, groupInvite(inviting, HOUR)));
    String above = client.bind(organization, identity, binding);
    made(member.post(INVITES + group, groupInvite(inviting, HOUR)));
    assertDenied(member.post(INVITES + organization, groupInvite(inviting, HOUR)));
    client.delete(BINDINGS + above);
    client.bind(client.createGroup(organization, "beside"), identity, binding);
    assertDenied(member.post(INVITES + group, groupInvite(inviting, HOUR)));
    assertThat(uids(client, Resource.GROUP_INVITE, "uidp.children_of", group)).hasSize(1);
  }

  @Test
  void nobodyInvitesToMoreThanItHolds() {
    String group = client.createGroup(organization, "group");
    String inviter =
        client.createRole(
            organization,
            "inviter",
            "CAP_IAM_GROUP_INVITES_CREATE",
            "CAP_IAM_ROLE_BINDINGS_CREATE",
            "CAP_REPO_LIST");
    PlatformClient member = client.withRole(group, inviter);
    String more = client.createRole(organization, "more", "CAP_REPO_LIST", "CAP_REPO_CREATE");
    String less = client.createRole(organization, "less", "CAP_REPO_LIST");

    for (String role : List.of(OWNER, VIEWER, more)) {
      assertExceeds(member.post(INVITES + group, groupInvite(role, HOUR)));
    }
    made(member.post(INVITES + group, groupInvite(less, HOUR)));
    made(member.post(INVITES + group, groupInvite(inviter, HOUR)));
    // Capabilities at a group below do not count.
    client.bind(client.createGroup(group, "below"), member.identity(), OWNER);
    assertExceeds(member.post(INVITES + group, groupInvite(more, HOUR)));
  }

  @Test
  void whoMayTakeBackNeedNotSee() {
    String uid = create(organization, VIEWER).uid();
    String deleter = client.createRole(organization, "deleter", "CAP_IAM_GROUP_INVITES_DELETE");
    PlatformClient viewer = client.withRole(organization, VIEWER);
    PlatformClient member = client.withRole(organization, deleter);

    assertDenied(viewer.delete(INVITES + uid));
    assertThat(viewer.get(INVITES + uid).status()).isEqualTo(200);
    assertHidden(member.get(INVITES + uid));
    assertThat(member.delete(INVITES + uid).status()).isEqualTo(200);
    assertThat(viewer.get(INVITES + uid).status()).isEqualTo(404);
  }

  @Test
  void aDeletedRoleIsShownNoMoreAndItsInvitesStay() {
    String role = client.createRole(organization, "a", "CAP_REPO_LIST");
    String uid = create(organization, role).uid();
    String other = create(organization, VIEWER).uid();

    made(client.delete(ROLES + role));

    JsonNode invite = made(client.get(INVITES + uid)).json();
    assertThat(invite.has("role")).isFalse();
    assertThat(rows(client, Resource.GROUP_INVITE, "uidp.children_of", organization))
        .hasSize(2)
        .contains(invite);
    assertThat(client.get(INVITES + other).json().at("/role/name").asText()).isEqualTo("viewer");
    assertThat(client.delete(INVITES + uid).status()).isEqualTo(200);
  }

  @Test
  void aRoleIsShownAsItIsNow() {
    String role = client.createRole(organization, "before", "CAP_REPO_LIST");
    String uid = create(organization, role).uid();

    made(
        client.replace(
            ROLES + role,
            "{\"name\": \"after\", \"description\": \"a role\", \"capabilities\": [\"CAP_REPO_CREATE\"]}"));

    JsonNode shown = client.get(INVITES + uid).json().path("role");
    assertThat(shown.path("name").asText()).isEqualTo("after");
    assertThat(shown.path("description").asText()).isEqualTo("a role");
    assertThat(shown.path("capabilities").toString()).isEqualTo("[\"CAP_REPO_CREATE\"]");
  }

  @Test
  void anInviteOutlivesWhoInvited() {
    PlatformClient inviter = client.withRole(organization, OWNER);
    String uid = made(inviter.post(INVITES + organization, groupInvite(VIEWER, HOUR))).uid();

    made(client.delete(IDENTITIES + inviter.identity()));

    assertThat(client.get(INVITES + uid).status()).isEqualTo(200);
  }

  @Test
  void aDeletedGroupTakesItsInvitesAlong() {
    String group = client.createGroup(organization, "group");
    String gone = create(group, VIEWER).uid();
    String kept = create(organization, VIEWER).uid();

    assertThat(client.delete(GROUPS + group).status()).isEqualTo(200);

    assertThat(client.get(INVITES + gone).status()).isEqualTo(404);
    assertThat(uids(client, Resource.GROUP_INVITE, "uidp.children_of", organization))
        .containsExactly(kept);
  }

  @Test
  void anInviteThatHasExpiredStaysUntilItIsDeleted() {
    String uid = made(client.post(INVITES + organization, groupInvite(VIEWER, "0.001s"))).uid();
    Instant expiration =
        Instant.parse(client.get(INVITES + uid).json().path("expirationTime").asText());
    while (!Instant.now().isAfter(expiration)) {
      Thread.onSpinWait();
    }

    assertThat(client.get(INVITES + uid).status()).isEqualTo(200);
    assertThat(uids(client, Resource.GROUP_INVITE, "uidp.children_of", organization))
        .containsExactly(uid);
    assertThat(client.delete(INVITES + uid).status()).isEqualTo(200);
    assertThat(uids(client, Resource.GROUP_INVITE, "uidp.children_of", organization)).isEmpty();
  }

  @Test
  void aListIsNarrowedToAGroupAnInviteOrAKey() {
    String group = client.createGroup(organization, "group");
    String above = create(organization, VIEWER).uid();
    Reply created = create(group, VIEWER);
    String inGroup = created.uid();
    String keyId = created.json().path("keyId").asText();
    String another = create(group, VIEWER).uid();
    create(client.createGroup(group, "below"), VIEWER);

    assertThat(uids(client, Resource.GROUP_INVITE, "uidp.children_of", organization))
        .containsExactly(above);
    assertThat(uids(client, Resource.GROUP_INVITE, "uidp.children_of", group))
        .containsExactlyInAnyOrder(inGroup, another);
    assertThat(uids(client, Resource.GROUP_INVITE, "key_id", keyId)).containsExactly(inGroup);
    assertThat(
            uids(client, Resource.GROUP_INVITE, "key_id", keyId, "uidp.children_of", organization))
        .isEmpty();
    assertThat(uids(client, Resource.GROUP_INVITE, "uidp.ids", another, "uidp.children_of", group))
        .containsExactly(another);
    assertThat(uids(client, Resource.GROUP_INVITE, "uidp.ids", above, "uidp.children_of", group))
        .isEmpty();
    assertThat(uids(client, Resource.GROUP_INVITE, "uidp.ids", group)).isEmpty();
    PlatformClient stranger = client.withRole(client.createOrganization("stranger"), OWNER);
    assertThat(uids(stranger, Resource.GROUP_INVITE, "key_id", keyId)).isEmpty();
  }

  /** Keys are compared in full, on every database. */
  @Test
  void aKeyThatIsAlmostTheSameIsNotFound() {
    String keyId = create(organization, VIEWER).json().path("keyId").asText();

    for (String other :
        List.of(
            keyId.toUpperCase(Locale.ROOT),
            keyId + " ",
            keyId.substring(1),
            keyId.substring(0, 31) + "%",
            "_" + keyId.substring(1),
            "\u00e9",
            "x".repeat(300))) {
      assertThat(uids(client, Resource.GROUP_INVITE, "key_id", other)).as(other).isEmpty();
    }
  }

  private Reply create(String group, String role) {
    return made(client.post(INVITES + group, groupInvite(role, HOUR)));
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.group;
import static local.platform.contract.testing.PlatformClient.groupInvite;
import static local.platform.contract.testing.PlatformClient.query;
import static local.platform.contract.testing.PlatformClient.roleBinding;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tries ways to get more permissions than were granted. All must fail. */
@Deployment.InBothVersions
@Deployment.AsOperator
@Deployment.DiffersByDialect
class EscalationIT extends BothVersions {
  private static final String OPERATORS = "/operator/operators";
  private static final String LIMITED_OWNER = BuiltInRole.LIMITED_OWNER.uid().value();

  private static final String KEYS =
      """
      {"keys": [{"kty": "EC", "kid": "one", "crv": "P-256",
        "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
        "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]}
      """;

  private String team;
  private String operator = "";

  EscalationIT(PlatformClient client) {
    super(client);
  }

  @BeforeEach
  void createTeam() {
    team = client.createGroup(organization, "team");
  }

  @AfterEach
  void removeOperator() {
    if (!operator.isEmpty()) {
      client.delete(OPERATORS + "/" + operator);
    }
  }

  @Test
  void byABinding() {
    PlatformClient member = client.withRole(team, LIMITED_OWNER);
    String accomplice = member.createIdentity(team);

    for (String bound : List.of(member.identity(), accomplice)) {
      for (String role : List.of(OWNER, EDITOR)) {
        assertExceeds(member.post(BINDINGS + team, roleBinding(bound, role)));
      }
      assertDenied(member.post(BINDINGS + organization, roleBinding(bound, VIEWER)));
    }
    assertThat(rolesAt(team, member.identity())).containsExactly("limited_owner");
    assertThat(rolesAt(team, accomplice)).isEmpty();
  }

  @Test
  void byAnInvite() {
    String inviter =
        client.createRole(
            organization,
            "inviter",
            "CAP_IAM_GROUP_INVITES_CREATE",
            "CAP_IAM_GROUP_INVITES_LIST",
            "CAP_IAM_ROLE_BINDINGS_CREATE");
    PlatformClient member = client.withRole(team, inviter);

    for (String role : List.of(OWNER, VIEWER)) {
      assertExceeds(member.post(INVITES + team, groupInvite(role, "60s")));
    }
    assertDenied(member.post(INVITES + organization, groupInvite(inviter, "60s")));
    assertThat(uids(client, Resource.GROUP_INVITE, "uidp.children_of", team)).isEmpty();
    made(member.post(INVITES + team, groupInvite(inviter, "60s")));
    // Seeing an invite is not enough to use it.
    JsonNode seen = rows(member, Resource.GROUP_INVITE, "uidp.children_of", team).get(0);
    assertThat(seen.has("code")).isFalse();
  }

  @Test
  void byChangingABinding() {
    String changer =
        client.createRole(
            organization,
            "changer",
            "CAP_IAM_ROLE_BINDINGS_UPDATE",
            "CAP_IAM_ROLE_BINDINGS_LIST",
            "CAP_IAM_ROLE_BINDINGS_DELETE");
    PlatformClient member = client.withRole(team, changer);
    String itself = member.identity();
    String ownBinding = bindings(team, itself).get(0).path("uid").asText();
    String ownersBinding = client.bind(team, client.createIdentity(team), OWNER);

    assertExceeds(member.replace(BINDINGS + ownBinding, roleBinding(itself, OWNER)));
    assertExceeds(member.replace(BINDINGS + ownersBinding, roleBinding(itself, OWNER)));
    assertThat(rolesAt(team, member.identity())).containsExactly("changer");
  }

  @Test
  void byABatchWithOneForbiddenElement() {
    PlatformClient member = client.withRole(team, LIMITED_OWNER);
    String accomplice = member.createIdentity(team);
    ObjectNode batch = JSON.createObjectNode().put("parent", team);
    for (String role : List.of(VIEWER, BuiltInRole.APK_PULL.uid().value(), EDITOR)) {
      batch
          .withArray("requests")
          .addObject()
          .putObject("roleBinding")
          .put("identityUid", accomplice)
          .put("roleUid", role);
    }

    assertExceeds(member.post("/iam/v2/roleBindings:batchCreate", batch.toString()));
    assertThat(rolesAt(team, accomplice)).isEmpty();
  }

  @Test
  void byACustomRole() {
    String maker =
        client.createRole(
            organization,
            "maker",
            "CAP_IAM_ROLES_CREATE",
            "CAP_IAM_ROLES_UPDATE",
            "CAP_IAM_ROLES_LIST",
            "CAP_IAM_ROLE_BINDINGS_CREATE");
    PlatformClient member = client.withRole(team, maker);

    assertExceeds(member.post(ROLES + team, role("more", "CAP_IAM_GROUPS_DELETE")));
    String own = member.createRole(team, "own", "CAP_IAM_ROLES_LIST");
    member.bind(team, member.identity(), own);
    assertExceeds(member.replace(ROLES + own, role("own", "CAP_IAM_GROUPS_DELETE")));
    assertDenied(member.replace(ROLES + maker, role("maker", "CAP_IAM_GROUPS_DELETE")));
    assertDenied(member.delete(GROUPS + team));
  }

  /** Owners of a group below cannot extend the role that was granted to them from above. */
  @Test
  void byUpdatingARoleFromBelow() {
    String fromAbove = client.createRole(organization, "given", "CAP_IAM_GROUPS_LIST");
    String identity = client.createIdentity(organization);
    client.bind(team, identity, OWNER);
    client.bind(organization, identity, fromAbove);
    PlatformClient member = client.as(identity);

    assertDenied(member.replace(ROLES + fromAbove, role("given", "CAP_IAM_GROUPS_DELETE")));
    assertDenied(member.delete(ROLES + fromAbove));
    assertThat(client.get(ROLES + fromAbove).json().path("capabilities").toString())
        .isEqualTo("[\"CAP_IAM_GROUPS_LIST\"]");
    String ofTheTeam = member.createRole(team, "own", "CAP_IAM_GROUPS_DELETE");
    assertDenied(member.post(BINDINGS + organization, roleBinding(identity, ofTheTeam)));
    assertThat(client.post(BINDINGS + organization, roleBinding(identity, ofTheTeam)).violations())
        .containsExactly("roleUid");
  }

  @Test
  void byTakingOverAnIdentityThatMayDoMore() {
    PlatformClient member = client.withRole(organization, keeperOfIdentities());
    String owner = client.createIdentity(organization);
    client.bind(team, owner, OWNER);
    String tag = client.rest().get(IDENTITIES + owner).header("ETag").orElseThrow();

    for (String body : takeovers(member)) {
      assertExceeds(member.replace(IDENTITIES + owner, body));
    }
    assertThat(client.rest().get(IDENTITIES + owner).header("ETag")).hasValue(tag);
    assertThat(
            member.replace(IDENTITIES + owner, recognised(client, "renamed").toString()).status())
        .isEqualTo(200);
    assertDenied(member.get("/sts/exchange" + query("identity", owner)));
    // Taking over an identity that may do no more than the caller gains nothing, and is allowed.
    String harmless = client.createIdentity(organization);
    client.bind(team, harmless, BuiltInRole.APK_PULL.uid().value());
    made(member.replace(IDENTITIES + harmless, takeovers(member).get(0)));
    assertThat(member.as(harmless).get(GROUPS + team).status()).isEqualTo(200);
  }

  @Test
  void byTakingOverAnOperator() {
    PlatformClient owner = client.withRole(organization, OWNER);
    operator = client.createIdentity(organization);
    assertThat(client.post(OPERATORS, identityUid(operator)).status()).isEqualTo(200);

    for (String body : takeovers(owner)) {
      assertExceeds(owner.replace(IDENTITIES + operator, body));
    }
    String narrowed = client.createIdentity(organization);
    client.bind(organization, narrowed, OWNER);
    assertThat(client.post(OPERATORS, identityUid(narrowed)).status()).isEqualTo(200);
    try {
      PlatformClient narrowedOperator = client.as(narrowed, "scopes", organization);
      assertExceeds(narrowedOperator.replace(IDENTITIES + operator, takeovers(owner).get(0)));
    } finally {
      client.delete(OPERATORS + "/" + narrowed);
    }
    made(client.replace(IDENTITIES + operator, takeovers(owner).get(0)));
  }

  @Test
  void byTakingOverAnIdentityThatIsBoundElsewhere() {
    PlatformClient member = client.withRole(organization, keeperOfIdentities());
    PlatformClient owner = client.withRole(organization, OWNER);
    PlatformClient ownerOfTheTeam = client.withRole(team, OWNER);
    String guest = client.createIdentity(team);
    client.bind(client.createOrganization("elsewhere"), guest, BuiltInRole.APK_PULL.uid().value());

    assertExceeds(member.replace(IDENTITIES + guest, takeovers(member).get(0)));
    assertExceeds(ownerOfTheTeam.replace(IDENTITIES + guest, takeovers(ownerOfTheTeam).get(0)));
    made(owner.replace(IDENTITIES + guest, takeovers(owner).get(0)));
  }

  @Test
  void byMakingOneselfAnOperator() {
    PlatformClient owner = client.withRole(organization, OWNER);
    String itself = owner.identity();

    assertDenied(owner.post(OPERATORS, identityUid(itself)));
    assertDenied(
        owner.post(
            "/operator/organizations/" + client.organization() + ":assignOwner",
            identityUid(itself)));
    assertDenied(owner.post("/operator/signingKeys:rotate", "{}"));
    assertThat(owner.post(ROLES + organization, role("operator", "CAP_INTERNAL")).violations())
        .contains("capabilities");
    // Operators have no rights in organizations in which nothing is granted to them.
    operator = client.createIdentity(client.createOrganization("home"));
    client.post(OPERATORS, identityUid(operator));
    PlatformClient asOperator = client.as(operator);
    assertHidden(asOperator.get(GROUPS + organization));
    assertDenied(asOperator.post(BINDINGS + organization, roleBinding(operator, OWNER)));
    assertThat(
            asOperator
                .post(
                    "/operator/organizations/" + organization + ":assignOwner",
                    identityUid(operator))
                .obstacle())
        .isEqualTo("HAS_OWNER");
  }

  @Test
  void byNarrowingAndExchange() {
    String owner = client.createIdentity(organization);
    client.bind(organization, owner, OWNER);
    // Tokens of the first identity can be exchanged for the second one, which has the same role.
    String second = client.as(owner).createIdentity(organization);
    client.bind(organization, second, OWNER);
    String other = client.createGroup(organization, "other");
    PlatformClient narrowed = client.as(owner, "scopes", team, "cap", "groups.list");
    PlatformClient granting =
        client.as(
            owner,
            "scopes",
            team,
            "cap",
            "role_bindings.create",
            "cap",
            "roles.create",
            "cap",
            "group_invites.create");

    assertThat(narrowed.get(GROUPS + team).status()).isEqualTo(200);
    for (PlatformClient each :
        List.of(
            narrowed,
            narrowed.as(second),
            narrowed.as(second, "cap", "groups.list", "cap", "groups.create"),
            narrowed.as(second, "scopes", team, "scopes", other, "cap", "groups.list"))) {
      assertThat(each.get(GROUPS + team).status()).isEqualTo(200);
      assertHidden(each.get(GROUPS + organization));
      assertHidden(each.get(GROUPS + other));
      assertDenied(each.post(GROUPS + team, group("more", "")));
      assertDenied(each.post("/iam/v2/groups", group("mine", "")));
      assertThat(uids(each, Resource.GROUP)).containsExactly(team);
    }
    // A token can be restricted to groups within its grants only, not above or beside them.
    for (String beyond : List.of(organization, other)) {
      PlatformClient nothing = narrowed.as(second, "scopes", beyond);
      assertThat(uids(nothing, Resource.GROUP)).isEmpty();
      assertHidden(nothing.get(GROUPS + beyond));
    }
    assertExceeds(granting.post(BINDINGS + team, roleBinding(second, VIEWER)));
    assertExceeds(granting.post(ROLES + team, role("more", "CAP_IAM_GROUPS_LIST")));
    assertExceeds(granting.post(INVITES + team, groupInvite(VIEWER, "60s")));
    assertDenied(granting.post(BINDINGS + organization, roleBinding(second, VIEWER)));
  }

  /** Returns a client that may change identities, and little else. */
  private String keeperOfIdentities() {
    return client.createRole(
        organization,
        "keeper",
        "CAP_IAM_IDENTITY_UPDATE",
        "CAP_IAM_IDENTITY_LIST",
        "CAP_IAM_GROUPS_LIST",
        "CAP_APK_LIST",
        "CAP_APK_BLOBS_GET");
  }

  /** Returns changes that would make an identity that of the caller, or of everybody. */
  private List<String> takeovers(PlatformClient caller) {
    ObjectNode ofEveryAudience = recognised(client, "identity");
    ((ObjectNode) ofEveryAudience.path("claimMatch")).put("audiencePattern", ".*");
    ObjectNode ofEverybody = JSON.createObjectNode().put("name", "identity");
    ofEverybody.putObject("claimMatch").put("issuerPattern", ".*").put("subjectPattern", ".*");
    ObjectNode byKeys = JSON.createObjectNode().put("name", "identity");
    byKeys
        .putObject("staticKeys")
        .put("issuer", "https://a.test")
        .put("subject", "b")
        .put("issuerKeys", KEYS);
    return Stream.of(recognised(caller, "identity"), ofEveryAudience, ofEverybody, byKeys)
        .map(ObjectNode::toString)
        .toList();
  }

  /** Returns an identity for which the token of a client can be exchanged. */
  private static ObjectNode recognised(PlatformClient by, String name) {
    ObjectNode identity = JSON.createObjectNode().put("name", name);
    identity
        .putObject("claimMatch")
        .put("issuer", by.claims().getIssuer())
        .put("subject", by.identity());
    return identity;
  }

  private List<String> rolesAt(String group, String identity) {
    return bindings(group, identity).stream()
        .map(binding -> binding.at("/role/name").asText())
        .toList();
  }

  private static String role(String name, String capability) {
    ObjectNode role = JSON.createObjectNode().put("name", name);
    role.putArray("capabilities").add(capability);
    return role.toString();
  }

  private static String identityUid(String uid) {
    return JSON.createObjectNode().put("identityUid", uid).toString();
  }
}

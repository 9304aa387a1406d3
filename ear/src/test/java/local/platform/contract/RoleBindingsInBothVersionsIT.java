package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.group;
import static local.platform.contract.testing.PlatformClient.roleBinding;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.util.List;
import java.util.Map;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Deployment.InBothVersions
@Tag("database")
class RoleBindingsInBothVersionsIT extends BothVersions {
  private static final String BATCH = "/iam/v2/roleBindings:batchCreate";

  private String identity;

  RoleBindingsInBothVersionsIT(PlatformClient client) {
    super(client);
  }

  @BeforeEach
  void createIdentity() {
    identity = client.createIdentity(organization);
  }

  @Test
  void aReferenceThatIsAbsentMalformedOrUnusableIsNamed() {
    String elsewhere = client.createRole(client.createOrganization("other"), "a", "CAP_REPO_LIST");
    String child = client.createGroup(organization, "child");
    String below = client.createRole(child, "a", "CAP_REPO_LIST");
    String path = BINDINGS + organization;

    assertThat(client.post(path, "{}").violations()).containsExactly("identityUid", "roleUid");
    assertThat(client.post(path, roleBinding("x", "y")).violations())
        .containsExactly("identityUid", "roleUid");
    for (String role :
        List.of(elsewhere, below, organization + "/" + MISSING, "0".repeat(40), organization)) {
      Reply refused = client.post(path, roleBinding(identity, role));
      assertThat(refused.status()).as(refused.text()).isEqualTo(400);
      assertThat(refused.violations()).containsExactly("roleUid");
    }
    for (String bound :
        List.of(organization + "/" + MISSING, "0".repeat(40), organization, child)) {
      Reply refused = client.post(path, roleBinding(bound, VIEWER));
      assertThat(refused.status()).as(refused.text()).isEqualTo(400);
      assertThat(refused.violations()).containsExactly("identityUid");
    }
    String binding = BINDINGS + client.bind(organization, identity, VIEWER);
    assertThat(client.replace(binding, roleBinding(identity, below)).violations())
        .containsExactly("roleUid");
    assertThat(client.replace(binding, roleBinding(child, VIEWER)).violations())
        .containsExactly("identityUid");
  }

  @Test
  void aRoleThatIsMissingAndOneThatIsElsewhereAreToldAlike() {
    String other = client.createOrganization("other");
    String elsewhere = client.createRole(other, "a", "CAP_REPO_LIST");
    PlatformClient owner = client.withRole(organization, OWNER);

    Reply there = owner.post(BINDINGS + organization, roleBinding(identity, elsewhere));
    Reply missing =
        owner.post(BINDINGS + organization, roleBinding(identity, other + "/" + MISSING));

    assertThat(there.status()).isEqualTo(400);
    assertThat(there.text()).isEqualTo(missing.text());
  }

  /** Identities of other organizations can be bound; nothing more is shown of them than that. */
  @Test
  void anIdentityOfAnotherOrganizationAndARoleFromAboveCanBeBound() {
    String guest = client.createIdentity(client.createOrganization("other"));
    String group = client.createGroup(organization, "group");
    String role = client.createRole(organization, "a", "CAP_IAM_GROUPS_LIST");

    client.bind(group, guest, role);

    PlatformClient itself = client.as(guest);
    assertThat(itself.get(GROUPS + group).status()).isEqualTo(200);
    assertHidden(itself.get(GROUPS + organization));
  }

  @Test
  void theSameRoleIsGrantedToTheSameIdentityAtTheSameGroupOnce() {
    String binding = client.bind(organization, identity, VIEWER);
    String other = client.bind(organization, identity, EDITOR);
    client.bind(client.createGroup(organization, "child"), identity, VIEWER);

    for (Reply refused :
        List.of(
            client.post(BINDINGS + organization, roleBinding(identity, VIEWER)),
            client.replace(BINDINGS + other, roleBinding(identity, VIEWER)),
            batch(
                client,
                organization,
                roleBinding(client.createIdentity(organization), VIEWER),
                roleBinding(identity, VIEWER)))) {
      assertThat(refused.status()).as(refused.text()).isEqualTo(409);
      assertThat(refused.json().path("code").asInt()).isEqualTo(6);
      assertThat(refused.reason()).isEqualTo("ALREADY_EXISTS");
    }
    client.delete(BINDINGS + binding);
    client.bind(organization, identity, VIEWER);
  }

  @Test
  void aReplacementKeepsIdentityOrRoleThatIsLeftOutAndAlwaysTheGroup() {
    String path = BINDINGS + client.bind(organization, identity, VIEWER);
    String other = client.createIdentity(organization);

    for (String body : List.of("{\"identityUid\": \"" + other + "\"}", "{}")) {
      JsonNode replaced = made(client.replace(path, body)).json();
      assertThat(replaced.at("/identity/uid").asText()).isEqualTo(other);
      assertThat(replaced.at("/role/uid").asText()).isEqualTo(VIEWER);
      assertThat(replaced.at("/group/uid").asText()).isEqualTo(organization);
    }
    JsonNode role = client.replace(path, "{\"roleUid\": \"" + EDITOR + "\"}").json();
    assertThat(role.at("/identity/uid").asText()).isEqualTo(other);
    assertThat(role.at("/role/uid").asText()).isEqualTo(EDITOR);
    assertThat(client.get(path).json().at("/role/uid").asText()).isEqualTo(EDITOR);
  }

  @Test
  void aGrantCountsAtOnceAndIsOverAtOnce() {
    PlatformClient itself = client.as(identity);
    String group = GROUPS + client.createGroup(organization, "group");
    assertHidden(itself.get(group));

    String binding = client.bind(organization, identity, VIEWER);
    assertThat(itself.get(group).status()).isEqualTo(200);
    assertDenied(itself.replace(group, group("renamed", "")));
    made(client.replace(BINDINGS + binding, roleBinding(identity, OWNER)));
    assertThat(itself.replace(group, group("renamed", "")).status()).isEqualTo(200);
    client.delete(BINDINGS + binding);
    assertHidden(itself.get(group));
    assertThat(rows(itself, Resource.GROUP)).isEmpty();
  }

  @Test
  void aBatchIsAnsweredInItsOrder() {
    String other = client.createIdentity(organization);

    Reply created =
        made(
            batch(
                client,
                organization,
                roleBinding(other, VIEWER),
                roleBinding(identity, EDITOR),
                roleBinding(identity, VIEWER)));

    assertThat(created.json().fieldNames()).toIterable().containsExactly("roleBindings");
    JsonNode all = created.json().path("roleBindings");
    assertThat(all)
        .extracting(each -> each.at("/identity/uid").asText())
        .containsExactly(other, identity, identity);
    assertThat(all)
        .extracting(each -> each.at("/role/uid").asText())
        .containsExactly(VIEWER, EDITOR, VIEWER);
    for (JsonNode each : all) {
      assertThat(each.at("/group/uid").asText()).isEqualTo(organization);
      JsonNode read = made(client.get(BINDINGS + each.path("uid").asText())).json();
      assertThat(Resource.ROLE_BINDING.stateOf(read))
          .isEqualTo(Resource.ROLE_BINDING.stateOf(each));
    }
  }

  @Test
  void aBatchIsMadeWholeOrNotAtAll() {
    List<String> before = uids(client, Resource.ROLE_BINDING, "uidp.descendants_of", organization);
    String good = roleBinding(identity, VIEWER);
    Map<String, Reply> refused =
        Map.of(
            "requests[1].roleBinding.identityUid",
            batch(client, organization, good, roleBinding(organization, VIEWER)),
            "requests[0].roleBinding.roleUid",
            batch(
                client,
                organization,
                "{\"identityUid\": \"" + identity + "\"}",
                roleBinding(identity, EDITOR)),
            "requests",
            batch(client, organization),
            "parent",
            batch(client, "", good));

    refused.forEach(
        (field, reply) -> {
          assertThat(reply.status()).as(reply.text()).isEqualTo(400);
          assertThat(reply.violations()).containsExactly(field);
        });
    assertThat(batch(client, organization, good, good).status()).isEqualTo(409);
    assertThat(batch(client, organization + "/" + MISSING, good).status()).isEqualTo(404);
    assertDenied(batch(client, "0".repeat(40), good));
    assertThat(uids(client, Resource.ROLE_BINDING, "uidp.descendants_of", organization))
        .isEqualTo(before);
  }

  @Test
  void nobodyGrantsWhatItDoesNotHold() {
    String group = client.createGroup(organization, "group");
    PlatformClient limited = client.withRole(group, BuiltInRole.LIMITED_OWNER.uid().value());
    String custom = client.createRole(organization, "custom", "CAP_REPO_DELETE");

    for (Reply refused :
        List.of(
            limited.post(BINDINGS + group, roleBinding(identity, EDITOR)),
            limited.post(BINDINGS + group, roleBinding(identity, custom)),
            limited.post(BINDINGS + group, roleBinding(organization + "/" + MISSING, EDITOR)),
            batch(limited, group, roleBinding(identity, VIEWER), roleBinding(identity, EDITOR)))) {
      assertExceeds(refused);
    }
    assertDenied(limited.post(BINDINGS + organization, roleBinding(identity, VIEWER)));
    assertThat(limited.post(BINDINGS + group, roleBinding(identity, VIEWER)).status())
        .isEqualTo(200);
  }

  @Test
  void aGrantIsChangedOnlyByWhoHoldsItBeforeAndAfter() {
    String changer =
        client.createRole(
            organization,
            "changer",
            "CAP_IAM_ROLE_BINDINGS_UPDATE",
            "CAP_IAM_GROUPS_LIST",
            "CAP_APK_LIST",
            "CAP_APK_BLOBS_GET");
    String apkPull = BuiltInRole.APK_PULL.uid().value();
    PlatformClient member = client.withRole(organization, changer);
    String small = client.bind(organization, identity, apkPull);
    String large = client.bind(organization, identity, EDITOR);

    for (Reply refused :
        List.of(
            member.replace(BINDINGS + small, roleBinding(identity, VIEWER)),
            member.replace(BINDINGS + large, roleBinding(identity, changer)),
            member.replace(BINDINGS + large, roleBinding(member.identity(), EDITOR)))) {
      assertExceeds(refused);
    }
    assertThat(member.replace(BINDINGS + small, roleBinding(member.identity(), apkPull)).status())
        .isEqualTo(200);
  }

  @Test
  void theLastOwnerStaysWhoeverItIs() {
    String founder = client.identity();
    String first = bindings(organization, founder).get(0).path("uid").asText();
    String child = client.createGroup(organization, "child");
    String ownsChild = client.bind(child, identity, OWNER);

    assertNotDeleted(client.delete(BINDINGS + first), "LAST_OWNER");
    for (String body : List.of(roleBinding(founder, EDITOR), roleBinding(identity, VIEWER))) {
      assertObstacle(client.replace(BINDINGS + first, body), "LAST_OWNER");
    }
    assertThat(client.delete(BINDINGS + ownsChild).status()).isEqualTo(200);
    String second = client.bind(organization, identity, OWNER);
    assertThat(client.delete(BINDINGS + first).status()).isEqualTo(200);
    PlatformClient itself = client.as(identity);
    assertNotDeleted(itself.delete(BINDINGS + second), "LAST_OWNER");
    // Another owner is still an owner.
    made(itself.replace(BINDINGS + second, roleBinding(founder, OWNER)));
    assertHidden(itself.get(GROUPS + organization));
    assertThat(client.get(GROUPS + organization).status()).isEqualTo(200);
  }

  /** Resources in a group prevent its deletion; role bindings at it are deleted with it. */
  @Test
  void aDeletedGroupTakesItsBindingsAlongAndNothingElse() {
    String group = client.createGroup(organization, "group");
    String binding = client.bind(group, identity, VIEWER);
    String role = client.createRole(group, "role", "CAP_REPO_LIST");
    Reply heldByRole = client.delete(GROUPS + group);
    assertNotDeleted(heldByRole, "RESOURCE_NOT_EMPTY");
    assertThat(heldByRole.json().path("message").asText()).contains("roles");
    client.delete(ROLES + role);
    String inside = client.createIdentity(group);
    Reply heldByIdentity = client.delete(GROUPS + group);
    assertNotDeleted(heldByIdentity, "RESOURCE_NOT_EMPTY");
    assertThat(heldByIdentity.json().path("message").asText()).contains("identities");
    client.delete(IDENTITIES + inside);

    assertThat(client.delete(GROUPS + group).status()).isEqualTo(200);

    assertThat(client.get(BINDINGS + binding).status()).isEqualTo(404);
    assertThat(client.get(IDENTITIES + identity).status()).isEqualTo(200);
  }

  private static Reply batch(PlatformClient by, String parent, String... roleBindings) {
    ObjectNode body = JSON.createObjectNode().put("parent", parent);
    ArrayNode requests = body.putArray("requests");
    for (String roleBinding : roleBindings) {
      requests.addObject().putRawValue("roleBinding", new RawValue(roleBinding));
    }
    return by.post(BATCH, body.toString());
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Deployment.InBothVersions
@Tag("database")
class RolesInBothVersionsIT extends BothVersions {

  RolesInBothVersionsIT(PlatformClient client) {
    super(client);
  }

  @ParameterizedTest
  @CsvSource({
    "console_viewer, 45, Console Viewer Role (built-in), CAP_IAM_IDENTITY_LIST",
    "viewer, 51, Viewer Role (built-in), CAP_REPO_BLOBS_GET",
    "editor, 62, Editor Role (built-in), CAP_REPO_DELETE",
    "owner, 142, Owner Role (built-in), CAP_ADVISORIES_APPROVE",
    "limited_owner, 53, Limited Owner Role (built-in), CAP_IAM_ROLE_BINDINGS_CREATE",
    "registry.pull, 10, Registry Pull Role (built-in), CAP_MANIFEST_METADATA_LIST",
    "registry.push, 20, Registry Push Role (built-in), CAP_IAM_GROUPS_CREATE",
    "registry.pull_token_creator, 15, Registry Pull Token Creator Role (built-in),"
        + " CAP_IAM_IDENTITY_CREATE",
    "apk.pull, 3, APK Pull Role (built-in), CAP_APK_BLOBS_GET",
    "apk.push, 5, APK Push Role (built-in), CAP_APK_DELETE"
  })
  void aBuiltInRoleIsThatOfTheContract(
      String name, int size, String description, String capability) {
    BuiltInRole expected =
        Stream.of(BuiltInRole.values())
            .filter(role -> role.roleName().equals(name))
            .findFirst()
            .orElseThrow();

    List<JsonNode> found = rows(client, Resource.ROLE, "uidp.in_root", "true", "name", name);

    assertThat(found).hasSize(1);
    JsonNode role = found.get(0);
    assertThat(role.path("uid").asText()).isEqualTo(expected.uid().value());
    assertThat(role.path("description").asText()).isEqualTo(description);
    List<String> capabilities =
        StreamSupport.stream(role.path("capabilities").spliterator(), false)
            .map(JsonNode::asText)
            .toList();
    assertThat(capabilities).hasSize(size).contains(capability);
    assertThat(capabilities)
        .containsExactlyElementsOf(
            expected.capabilities().stream()
                .sorted((a, b) -> Integer.compare(a.number(), b.number()))
                .map(Capability::enumName)
                .toList());
    assertThat(client.get(ROLES + expected.uid()).json()).isEqualTo(role);
  }

  @Test
  void whoHasNoRoleSeesTheBuiltInOnesAndNoOthers() {
    String custom = client.createRole(organization, "custom", "CAP_REPO_LIST");
    PlatformClient nobody = client.as(client.createIdentity(organization));

    assertThat(uids(nobody, Resource.ROLE))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(BuiltInRole.values()).map(role -> role.uid().value()).toList());
    assertThat(nobody.get(ROLES + VIEWER).status()).isEqualTo(200);
    assertHidden(nobody.get(ROLES + custom));
  }

  @ParameterizedTest
  @EnumSource(
      value = BuiltInRole.class,
      names = {"OWNER", "APK_PULL"})
  void aBuiltInRoleIsChangedByNobody(BuiltInRole role) {
    String path = ROLES + role.uid();
    String before = client.get(path).text();
    for (PlatformClient each : List.of(client, client.as(client.createIdentity(organization)))) {
      assertNotDeleted(each.delete(path), "BUILT_IN_RESOURCE");
      for (String body : List.of(role("changed", "CAP_REPO_LIST"), role("Not A Name"))) {
        assertObstacle(each.replace(path, body), "BUILT_IN_RESOURCE");
      }
    }
    assertThat(client.get(path).text()).isEqualTo(before);
  }

  @Test
  void aRoleThatIsBoundIsNotDeleted() {
    String role = client.createRole(organization, "bound", "CAP_REPO_LIST");
    String binding = client.bind(organization, client.createIdentity(organization), role);

    assertNotDeleted(client.delete(ROLES + role), "RESOURCE_IN_USE");

    assertThat(client.get(ROLES + role).status()).isEqualTo(200);
    client.delete(BINDINGS + binding);
    assertThat(client.delete(ROLES + role).status()).isEqualTo(200);
  }

  @Test
  void aNameIsThereOnceInAGroupAndNeverThatOfABuiltInRole() {
    String child = client.createGroup(organization, "child");
    client.createRole(organization, "one", "CAP_REPO_LIST");
    String two = client.createRole(organization, "two", "CAP_REPO_LIST");
    client.createRole(child, "one", "CAP_REPO_LIST");

    for (Reply refused :
        List.of(
            client.post(ROLES + organization, role("one", "CAP_REPO_LIST")),
            client.post(ROLES + organization, role("viewer", "CAP_REPO_LIST")),
            client.replace(ROLES + two, role("one")),
            client.replace(ROLES + two, role("registry.pull")))) {
      assertThat(refused.status()).as(refused.text()).isEqualTo(409);
      assertThat(refused.json().path("code").asInt()).isEqualTo(6);
      assertThat(refused.reason()).isEqualTo("ALREADY_EXISTS");
      assertThat(refused.detail("ErrorInfo").path("metadata").path("kind").asText())
          .isEqualTo("Role");
    }
    assertThat(client.get(ROLES + two).json().path("name").asText()).isEqualTo("two");
    assertThat(client.replace(ROLES + two, role("two")).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UNKNOWN", "CAP_INTERNAL", "CAP_REPO_INTERNAL_ADMIN"})
  void capabilitiesThatCannotBeGrantedAreNamed(String capability) {
    String role = client.createRole(organization, "a", "CAP_REPO_LIST");
    for (Reply refused :
        List.of(
            client.post(ROLES + organization, role("b", "CAP_REPO_LIST", capability)),
            client.post(ROLES + organization, role("b", capability)),
            client.replace(ROLES + role, role("a", capability)))) {
      assertThat(refused.status()).as(refused.text()).isEqualTo(400);
      assertThat(refused.violations()).containsOnly("capabilities");
    }
  }

  /** Includes every capability that the API reserves. */
  @Test
  void noReservedCapabilityCanBeGranted() {
    List<Capability> reserved =
        Stream.of(Capability.values()).filter(capability -> !capability.isGrantable()).toList();
    assertThat(reserved).hasSizeGreaterThan(20);
    String[] names = reserved.stream().map(Capability::enumName).toArray(String[]::new);

    assertThat(client.post(ROLES + organization, role("a", names)).violations())
        .containsOnly("capabilities");
  }

  @Test
  void everyOtherViolationIsInOneAnswer() {
    assertThat(
            client
                .post(ROLES + organization, "{\"name\": \"A\", \"description\": \"\\u0000\"}")
                .violations())
        .containsExactly("name", "description", "capabilities");
  }

  @Test
  void everyCapabilityThatTheCallerHoldsCanBeInARole() {
    String[] all =
        BuiltInRole.OWNER.capabilities().stream().map(Capability::enumName).toArray(String[]::new);

    String role = client.createRole(organization, "all", all);

    assertThat(client.get(ROLES + role).json().path("capabilities"))
        .extracting(JsonNode::asText)
        .containsExactlyInAnyOrder(all);
  }

  @Test
  void aReplacementKeepsCapabilitiesThatAreLeftOut() {
    String path = ROLES + Resource.ROLE.create(client, organization, 1);

    JsonNode kept = made(client.replace(path, role("after"))).json();

    assertThat(kept.path("name").asText()).isEqualTo("after");
    assertThat(kept.has("description")).isFalse();
    assertThat(kept.path("capabilities").toString()).isEqualTo("[\"CAP_REPO_LIST\"]");
    assertThat(client.get(path).json()).isEqualTo(kept);
  }

  @Test
  void aChangedRoleCountsAtOnceForEverybodyWhoHasIt() {
    String role = client.createRole(organization, "changing", "CAP_REPO_LIST");
    PlatformClient member = client.withRole(organization, role);
    assertHidden(member.get(GROUPS + organization));

    made(client.replace(ROLES + role, role("changing", "CAP_IAM_GROUPS_LIST")));
    assertThat(member.get(GROUPS + organization).status()).isEqualTo(200);
    made(client.replace(ROLES + role, role("changing", "CAP_REPO_LIST")));
    assertHidden(member.get(GROUPS + organization));
  }

  @Test
  void aRoleHoldsNoMoreThanItsMakerDoes() {
    String maker =
        client.createRole(
            organization, "maker", "CAP_IAM_ROLES_CREATE", "CAP_IAM_ROLES_UPDATE", "CAP_REPO_LIST");
    String own = client.createRole(organization, "own", "CAP_REPO_LIST");
    String larger = client.createRole(organization, "larger", "CAP_REPO_DELETE");
    PlatformClient member = client.withRole(organization, maker);

    for (Reply refused :
        List.of(
            member.post(ROLES + organization, role("new", "CAP_REPO_DELETE")),
            member.replace(ROLES + own, role("own", "CAP_REPO_DELETE")),
            member.replace(ROLES + larger, role("larger", "CAP_REPO_LIST")),
            member.replace(ROLES + larger, role("renamed")))) {
      assertExceeds(refused);
    }
    assertThat(member.post(ROLES + organization, role("new", "CAP_REPO_LIST")).status())
        .isEqualTo(200);
    assertThat(member.replace(ROLES + own, role("renamed")).status()).isEqualTo(200);
  }

  private static String role(String name, String... capabilities) {
    ObjectNode role = JSON.createObjectNode().put("name", name);
    List.of(capabilities).forEach(role.putArray("capabilities")::add);
    return role.toString();
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import local.platform.authz.BuiltInRole;
import local.platform.authz.Capability;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Deployment.InAllDialects
class RolesIT {
  private static final String ROLES = "/iam/v2/roles/";

  private final PlatformClient client;
  private String organization;

  RolesIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("roles");
  }

  @Test
  void createAnswersTheWholeRoleAsTheContractWritesIt() {
    Reply created =
        client.post(
            ROLES + organization,
            """
            {"name": "deployer", "description": "a\\nrole", "uid": "x",
             "capabilities": [1613, "CAP_REPO_CREATE", "CAP_IAM_GROUPS_LIST", 1603]}
            """);

    assertThat(created.status()).as(created.text()).isEqualTo(200);
    assertThat(created.uid()).matches(organization + "/[0-9a-f]{16}");
    String time = created.json().path("createTime").asText();
    assertThat(Instant.parse(time)).isBetween(Instant.now().minusSeconds(60), Instant.now());
    assertThat(created.json())
        .isEqualTo(Golden.json("role.json", Map.of("uid", created.uid(), "time", time)));
    assertThat(client.get(ROLES + created.uid()).text()).isEqualTo(created.text());
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

    JsonNode found = client.get("/iam/v2/roles?uidp.in_root=true&name=" + name).json();
    JsonNode role = found.path("roles").path(0);

    assertThat(found.path("totalCount").asText()).isEqualTo("1");
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
                .map(each -> "CAP_" + each.name())
                .toList());
    assertThat(client.get(ROLES + expected.uid()).json()).isEqualTo(role);
  }

  @Test
  void whoHasNoRoleSeesTheBuiltInOnesAndNoOthers() {
    String custom = client.createRole(organization, "custom", "CAP_REPO_LIST");
    PlatformClient nobody = client.as(client.createIdentity(organization));

    JsonNode all = nobody.get("/iam/v2/roles?order_by=name").json();

    assertThat(all.path("totalCount").asText()).isEqualTo("10");
    assertThat(all.path("roles"))
        .extracting(role -> role.path("uid").asText())
        .containsExactlyElementsOf(
            Stream.of(BuiltInRole.values())
                .sorted((a, b) -> a.roleName().compareTo(b.roleName()))
                .map(role -> role.uid().value())
                .toList());
    assertThat(nobody.get(ROLES + BuiltInRole.VIEWER.uid()).status()).isEqualTo(200);
    assertThat(nobody.get(ROLES + custom).status()).isEqualTo(403);
    for (PlatformClient each : List.of(client, nobody)) {
      Reply missing = each.get(ROLES + "0".repeat(40));
      assertThat(missing.status()).isEqualTo(404);
      assertThat(missing.detail("ResourceInfo").path("resourceType").asText())
          .isEqualTo("iam.platform.local/Role");
      assertThat(each.delete(ROLES + "0".repeat(40)).text()).isEqualTo(missing.text());
      assertThat(each.patch(ROLES + "0".repeat(40), "{}").text()).isEqualTo(missing.text());
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = BuiltInRole.class,
      names = {"OWNER", "APK_PULL"})
  void aBuiltInRoleIsChangedByNobody(BuiltInRole role) {
    String before = client.get(ROLES + role.uid()).text();
    for (PlatformClient each : List.of(client, client.as(client.createIdentity(organization)))) {
      for (Reply refused :
          List.of(
              each.delete(ROLES + role.uid()),
              each.patch(ROLES + role.uid(), "{\"description\": \"changed\"}"),
              each.patch(ROLES + role.uid() + "?updateMask=*", "{\"name\": \"Not A Name\"}"))) {
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("code").asInt()).isEqualTo(9);
        assertThat(refused.obstacle()).isEqualTo("BUILT_IN_RESOURCE");
      }
    }
    assertThat(client.get(ROLES + role.uid()).text()).isEqualTo(before);
  }

  @Test
  void aRoleThatIsBoundIsNotDeleted() {
    String role = client.createRole(organization, "bound", "CAP_REPO_LIST");
    String binding = client.bind(organization, client.createIdentity(organization), role);

    Reply refused = client.delete(ROLES + role);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.obstacle()).isEqualTo("RESOURCE_IN_USE");
    assertThat(client.get(ROLES + role).status()).isEqualTo(200);
    client.delete("/iam/v2/roleBindings/" + binding);
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
            client.patch(ROLES + two, "{\"name\": \"one\"}"),
            client.patch(ROLES + two, "{\"name\": \"registry.pull\"}"))) {
      assertThat(refused.status()).as(refused.text()).isEqualTo(409);
      assertThat(refused.json().path("code").asInt()).isEqualTo(6);
      assertThat(refused.reason()).isEqualTo("ALREADY_EXISTS");
      assertThat(refused.detail("ErrorInfo").path("metadata").path("kind").asText())
          .isEqualTo("Role");
    }
    assertThat(client.get(ROLES + two).json().path("name").asText()).isEqualTo("two");
    assertThat(client.patch(ROLES + two, "{\"name\": \"two\"}").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "[2]",
        "[\"CAP_INTERNAL\"]",
        "[\"CAP_REPO_LIST\", \"CAP_REPO_INTERNAL_ADMIN\"]",
        "[0]",
        "[\"UNKNOWN\"]",
        "[99999]",
        "[-1]"
      })
  void capabilitiesThatCannotBeGrantedAreNamed(String capabilities) {
    Reply refused =
        client.post(
            ROLES + organization, "{\"name\": \"a\", \"capabilities\": " + capabilities + "}");

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.violations()).containsOnly("capabilities");
    String role = client.createRole(organization, "a", "CAP_REPO_LIST");
    Reply unchanged = client.patch(ROLES + role, "{\"capabilities\": " + capabilities + "}");
    assertThat(unchanged.violations()).containsOnly("capabilities");
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
        BuiltInRole.OWNER.capabilities().stream()
            .map(capability -> "CAP_" + capability.name())
            .toArray(String[]::new);

    String role = client.createRole(organization, "all", all);

    assertThat(client.get(ROLES + role).json().path("capabilities")).hasSize(all.length);
  }

  @Test
  void aMaskNamesWhatChangesAndAStarKeepsTheCapabilities() {
    String path = ROLES + client.createRole(organization, "before", "CAP_REPO_LIST");
    client.patch(path, "{\"description\": \"text\"}");
    String body =
        "{\"name\": \"after\", \"description\": \"new\", \"capabilities\": [\"CAP_TAG_LIST\"]}";

    JsonNode one = client.patch(path + "?updateMask=capabilities", body).json();
    assertThat(one.path("name").asText()).isEqualTo("before");
    assertThat(one.path("capabilities").toString()).isEqualTo("[\"CAP_TAG_LIST\"]");
    JsonNode star = client.patch(path + "?updateMask=*", "{\"name\": \"after\"}").json();
    assertThat(star.path("name").asText()).isEqualTo("after");
    assertThat(star.has("description")).isFalse();
    assertThat(star.path("capabilities").toString()).isEqualTo("[\"CAP_TAG_LIST\"]");
    JsonNode replaced = client.patch(path + "?update_mask=*", role("x", "CAP_REPO_LIST")).json();
    assertThat(replaced.path("capabilities").toString()).isEqualTo("[\"CAP_REPO_LIST\"]");
    assertThat(client.patch(path + "?updateMask=capabilities", "{}").violations())
        .containsExactly("capabilities");
    assertThat(client.patch(path + "?updateMask=capabilities.x", "{}").violations())
        .containsExactly("updateMask");
  }

  @Test
  void aChangedRoleCountsAtOnceForEverybodyWhoHasIt() {
    String role = client.createRole(organization, "changing", "CAP_REPO_LIST");
    PlatformClient member = client.withRole(organization, role);
    assertThat(member.get("/iam/v2/groups/" + organization).status()).isEqualTo(403);

    client.patch(ROLES + role, "{\"capabilities\": [\"CAP_IAM_GROUPS_LIST\"]}");
    assertThat(member.get("/iam/v2/groups/" + organization).status()).isEqualTo(200);
    client.patch(ROLES + role, "{\"capabilities\": [\"CAP_REPO_LIST\"]}");
    assertThat(member.get("/iam/v2/groups/" + organization).status()).isEqualTo(403);
  }

  @Test
  void aRoleIsCreatedInAGroupThatThereIs() {
    String body = role("a", "CAP_REPO_LIST");

    assertThat(client.post(ROLES + organization + "/0123456789abcdef", body).status())
        .isEqualTo(404);
    assertThat(client.post(ROLES + "0".repeat(40), body).status()).isEqualTo(403);
    assertThat(client.post(ROLES + BuiltInRole.VIEWER.uid(), body).status()).isEqualTo(403);
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
            member.patch(ROLES + own, "{\"capabilities\": [\"CAP_REPO_DELETE\"]}"),
            member.patch(ROLES + larger, "{\"capabilities\": [\"CAP_REPO_LIST\"]}"),
            member.patch(ROLES + larger, "{\"description\": \"a\"}"))) {
      assertThat(refused.status()).as(refused.text()).isEqualTo(403);
      assertThat(refused.reason()).isEqualTo("GRANT_EXCEEDS_CALLER");
    }
    assertThat(member.post(ROLES + organization, role("new", "CAP_REPO_LIST")).status())
        .isEqualTo(200);
    assertThat(member.patch(ROLES + own, "{\"description\": \"a\"}").status()).isEqualTo(200);
  }

  /** Whatever the table calls reserved. */
  @Test
  void noReservedCapabilityCanBeGranted() {
    List<Capability> reserved =
        Stream.of(Capability.values()).filter(capability -> !capability.isGrantable()).toList();
    assertThat(reserved).hasSizeGreaterThan(20);
    String[] names =
        reserved.stream().map(capability -> "CAP_" + capability.name()).toArray(String[]::new);

    assertThat(client.post(ROLES + organization, role("a", names)).violations())
        .containsOnly("capabilities");
  }

  private static String role(String name, String... capabilities) {
    var role = JSON.createObjectNode().put("name", name);
    List.of(capabilities).forEach(role.putArray("capabilities")::add);
    return role.toString();
  }
}

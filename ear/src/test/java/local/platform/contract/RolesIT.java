package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests roles in version 2 alone: JSON, numbers of capabilities, and masks. */
@Deployment.InVersion2
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

  @Test
  void theBuiltInRolesAreListedAndMissedByEverybodyAlike() {
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
  @ValueSource(strings = {"[]", "[2]", "[\"CAP_REPO_LIST\", 2]", "[0]", "[99999]", "[-1]"})
  void numbersOfCapabilitiesThatCannotBeGrantedAreNamed(String capabilities) {
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
  void aMaskNamesWhatChanges() {
    String path = ROLES + client.createRole(organization, "before", "CAP_REPO_LIST");
    client.patch(path, "{\"description\": \"text\"}");
    String body =
        "{\"name\": \"after\", \"description\": \"new\", \"capabilities\": [\"CAP_TAG_LIST\"]}";

    JsonNode one = client.patch(path + "?updateMask=capabilities", body).json();
    assertThat(one.path("name").asText()).isEqualTo("before");
    assertThat(one.path("capabilities").toString()).isEqualTo("[\"CAP_TAG_LIST\"]");
    assertThat(client.patch(path + "?updateMask=capabilities", "{}").violations())
        .containsExactly("capabilities");
    assertThat(client.patch(path + "?updateMask=capabilities.x", "{}").violations())
        .containsExactly("updateMask");
  }

  @Test
  void noPartOfABuiltInRoleIsChanged() {
    String path = ROLES + BuiltInRole.VIEWER.uid();
    String before = client.get(path).text();

    for (String mask : List.of("", "?updateMask=description")) {
      Reply refused = client.patch(path + mask, "{\"description\": \"changed\"}");
      assertThat(refused.obstacle()).isEqualTo("BUILT_IN_RESOURCE");
    }
    assertThat(client.get(path).text()).isEqualTo(before);
  }

  @Test
  void noPartOfARoleIsChangedBeyondWhatTheCallerHolds() {
    String maker =
        client.createRole(organization, "maker", "CAP_IAM_ROLES_UPDATE", "CAP_REPO_LIST");
    String own = client.createRole(organization, "own", "CAP_REPO_LIST");
    String larger = client.createRole(organization, "larger", "CAP_REPO_DELETE");
    PlatformClient member = client.withRole(organization, maker);

    for (Reply refused :
        List.of(
            member.patch(ROLES + own, "{\"capabilities\": [\"CAP_REPO_DELETE\"]}"),
            member.patch(ROLES + larger, "{\"capabilities\": [\"CAP_REPO_LIST\"]}"),
            member.patch(ROLES + larger, "{\"description\": \"a\"}"))) {
      assertThat(refused.status()).as(refused.text()).isEqualTo(403);
      assertThat(refused.reason()).isEqualTo("GRANT_EXCEEDS_CALLER");
    }
    assertThat(member.patch(ROLES + own, "{\"description\": \"a\"}").status()).isEqualTo(200);
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests roles over REST alone: invalid JSON. */
@Deployment.Test
class RolesRestIT {
  private static final String ROLES = "/iam/v2/roles/";

  private final PlatformClient client;
  private String organization;

  RolesRestIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("roles");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"[\"repo.list\"]", "[\"CAP_NONSENSE\"]", "[true]", "[null]", "[1603.5]", "{}"})
  void whatIsNoCapabilityIsNamedWithItsPlace(String capabilities) {
    Reply refused =
        client.post(
            ROLES + organization, "{\"name\": \"a\", \"capabilities\": " + capabilities + "}");

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.violations()).hasSize(1).allMatch(field -> field.startsWith("capabilities"));
  }

  @Test
  void everyUnknownFieldIsInOneAnswer() {
    assertThat(client.post(ROLES + organization, "{\"id\": \"a\", \"capability\": 1}").violations())
        .containsExactlyInAnyOrder("id", "capability");
  }

  /** Trailers of gRPC have no room for this many. */
  @Test
  void everyReservedCapabilityIsNamed() {
    String[] reserved =
        Stream.of(Capability.values())
            .filter(capability -> !capability.isGrantable())
            .map(capability -> "CAP_" + capability.name())
            .toArray(String[]::new);
    assertThat(reserved).hasSizeGreaterThan(20);
    ObjectNode role = JSON.createObjectNode().put("name", "a");
    List.of(reserved).forEach(role.putArray("capabilities")::add);

    assertThat(client.post(ROLES + organization, role.toString()).violations())
        .containsOnly("capabilities")
        .hasSize(reserved.length);
  }
}

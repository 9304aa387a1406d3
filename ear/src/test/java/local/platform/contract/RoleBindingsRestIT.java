package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.roleBinding;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import local.platform.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What REST alone has of role bindings: header fields, and JSON that is no batch. */
@Deployment.Test
class RoleBindingsRestIT {
  private static final String VIEWER = BuiltInRole.VIEWER.uid().value();

  private final PlatformClient client;
  private String organization;
  private String identity;

  RoleBindingsRestIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("bindings");
    identity = client.createIdentity(organization);
  }

  @ParameterizedTest
  @ValueSource(strings = {"v2", "v2beta1"})
  void createAnswersWithTheVersion(String version) {
    String path = "/iam/" + version + "/roleBindings/";
    Reply created = client.post(path + organization, roleBinding(identity, VIEWER));

    assertThat(created.status()).as(created.text()).isEqualTo(200);
    assertThat(created.header("ETag")).hasValue("\"0\"");
    assertThat(client.get(path + created.uid()).text()).isEqualTo(created.text());
  }

  @Test
  void aBatchNamesAnUnknownFieldWithItsPlaceAndMakesNothing() {
    String all = "/iam/v2/roleBindings?uidp.descendants_of=" + organization;
    String before = client.get(all).text();
    ObjectNode batch = JSON.createObjectNode().put("parent", organization).put("roleUid", VIEWER);
    batch.withArray("requests").addObject().putObject("roleBinding").put("identityUid", identity);
    batch.withArray("requests").addObject().putObject("roleBinding").put("nonsense", "a");

    Reply refused = client.post("/iam/v2/roleBindings:batchCreate", batch.toString());

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.violations()).containsExactly("requests[1].roleBinding.nonsense");
    assertThat(client.get(all).text()).isEqualTo(before);
  }
}

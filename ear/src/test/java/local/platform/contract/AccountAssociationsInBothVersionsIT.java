package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Deployment.InBothVersions
@Deployment.DiffersByDialect
@Tag("database")
class AccountAssociationsInBothVersionsIT extends BothVersions {
  private static final String ASSOCIATIONS = "/iam/v2/accountAssociations/";

  AccountAssociationsInBothVersionsIT(PlatformClient client) {
    super(client);
  }

  private Reply create(String group, ObjectNode state) {
    return client.post(ASSOCIATIONS + group, state.toString());
  }

  private static ObjectNode named(String name) {
    return JSON.createObjectNode().put("name", name);
  }

  private static ObjectNode bound(String service, String identity) {
    ObjectNode state = named("bound");
    state.putObject("chainguard").putObject("serviceBindings").put(service, identity);
    return state;
  }

  private String principal(String group, String service) {
    ObjectNode state = named("principal").put("servicePrincipal", "SERVICE_PRINCIPAL_" + service);
    return made(client.post(IDENTITIES + group, state.toString())).uid();
  }

  @Test
  void aGroupHasOneWithItsUid() {
    JsonNode first = made(create(organization, named("first"))).json();
    assertThat(first.path("uid").asText()).isEqualTo(organization);

    Reply second = create(organization, named("second"));

    assertThat(second.status()).as(second.text()).isEqualTo(409);
    assertThat(second.json().path("code").asInt()).isEqualTo(6);
    assertThat(second.reason()).isEqualTo("ALREADY_EXISTS");
    assertThat(client.get(ASSOCIATIONS + organization).json()).isEqualTo(first);
    assertThat(client.delete(ASSOCIATIONS + organization).status()).isEqualTo(200);
    made(create(organization, named("second")));
  }

  @Test
  void itsGroupIsNotDeleted() {
    String group = client.createGroup(organization, "group");
    made(create(group, named("here")));

    assertNotDeleted(client.delete(GROUPS + group), "RESOURCE_NOT_EMPTY");

    assertThat(client.delete(ASSOCIATIONS + group).status()).isEqualTo(200);
    assertThat(client.delete(GROUPS + group).status()).isEqualTo(200);
  }

  @Test
  void aServiceIsBoundToItsPrincipalInTheGroup() {
    String group = client.createGroup(organization, "group");
    ObjectNode bound = bound("INGESTER", principal(group, "INGESTER"));

    assertThat(made(create(group, bound)).json().path("chainguard"))
        .isEqualTo(bound.path("chainguard"));
    for (String other :
        List.of(
            principal(group, "COSIGNED"),
            principal(organization, "INGESTER"),
            client.createIdentity(group),
            group + "/" + MISSING)) {
      Reply refused = client.replace(ASSOCIATIONS + group, bound("INGESTER", other).toString());
      assertThat(refused.status()).as(refused.text()).isEqualTo(400);
      assertThat(refused.violations()).containsExactly("chainguard.serviceBindings.INGESTER");
    }
    assertThat(create(organization, bound("SERVICE_PRINCIPAL_INGESTER", group)).violations())
        .containsExactly("chainguard.serviceBindings.SERVICE_PRINCIPAL_INGESTER");
    assertThat(client.get(ASSOCIATIONS + group).json().path("chainguard"))
        .isEqualTo(bound.path("chainguard"));
  }

  @Test
  void aProviderThatAReplacementLeavesOutGoes() {
    ObjectNode state = Resource.ACCOUNT_ASSOCIATION.state(client, organization, 1);
    made(create(organization, state));
    ObjectNode less = state.deepCopy().without(List.of("amazon", "github"));

    made(client.replace(ASSOCIATIONS + organization, less.toString()));

    JsonNode read = client.get(ASSOCIATIONS + organization).json();
    assertThat(Resource.ACCOUNT_ASSOCIATION.stateOf(read)).isEqualTo(less);
  }

  @Test
  void theyAreSelectedByNameAndByGroup() {
    String group = client.createGroup(organization, "group");
    String name = "only " + organization;
    made(create(organization, named("another")));
    made(create(group, named(name)));

    assertThat(uids(client, Resource.ACCOUNT_ASSOCIATION, "name", name)).containsExactly(group);
    assertThat(uids(client, Resource.ACCOUNT_ASSOCIATION, "name", name, "uidp.ids", organization))
        .isEmpty();
    assertThat(uids(client, Resource.ACCOUNT_ASSOCIATION, "uidp.ids", organization))
        .containsExactly(organization);
  }

  @Test
  void whatIsWrongInAProviderIsNamed() {
    ObjectNode wrong = named("wrong");
    wrong.putObject("amazon").put("account", "12345678901");
    wrong.putObject("google").put("projectId", "a");
    wrong.putObject("azure").put("tenantId", "a");

    assertThat(create(organization, wrong).violations())
        .containsExactlyInAnyOrder("amazon.account", "google.projectNumber", "azure.clientIds");
  }
}

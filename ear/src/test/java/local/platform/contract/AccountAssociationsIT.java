package local.platform.contract;

import static local.platform.contract.BothVersions.made;
import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests account associations in version 2 alone: masks, orders, and checks. */
@Deployment.InVersion2
class AccountAssociationsIT {
  private static final String ASSOCIATIONS = "/iam/v2/accountAssociations";
  private static final String CHECK = ":checkAccountAssociation";

  private final PlatformClient client;
  private String organization;
  private String path;

  AccountAssociationsIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("account associations");
    path = ASSOCIATIONS + "/" + organization;
  }

  private Reply create(String group) {
    String state = Resource.ACCOUNT_ASSOCIATION.state(client, organization, 1).toString();
    return client.post(ASSOCIATIONS + "/" + group, state);
  }

  @Test
  void aMaskChangesAPartOfAProviderAndRemovesWhatTheBodyLeavesOut() {
    create(organization);

    Reply changed =
        client.send(
            "PATCH",
            path + "?updateMask=azure.client_ids,google",
            "{\"azure\": {\"clientIds\": {\"c\": \"3\"}}}",
            Map.of());

    assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    assertThat(changed.json().path("azure").toString())
        .isEqualTo("{\"tenantId\":\"tenant 1\",\"clientIds\":{\"c\":\"3\"}}");
    assertThat(changed.json().has("google")).isFalse();
    assertThat(changed.json().at("/amazon/account").asText()).isEqualTo("000000000001");
    Reply refused = client.patch(path + "?updateMask=azure.client_ids", "{}");
    assertThat(refused.violations()).containsExactly("azure.clientIds");
  }

  @Test
  void theGroupIsAnOrder() {
    create(organization);
    String group = client.createGroup(organization, "group");
    create(group);

    for (String order : List.of("", "group", "group asc", "uid")) {
      assertThat(uids(order)).as(order).containsExactly(organization, group);
    }
    for (String order : List.of("group desc", "uid desc")) {
      assertThat(uids(order)).as(order).containsExactly(group, organization);
    }
  }

  /** Each has the uid of its group, and so the place of it. */
  @Test
  void thePlaceOfTheGroupSelects() {
    String group = client.createGroup(organization, "group");
    String below = client.createGroup(group, "below");
    List.of(organization, group, below).forEach(each -> made(create(each)));

    assertThat(selected("uidp.children_of", organization)).containsExactly(group);
    assertThat(selected("uidp.children_of", below)).isEmpty();
    assertThat(selected("uidp.descendants_of", organization)).containsExactly(group, below);
    assertThat(selected("uidp.descendants_of", group)).containsExactly(below);
    for (String filter : List.of("uidp.childrenOf", "uidp.descendantsOf")) {
      Reply refused = client.get(ASSOCIATIONS + query(filter, "no place"));
      assertThat(refused.status()).as(refused.text()).isEqualTo(400);
      assertThat(refused.violations()).containsExactly(filter);
    }
  }

  private List<String> selected(String filter, String place) {
    return BothVersions.uids(client, Resource.ACCOUNT_ASSOCIATION, filter, place);
  }

  private List<String> uids(String order) {
    List<String> uids = new ArrayList<>();
    String token = "";
    do {
      JsonNode page =
          client
              .get(ASSOCIATIONS + query("page_size", "1", "order_by", order, "page_token", token))
              .json();
      uids.add(page.at("/accountAssociations/0/uid").asText());
      token = page.path("nextPageToken").asText();
    } while (!token.isEmpty());
    uids.removeIf(uid -> !uid.startsWith(organization));
    return uids;
  }

  @ParameterizedTest
  @ValueSource(strings = {"GOOGLE", "AMAZON", "AZURE"})
  void noProviderIsConfigured(String provider) {
    create(organization);

    Reply status = check("{\"providerType\": \"ACCOUNT_PROVIDER_TYPE_" + provider + "\"}");

    assertThat(status.status()).as(status.text()).isEqualTo(200);
    assertThat(status.json().path("status").asText()).isEqualTo("CHECK_STATUS_NOT_READY");
    assertThat(status.json().path("reason").asText()).isEqualTo("PROVIDER_NOT_CONFIGURED");
    assertThat(status.json().path("message").asText()).contains(provider);
  }

  @Test
  void aCheckNeedsAProviderAndAnAccountAssociation() {
    create(organization);
    for (String body : List.of("{}", "{\"providerType\": \"ACCOUNT_PROVIDER_TYPE_UNSPECIFIED\"}")) {
      Reply refused = check(body);
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.violations()).containsExactly("providerType");
    }
    client.delete(path);
    Reply missing = check("{\"providerType\": \"ACCOUNT_PROVIDER_TYPE_AMAZON\"}");
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.reason()).isEqualTo("NOT_FOUND");
  }

  private Reply check(String body) {
    return client.post(path + CHECK, body);
  }
}

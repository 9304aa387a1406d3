package local.platform.contract;

import static local.platform.contract.ProviderRequests.SECRET;
import static local.platform.contract.ProviderRequests.assertSecretIsNotLogged;
import static local.platform.contract.ProviderRequests.provider;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests identity providers over REST alone: invalid JSON, and the paths of SCIM. */
@Deployment.Test
class IdentityProvidersRestIT {
  private final PlatformClient client;
  private String organization;
  private String uid;

  IdentityProvidersRestIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void create() {
    organization = client.createOrganization("identity providers");
    uid = new ProviderRequests(client).create(organization, provider(ProviderRequests::secret));
  }

  @ParameterizedTest
  @CsvSource({"/iam/v2/identityProviders/, PATCH", "/iam/v1/identityProviders/, PUT"})
  void aBodyThatCannotBeReadIsNotRepeated(String collection, String update) {
    for (Reply refused : unreadable(collection, update)) {
      assertThat(refused.status()).as(refused.text()).isEqualTo(400);
      assertThat(refused.text()).doesNotContain(SECRET);
    }
  }

  @ParameterizedTest
  @CsvSource({"/iam/v2/identityProviders/, PATCH", "/iam/v1/identityProviders/, PUT"})
  void aBodyThatCannotBeReadIsNotLogged(String collection, String update, PlatformProcess process) {
    assertThat(unreadable(collection, update)).isNotEmpty();

    assertSecretIsNotLogged(process);
  }

  /** Sends bodies that have the secret, and something else that is wrong. */
  private List<Reply> unreadable(String collection, String update) {
    List<Reply> replies = new ArrayList<>();
    String quoted = "\"" + SECRET + "\"";
    for (String secret :
        List.of(SECRET, "[" + quoted + "]", quoted + ", \"pkceEnabled\": 2", quoted + quoted)) {
      String body = "{\"name\": \"a\", \"oidc\": {\"clientSecret\": " + secret + "}}";
      replies.add(client.post(collection + organization, body));
      replies.add(client.send(update, collection + uid, body, Map.of()));
    }
    return replies;
  }

  @ParameterizedTest
  @ValueSource(strings = {"/iam/v2/identityProviders/", "/iam/v1/identityProviders/"})
  void scimIsNotServed(String collection) {
    for (String verb :
        List.of("generateScimToken", "regenerateScimToken", "revokeScimToken", "setScimEnabled")) {
      Reply refused = client.post(collection + uid + ":" + verb, "{}");

      assertThat(refused.status()).as(refused.text()).isEqualTo(501);
      assertThat(refused.reason()).isEqualTo("UNIMPLEMENTED");
    }
    Reply list = client.get(collection.substring(0, collection.length() - 1));
    assertThat(list.text()).contains(uid).doesNotContain("scim");
  }
}

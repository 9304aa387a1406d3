package local.platform.contract;

import static local.platform.contract.BothVersions.made;
import static local.platform.contract.ProviderRequests.ISSUER;
import static local.platform.contract.ProviderRequests.OTHER_ISSUER;
import static local.platform.contract.ProviderRequests.PATH;
import static local.platform.contract.ProviderRequests.assertSecretIsMissing;
import static local.platform.contract.ProviderRequests.provider;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests identity providers in version 2 alone: masks. */
@Deployment.InVersion2
class IdentityProvidersIT {
  private static final String OTHER = "{\"oidc\": {\"issuer\": \"" + OTHER_ISSUER + "\"%s}}";

  private final PlatformClient client;
  private final ProviderRequests providers;
  private String uid;
  private String path;

  IdentityProvidersIT(PlatformClient client) {
    this.client = client;
    this.providers = new ProviderRequests(client);
  }

  @BeforeEach
  void create() {
    String organization = client.createOrganization("identity providers");
    uid = providers.create(organization, provider(ProviderRequests::secret));
    path = PATH + uid;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "?updateMask=oidc.client_secret      | {}",
        "?updateMask=oidc.clientSecret       | {\"oidc\": {\"clientSecret\": \"\"}}",
        "?updateMask=oidc,oidc.client_secret | {\"oidc\": {\"issuer\": \""
            + ISSUER
            + "\", \"clientId\": \"client\", \"pkceEnabled\": %s}}",
        "``                                  | {\"oidc\": {\"clientSecret\": \"\"}}"
      })
  void whatNamesTheSecretItselfRemovesItIfThereIsPkce(String mask, String body) {
    assertSecretIsMissing(client.patch(path + mask, body.formatted("false")));
    assertThat(providers.hasSecret(uid, ISSUER)).isTrue();

    made(client.patch(path + "?updateMask=oidc.pkce_enabled", provider(ProviderRequests::pkce)));
    made(client.patch(path + mask, body.formatted("true")));
    assertThat(providers.hasSecret(uid, ISSUER)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "oidc", "oidc.client_id,oidc.pkce_enabled", "name"})
  void otherMasksKeepIt(String mask) {
    for (String body :
        List.of(provider(oidc -> {}), provider(oidc -> oidc.put("clientSecret", "")))) {
      made(client.patch(path + "?updateMask=" + mask, body));
      assertThat(providers.hasSecret(uid, ISSUER)).isTrue();
    }
  }

  @Test
  void aMaskWithAnotherIssuerNeedsAnotherSecretOrPkce() {
    String mask = path + "?updateMask=oidc.issuer";

    assertSecretIsMissing(client.patch(mask, OTHER.formatted("")));
    // The secret of the body does not count: the mask does not name it.
    assertSecretIsMissing(client.patch(mask, OTHER.formatted(", \"clientSecret\": \"new\"")));
    assertThat(providers.hasSecret(uid, ISSUER)).isTrue();

    made(
        client.patch(mask + ",oidc.client_secret", OTHER.formatted(", \"clientSecret\": \"new\"")));
    assertThat(providers.hasSecret(uid, OTHER_ISSUER)).isTrue();
    made(client.patch(mask + ",oidc.pkce_enabled", provider(ProviderRequests::pkce)));
    assertThat(providers.hasSecret(uid, ISSUER)).isFalse();
  }

  @Test
  void anIssuerThatIsChangedToItselfKeepsTheSecret() {
    made(client.patch(path + "?updateMask=oidc.issuer", provider(oidc -> {})));

    assertThat(providers.hasSecret(uid, ISSUER)).isTrue();
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests account associations in version 1 alone, where the group is their key. */
@Deployment.InVersion1
class V1AccountAssociationsIT extends V1Iam {
  private static final String ASSOCIATIONS = "/iam/v1/account_associations";
  private static final String AMAZON = "'amazon':{'account':'123456789012'}";

  V1AccountAssociationsIT(PlatformClient client) {
    super(client);
  }

  private String path() {
    return ASSOCIATIONS + "/" + organization;
  }

  @Test
  void whatIsWrittenIsAnsweredInWholeWithTheGroup() {
    String whole = "{'group':'%s',%s,'name':'%s'}";

    assertThat(made(post(path(), "{'name':'a'," + AMAZON + "}")).json())
        .isEqualTo(tree(whole.formatted(organization, AMAZON, "a")));
    assertThat(made(put(path(), "{'name':'b'," + AMAZON + "}")).json())
        .isEqualTo(tree(whole.formatted(organization, AMAZON, "b")));
    assertThat(made(client.get(ASSOCIATIONS + query("group", organization))).json())
        .isEqualTo(tree("{'items':[" + whole.formatted(organization, AMAZON, "b") + "]}"));
    assertThat(made(put(path(), "{'name':'c'}")).json())
        .isEqualTo(tree("{'group':'%s','name':'c'}".formatted(organization)));
  }

  @Test
  void deletionAnswersAnEmptyObjectAlsoOfWhatIsMissing() {
    made(post(path(), "{'name':'a'}"));

    for (int time = 0; time < 2; time++) {
      assertThat(made(client.delete(path())).json()).isEmpty();
    }
    assertThat(made(client.get(ASSOCIATIONS + query("group", organization))).json().path("items"))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"GOOGLE", "AMAZON", "AZURE"})
  void noProviderIsConfigured(String provider) {
    made(post(path(), "{'name':'a'}"));

    Reply status = made(post(path() + ":check", "{'accountType':'" + provider + "'}"));

    assertThat(status.json().path("ready").asText()).isEqualTo("NotReady");
    assertThat(status.json().path("reason").asText()).isEqualTo("PROVIDER_NOT_CONFIGURED");
    assertThat(status.json().path("message").asText()).contains(provider);
  }

  @Test
  void aCheckNeedsAProviderAndAnAccountAssociation() {
    made(post(path(), "{'name':'a'}"));
    for (String body : List.of("{}", "{'accountType':'UNKNOWN'}")) {
      Reply refused = post(path() + ":check", body);
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.violations()).containsExactly("accountType");
    }
    client.delete(path());
    assertThat(post(path() + ":check", "{'accountType':'AMAZON'}").status()).isEqualTo(404);
  }

  @Test
  void theGroupIsRequired() {
    assertThat(post(ASSOCIATIONS, "{'name':'a'}").violations()).containsExactly("group");
    assertThat(post(ASSOCIATIONS + "/x:check", "{'accountType':'AMAZON'}").violations())
        .containsExactly("group");
    assertThat(client.get(ASSOCIATIONS + query("group", "x")).violations())
        .containsExactly("group");
  }
}

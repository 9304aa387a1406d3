package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests identities over REST alone: invalid JSON. */
@Deployment.Test
class IdentitiesRestIT {
  private static final String IDENTITIES = "/iam/v2/identities/";

  private final PlatformClient client;
  private String organization;

  IdentitiesRestIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("identities");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"name\": \"a\", \"claimMatch\": {\"issuer\": \"https://a.test\","
            + " \"issuerPattern\": \".*\", \"subject\": \"b\"}} | claimMatch.issuerPattern",
        "{\"name\": \"a\", \"claimMatch\": {\"issuer\": \"https://a.test\", \"subject\": \"b\"},"
            + " \"staticKeys\": {\"issuer\": \"https://a.test\"}} | staticKeys",
        "{\"name\": \"a\", \"claimMatch\": {\"issuers\": \"b\"}} | claimMatch.issuers",
        "{\"name\": \"a\", \"claimMatch\": []} | claimMatch",
        "{\"name\": \"a\", \"claimMatch\": {\"claims\": {\"a\": 1}}} | claimMatch.claims.a",
        "{\"name\": \"a\", \"staticKeys\": {\"expirationTime\": \"soon\"}}"
            + " | staticKeys.expirationTime"
      })
  void everyFieldThatIsWrongIsNamed(String body, String fields) {
    Reply refused = client.post(IDENTITIES + organization, body);

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.reason()).isEqualTo("INVALID_ARGUMENT");
    assertThat(refused.violations()).containsExactlyInAnyOrder(fields.split(","));
  }

  @Test
  void lookupIsNotOfferedWhateverItIsAsked() {
    Reply reply = client.get("/iam/v2/identities:lookupIdentity?issuer=https://a.test&subject=b");

    assertThat(reply.status()).as(reply.text()).isEqualTo(501);
    assertThat(reply.json().path("code").asInt()).isEqualTo(12);
  }
}

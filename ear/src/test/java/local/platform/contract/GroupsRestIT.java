package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.group;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests groups over REST alone: ways to write a request. */
@Deployment.Test
class GroupsRestIT {

  private final PlatformClient client;
  private String organization;

  GroupsRestIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("groups");
  }

  @Test
  void aBodyWithoutContentTypeOrWithThatOfCurlIsJson() {
    for (String type :
        new String[] {"application/x-www-form-urlencoded", "application/vnd.x+json"}) {
      Reply created =
          client.send(
              "POST",
              "/iam/v2/groups/" + organization,
              group("typed", ""),
              Map.of("Content-Type", type));
      assertThat(created.status()).as(type).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @CsvSource({"name=a&name=b, name", "name=%FF, name"})
  void aNameThatIsNoneOrTwoIsRefused(String parameters, String field) {
    Reply refused = client.get("/iam/v2/groups?" + parameters);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.detail("BadRequest").path("fieldViolations").path(0).path("field").asText())
        .isEqualTo(field);
  }
}

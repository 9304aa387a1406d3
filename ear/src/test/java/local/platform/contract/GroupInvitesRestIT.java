package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.groupInvite;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests invites over REST alone: versions in header fields, and invalid JSON. */
@Deployment.Test
class GroupInvitesRestIT {
  private static final String INVITES = "/iam/v2/groupInvites/";
  private static final String VIEWER = BuiltInRole.VIEWER.uid().value();

  private final PlatformClient client;
  private String organization;

  GroupInvitesRestIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("invites");
  }

  @Test
  void anInviteIsTakenBackInTheVersionThatIfMatchNamesAndInNoOther() {
    String path = INVITES + client.post(INVITES + organization, groupInvite(VIEWER, "60s")).uid();
    String tag = client.get(path).header("ETag").orElseThrow();

    for (String other : List.of("\"1\"", "W/" + tag)) {
      Reply refused = client.send("DELETE", path, null, Map.of("If-Match", other));
      assertThat(refused.status()).as(other).isEqualTo(412);
      assertThat(refused.reason()).isEqualTo("ETAG_MISMATCH");
    }
    assertThat(client.get(path).header("ETag")).hasValue(tag);
    assertThat(client.send("DELETE", path, null, Map.of("If-Match", tag)).status()).isEqualTo(200);
    assertThat(client.get(path).status()).isEqualTo(404);
    String another =
        INVITES + client.post(INVITES + organization, groupInvite(VIEWER, "60s")).uid();
    assertThat(client.send("DELETE", another, null, Map.of("If-Match", "*")).status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/iam/v2/groupInvites/", "/iam/v1/group_invites/"})
  void anInviteIsNotChanged(String collection) {
    String uid = client.post(INVITES + organization, groupInvite(VIEWER, "60s")).uid();
    String before = client.get(INVITES + uid).text();

    for (String method : List.of("PATCH", "PUT")) {
      Reply refused = client.send(method, collection + uid, "{\"email\": \"a@b.test\"}", Map.of());
      assertThat(refused.status()).as(method).isEqualTo(405);
    }
    assertThat(client.get(INVITES + uid).text()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"ttl\": 60, \"roleUid\": [], \"email\": {}, \"singleUse\": \"yes\"}"
            + " | ttl,roleUid,email,singleUse",
        "{\"ttl\": \"60\"} | ttl",
        "{\"ttl\": \"1h\"} | ttl",
        "{\"ttl\": \"\"} | ttl",
        "{\"ttl\": \"315576000001s\"} | ttl",
        "{\"ttl\": \"1.0000000001s\"} | ttl",
        "{\"group\": \"a\", \"expiration\": \"2030-01-01T00:00:00Z\"} | group,expiration"
      })
  void aFieldThatDoesNotFitIsNamed(String body, String named) {
    Reply refused = client.post(INVITES + organization, body);

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.violations()).containsExactlyInAnyOrder(named.split(","));
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.group;
import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests groups in version 2 alone: JSON and masks. */
@Deployment.InVersion2
class GroupsIT {
  private final PlatformClient client;
  private String organization;

  GroupsIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("groups");
  }

  @Test
  void createAnswersTheWholeGroupAsTheContractWritesIt() {
    Reply created = client.post("/iam/v2/groups/" + organization, group("team", "a\nteam"));

    assertThat(created.status()).isEqualTo(200);
    assertThat(created.uid()).matches(organization + "/[0-9a-f]{16}");
    String time = created.json().path("createTime").asText();
    assertThat(time).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
    assertThat(Instant.parse(time)).isBetween(Instant.now().minusSeconds(60), Instant.now());
    assertThat(created.json())
        .isEqualTo(Golden.json("group.json", Map.of("uid", created.uid(), "time", time)));
    assertThat(client.get("/iam/v2/groups/" + created.uid()).text()).isEqualTo(created.text());
  }

  @Test
  void serverSetFieldsInTheBodyAreIgnored() {
    Reply created =
        client.post(
            "/iam/v2/groups/" + organization,
            """
            {"name": "set", "uid": "x", "resourceLimits": {"a": 1},
             "create_time": "2020-01-01T00:00:00Z", "status": 2}
            """);

    assertThat(created.status()).isEqualTo(200);
    assertThat(created.uid()).startsWith(organization);
    assertThat(created.json().path("resourceLimits")).isEmpty();
    assertThat(created.json().has("status")).isFalse();
    assertThat(created.json().path("createTime").asText()).doesNotStartWith("2020");
  }

  @Test
  void patchWithoutAMaskChangesWhatIsInTheBody() {
    String path = "/iam/v2/groups/" + create("before", "text");

    assertThat(client.patch(path, "{\"name\": \"after\"}").json().path("description").asText())
        .isEqualTo("text");
    assertThat(client.patch(path, "{\"description\": \"\"}").json().has("description")).isFalse();
    assertThat(client.patch(path, "{}").json().path("name").asText()).isEqualTo("after");
  }

  @Test
  void aPatchOfNothingTellsNobodyWhetherThereIsWhatItMayNotSee() {
    String gone = client.createOrganization("gone");
    assertThat(client.delete("/iam/v2/groups/" + gone).status()).isEqualTo(200);
    String neverThere = "0".repeat(40);

    Reply refused = client.patch("/iam/v2/groups/" + gone, "{}");

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.reason()).isEqualTo("PERMISSION_DENIED");
    assertThat(refused.text().replace(gone, neverThere))
        .isEqualTo(client.patch("/iam/v2/groups/" + neverThere, "{}").text());
  }

  @Test
  void patchWithAMaskChangesWhatItNamesAndNothingElse() {
    String path = "/iam/v2/groups/" + create("before", "text");

    Reply one =
        client.patch(
            path + "?updateMask=description", "{\"name\": \"Ignored!\", \"description\": \"new\"}");
    assertThat(one.json().path("name").asText()).isEqualTo("before");
    assertThat(one.json().path("description").asText()).isEqualTo("new");

    Reply cleared = client.patch(path + "?update_mask=description", "{}");
    assertThat(cleared.json().has("description")).isFalse();

    Reply missing = client.patch(path + "?updateMask=name", "{}");
    assertThat(missing.status()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({
    "updateMask=name.x, there is no field name.x",
    "updateMask=resourceLimits.a, there is no field resourceLimits.a"
  })
  void aMaskThatNamesNothingIsRefused(String mask, String description) {
    Reply refused =
        client.patch("/iam/v2/groups/" + organization + "?" + mask.replace("*", "%2A"), "{}");

    assertThat(refused.status()).isEqualTo(400);
    JsonNode violation = refused.detail("BadRequest").path("fieldViolations").path(0);
    assertThat(violation.path("field").asText()).isEqualTo("updateMask");
    assertThat(violation.path("description").asText()).isEqualTo(description);
  }

  @Test
  void aMaskMayNameWhatTheServerSetsInEitherSpelling() {
    String path = "/iam/v2/groups/" + create("before", "text");

    Reply changed =
        client.patch(
            path + "?updateMask=name,createTime,update_time,verified,resource_limits,uid,kind",
            "{\"name\": \"after\", \"uid\": \"x\", \"resourceLimits\": {\"a\": 1}}");

    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.json().path("name").asText()).isEqualTo("after");
    assertThat(changed.json().path("resourceLimits")).isEmpty();
  }

  @Test
  void aPatchChangesTheKindOfAnOrganizationWhereItNamesIt() {
    String path = "/iam/v2/groups/" + organization;
    String dev = "{\"name\": \"changed\", \"kind\": \"ORG_KIND_DEV\"}";

    assertThat(client.patch(path + "?updateMask=name", dev).json().has("kind")).isFalse();
    Reply set = client.patch(path + "?updateMask=kind", dev);
    assertThat(set.json().path("kind").asText()).isEqualTo("ORG_KIND_DEV");
    assertThat(client.patch(path, dev).text()).isEqualTo(set.text());
    assertThat(client.patch(path, "{\"description\": \"a\"}").json().path("kind").asText())
        .isEqualTo("ORG_KIND_DEV");
    assertThat(client.get("/iam/v2/groups" + query("uidp.ids", organization)).text())
        .contains("ORG_KIND_DEV");
    assertThat(client.patch(path + "?updateMask=kind", "{}").json().has("kind")).isFalse();
  }

  @Test
  void aPatchRefusesAKindAndAVerificationOfASubgroupWhereItNamesThem() {
    String path = "/iam/v2/groups/" + create("before", "text");
    String body = "{\"name\": \"after\", \"verified\": true, \"kind\": \"ORG_KIND_DEV\"}";

    for (String mask : new String[] {"", "?updateMask=*", "?updateMask=kind,verified"}) {
      assertThat(client.patch(path + mask, body).violations())
          .containsExactlyInAnyOrder("verified", "kind");
    }
    assertThat(client.patch(path + "?updateMask=verified", body).violations())
        .containsExactly("verified");
    assertThat(client.patch(path + "?updateMask=kind", body).violations()).containsExactly("kind");
    assertThat(client.get(path).json().path("name").asText()).isEqualTo("before");
    Reply outsideTheMask = client.patch(path + "?updateMask=name", body);
    assertThat(outsideTheMask.status()).as(outsideTheMask.text()).isEqualTo(200);
    Reply unspecified =
        client.patch(path, "{\"verified\": false, \"kind\": \"ORG_KIND_UNSPECIFIED\"}");
    assertThat(unspecified.text()).isEqualTo(outsideTheMask.text());
  }

  private String create(String name, String description) {
    return client.post("/iam/v2/groups/" + organization, group(name, description)).uid();
  }
}

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
import org.junit.jupiter.params.provider.ValueSource;

/** What REST alone has of groups: header fields, and ways to write a request. */
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

  @ParameterizedTest
  @ValueSource(strings = {"v2", "v2beta1"})
  void createAnswersJsonWithItsVersion(String version) {
    Reply created =
        client.post("/iam/" + version + "/groups/" + organization, group("team", "a\nteam"));

    assertThat(created.status()).isEqualTo(200);
    assertThat(created.header("Content-Type")).hasValue("application/json");
    assertThat(created.header("ETag")).hasValue("\"0\"");
    assertThat(client.get("/iam/" + version + "/groups/" + created.uid()).text())
        .isEqualTo(created.text());
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

  @Test
  void theETagChangesWithEveryChangeAndIfMatchHoldsIt() {
    String path = "/iam/v2/groups/" + create("one", "");
    String first = client.get(path).header("ETag").orElseThrow();

    Reply changed = client.send("PATCH", path, "{\"name\": \"two\"}", Map.of("If-Match", first));
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.header("ETag")).isNotEqualTo(first);

    Reply stale = client.send("PATCH", path, "{\"name\": \"three\"}", Map.of("If-Match", first));
    assertThat(stale.status()).isEqualTo(412);
    assertThat(stale.json().path("code").asInt()).isEqualTo(10);
    assertThat(stale.reason()).isEqualTo("ETAG_MISMATCH");
    assertThat(client.send("DELETE", path, null, Map.of("If-Match", first)).status())
        .isEqualTo(412);
    assertThat(client.send("PATCH", path, "{}", Map.of("If-Match", "W/" + first)).status())
        .isEqualTo(412);
    assertThat(client.get(path).json().path("name").asText()).isEqualTo("two");
    assertThat(client.send("DELETE", path, null, Map.of("If-Match", "*")).status()).isEqualTo(200);
  }

  @Test
  void aReaderThatHasTheCurrentVersionIsToldSo() {
    String path = "/iam/v2/groups/" + organization;
    Reply read = client.get(path);

    Reply again =
        client.send(
            "GET", path, null, Map.of("If-None-Match", "\"x\", " + read.header("ETag").get()));

    assertThat(again.status()).isEqualTo(304);
    assertThat(again.text()).isEmpty();
    assertThat(again.header("ETag")).isEqualTo(read.header("ETag"));
    assertThat(client.send("GET", path, null, Map.of("If-None-Match", "\"x\"")).status())
        .isEqualTo(200);
  }

  @Test
  void headIsGetWithoutTheBody() {
    Reply head = client.send("HEAD", "/iam/v2/groups/" + organization);

    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("ETag")).isPresent();
    assertThat(head.text()).isEmpty();
  }

  @Test
  void aUidMayComeWithItsSlashesEncoded() {
    String uid = client.createGroup(organization, "encoded");

    assertThat(client.get("/iam/v2/groups/" + uid.replace("/", "%2F")).uid()).isEqualTo(uid);
  }

  @Test
  void aPatchThatChangesNothingKeepsTheETag() {
    String path = "/iam/v2/groups/" + create("same", "text");
    Reply before = client.get(path);

    Reply same = client.patch(path, group("same", "text"));

    assertThat(same.header("ETag")).isEqualTo(before.header("ETag"));
  }

  @ParameterizedTest
  @CsvSource({
    "page_size=2147483648, page_size",
    "pageSize=x, pageSize",
    "uidp.in_root=maybe, uidp.in_root",
    "offset=3, offset",
    "id=3, id",
    "uidp=3, uidp",
    "name=a&name=b, name",
    "page_size=1&pageSize=2, pageSize",
    "name=%FF, name"
  })
  void aListRefusesWhatItDoesNotUnderstandAndNamesIt(String parameters, String field) {
    Reply refused = client.get("/iam/v2/groups?" + parameters);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.detail("BadRequest").path("fieldViolations").path(0).path("field").asText())
        .isEqualTo(field);
  }

  private String create(String name, String description) {
    return client.post("/iam/v2/groups/" + organization, group(name, description)).uid();
  }
}

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

/** What version 2 alone has of groups: its JSON, masks and pages. */
@Deployment.InAllDialects
class GroupsIT {
  private static final String MISSING = "0123456789abcdef";

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
  void whatIsMissingIsNotFoundWhereTheCallerMayKnow() {
    String missing = organization + "/" + MISSING;
    for (Reply reply :
        new Reply[] {
          client.get("/iam/v2/groups/" + missing),
          client.delete("/iam/v2/groups/" + missing),
          client.patch("/iam/v2/groups/" + missing, group("x", "")),
        }) {
      assertThat(reply.status()).isEqualTo(404);
      assertThat(reply.json().path("code").asInt()).isEqualTo(5);
      assertThat(reply.detail("ResourceInfo").path("resourceName").asText()).isEqualTo(missing);
      assertThat(reply.detail("ResourceInfo").path("resourceType").asText())
          .isEqualTo("iam.platform.local/Group");
    }
  }

  @Test
  void deleteAnswersWithoutABodyAndOnlyOnce() {
    String uid = client.createGroup(organization, "gone");

    Reply deleted = client.delete("/iam/v2/groups/" + uid);

    assertThat(deleted.status()).isEqualTo(200);
    assertThat(deleted.text()).isEmpty();
    assertThat(client.delete("/iam/v2/groups/" + uid).status()).isEqualTo(404);
    assertThat(client.get("/iam/v2/groups/" + uid).status()).isEqualTo(404);
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
    "updateMask=nonsense, there is no field nonsense",
    "'updateMask=name,*', * must stand alone",
    "updateMask=name.x, there is no field name.x",
    "updateMask=create_time.seconds, there is no field create_time.seconds",
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

  @Test
  void aPatchThatChangesNothingKeepsUpdateTime() {
    String path = "/iam/v2/groups/" + create("same", "text");
    Reply before = client.get(path);

    Reply same = client.patch(path, group("same", "text"));

    assertThat(same.text()).isEqualTo(before.text());
  }

  @Test
  void aListHasItsRowsItsTotalAndNoTokenAtItsEnd() {
    String parent = client.createGroup(organization, "parent");
    String child = client.createGroup(parent, "child");

    JsonNode all = client.get("/iam/v2/groups" + query("uidp.descendants_of", organization)).json();
    assertThat(all.path("groups"))
        .extracting(g -> g.path("uid").asText())
        .containsExactly(parent, child);
    assertThat(all.path("totalCount").isTextual()).isTrue();
    assertThat(all.path("totalCount").asText()).isEqualTo("2");
    assertThat(all.path("skipped").isInt()).isTrue();
    assertThat(all.has("nextPageToken")).isFalse();

    JsonNode none = client.get("/iam/v2/groups" + query("uidp.childrenOf", child)).json();
    assertThat(none.toString()).isEqualTo("{\"groups\":[],\"totalCount\":\"0\",\"skipped\":0}");
  }

  @Test
  void pagesFollowEachOtherInTheirOrder() {
    for (String name : new String[] {"b", "d", "a", "c", "e"}) {
      client.createGroup(organization, name);
    }
    StringBuilder names = new StringBuilder();
    String token = "";
    int pages = 0;
    do {
      JsonNode page =
          client
              .get(
                  "/iam/v2/groups"
                      + query(
                          "uidp.children_of",
                          organization,
                          "page_size",
                          "2",
                          "order_by",
                          "name desc",
                          "page_token",
                          token))
              .json();
      page.path("groups").forEach(g -> names.append(g.path("name").asText()));
      assertThat(page.path("totalCount").asText()).isEqualTo("5");
      token = page.path("nextPageToken").asText();
      pages++;
    } while (!token.isEmpty());

    assertThat(names.toString()).isEqualTo("edcba");
    assertThat(pages).isEqualTo(3);
  }

  @Test
  void skipJumpsOverRowsAndIsEchoed() {
    for (String name : new String[] {"a", "b", "c"}) {
      client.createGroup(organization, name);
    }

    JsonNode last =
        client
            .get(
                "/iam/v2/groups"
                    + query("uidp.children_of", organization, "order_by", "name", "skip", "2"))
            .json();
    JsonNode beyond =
        client.get("/iam/v2/groups" + query("uidp.children_of", organization, "skip", "99")).json();

    assertThat(last.path("groups")).extracting(g -> g.path("name").asText()).containsExactly("c");
    assertThat(last.path("skipped").asInt()).isEqualTo(2);
    assertThat(last.path("totalCount").asText()).isEqualTo("3");
    assertThat(beyond.path("groups")).isEmpty();
    assertThat(beyond.path("totalCount").asText()).isEqualTo("3");
  }

  @ParameterizedTest
  @CsvSource({
    "page_size=-1, page_size",
    "skip=-1, skip",
    "order_by=nonsense, order_by",
    "'order_by=name,uid', order_by",
    "order_by=name%20up, order_by",
    "page_token=nonsense, page_token"
  })
  void aListRefusesWhatItDoesNotUnderstandAndNamesIt(String parameters, String field) {
    Reply refused = client.get("/iam/v2/groups?" + parameters);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.detail("BadRequest").path("fieldViolations").path(0).path("field").asText())
        .isEqualTo(field);
  }

  @Test
  void aPageTokenOfAnotherListOrChangedIsRefused() {
    client.createGroup(organization, "a");
    client.createGroup(organization, "b");
    String list = "/iam/v2/groups?uidp.children_of=" + organization + "&page_size=1";
    String token = client.get(list).json().path("nextPageToken").asText();
    assertThat(token).matches("[A-Za-z0-9._-]+");

    assertThat(client.get(list + "&page_token=" + token).status()).isEqualTo(200);
    assertThat(
            client
                .get(list.replace("page_size=1", "page_size=7") + "&page_token=" + token)
                .status())
        .isEqualTo(200);
    for (String other :
        new String[] {
          list + "&order_by=name&page_token=" + token,
          "/iam/v2/groups?page_size=1&page_token=" + token,
          list + "&name=a&page_token=" + token,
          list + "&page_token=" + token.substring(1),
        }) {
      Reply refused = client.get(other);
      assertThat(refused.status()).as(other).isEqualTo(400);
      assertThat(refused.text()).contains("page_token");
    }
  }

  private String create(String name, String description) {
    return client.post("/iam/v2/groups/" + organization, group(name, description)).uid();
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Deployment.Test
class V1GroupsIT {
  private final PlatformClient client;
  private String organization;
  private String a;
  private String b;
  private String c;

  V1GroupsIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createGroups() {
    organization = client.createOrganization("v1");
    a = client.createGroup(organization, "a");
    b = client.createGroup(a, "b");
    c = client.createGroup(b, "c");
  }

  @Test
  void aListHasItemsWithIdsAndNothingElse() {
    Reply reply = client.get("/iam/v1/groups?id=" + a);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.text())
        .isEqualTo(
            "{\"items\":[{\"id\":\""
                + a
                + "\",\"name\":\"a\",\"resourceLimits\":{},\"verified\":false}]}");
    assertThat(reply.header("Deprecation")).isEmpty();
    assertThat(reply.header("Sunset")).isEmpty();
  }

  @Test
  void whatIsMissingOrNotVisibleIsAnEmptyList() {
    for (String id : new String[] {"0".repeat(40), organization + "/0123456789abcdef"}) {
      Reply reply = client.get("/iam/v1/groups?id=" + id);
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.text()).isEqualTo("{\"items\":[]}");
    }
  }

  @Test
  void anIdIsAFilterBesideTheOthersAndUnknownParametersAreIgnored() {
    assertThat(ids("uidp.descendants_of", a, "page_size", "1", "skip", "1", "nonsense", "x"))
        .as("what version 2 has alone is unknown too")
        .containsExactly(b, c);
    assertThat(ids("id", c, "uidp.descendants_of", b)).containsExactly(c);
    assertThat(ids("id", a, "uidp.descendants_of", b)).isEmpty();
  }

  @Test
  void aClientSendsBackWhatItHasRead() {
    for (String group : List.of(organization, a)) {
      JsonNode read = client.get("/iam/v1/groups?id=" + group).json().path("items").path(0);

      Reply replaced = client.send("PUT", "/iam/v1/groups/" + group, read.toString(), Map.of());

      assertThat(replaced.status()).as(replaced.text()).isEqualTo(200);
      assertThat(replaced.json()).isEqualTo(read);
    }
  }

  @Test
  void aPartIsTakenByOffsetOrByPage() {
    assertThat(ids("uidp.descendants_of", organization, "offset", "1")).containsExactly(b, c);
    assertThat(ids("uidp.descendants_of", organization, "offset", "1", "limit", "1"))
        .containsExactly(b);
    assertThat(ids("uidp.descendants_of", organization, "page", "2", "per_page", "2"))
        .containsExactly(c);
    assertThat(ids("uidp.descendants_of", organization, "perPage", "2")).containsExactly(a, b);
  }

  @ParameterizedTest
  @CsvSource({
    "offset=-1, offset",
    "limit=0, limit",
    "page=0, page",
    "per_page=1001, perPage",
    "limit=x, limit",
    "offset=1&page=1, page",
    "id=nonsense, id"
  })
  void aWrongPartIsRefused(String parameters, String field) {
    Reply refused = client.get("/iam/v1/groups?" + parameters);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.detail("BadRequest").path("fieldViolations").path(0).path("field").asText())
        .isEqualTo(field);
  }

  @Test
  void otherMethodsAndPathsOfVersionOneAreErrorsInTheSameShape() {
    assertThat(client.send("PUT", "/iam/v1/groups").status()).isEqualTo(405);
    assertThat(client.get("/iam/v1/nonsense").reason()).isEqualTo("ROUTE_NOT_FOUND");
    assertThat(client.withToken("").get("/iam/v1/groups").status()).isEqualTo(401);
  }

  private List<String> ids(String... query) {
    Reply reply = client.get("/iam/v1/groups" + query(query));
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return StreamSupport.stream(reply.json().path("items").spliterator(), false)
        .map(item -> item.path("id").asText())
        .toList();
  }
}

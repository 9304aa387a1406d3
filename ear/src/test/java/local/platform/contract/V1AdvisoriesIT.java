package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests advisories in version 1, which alone writes them. */
@Deployment.InVersion1
class V1AdvisoriesIT {
  private static final String MISSING = "0123456789abcdef";
  private static final String NOTE = "{'truePositiveDetermination':{'note':'n'}}";
  private static final String APPROVED = "{'fixed':{'fixedVersion':'1'},'status':'APPROVED'}";

  private final PlatformClient client;
  private final Advisories advisories;
  private String organization;

  V1AdvisoriesIT(PlatformClient client) {
    this.client = client;
    this.advisories = new Advisories(client);
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("advisories");
  }

  private String create() {
    return advisories.create(organization, "artifact", "CVE-2099-1");
  }

  private static String id(JsonNode answer) {
    return answer.path("id").asText();
  }

  private JsonNode inVersion2(String id) {
    return Advisories.made(client.rest().get("/vulnerabilities/v2/advisories/" + id)).json();
  }

  private static void assertObstacle(Reply refused, String obstacle) {
    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.json().path("code").asInt()).isEqualTo(9);
    assertThat(refused.obstacle()).isEqualTo(obstacle);
  }

  // Advisories

  @Test
  void whatIsCreatedIsAnsweredInItsNormalFormAndListed() {
    JsonNode created =
        advisories.create(
            organization,
            """
            {'id':'x','artifactName':'zlib','artifactType':'apk','componentLocation':'/lib',
             'aliases':['x','cve-2099-1','x'],'advisoryId':'y','createdAt':'2020-01-01T00:00:00Z'}
            """);

    assertThat(id(created)).matches(organization + "/[0-9a-f]{16}");
    assertThat(created.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder(
            "id",
            "artifactType",
            "artifactName",
            "componentName",
            "componentLocation",
            "componentType",
            "createdAt",
            "updatedAt",
            "aliases",
            "advisoryId",
            "author");
    assertThat(created.path("componentName").asText()).isEqualTo("zlib");
    assertThat(created.path("componentType").asText()).isEqualTo("apk");
    assertThat(created.path("aliases").toString()).isEqualTo("[\"CVE-2099-1\",\"x\"]");
    assertThat(advisories.listed(id(created))).isEqualTo(created);
    assertThat(inVersion2(id(created)).path("advisoryId")).isEqualTo(created.path("advisoryId"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          artifactName | {'artifactType':'apk'}
          artifactType | {'artifactName':'a'}
          aliases[1]   | {'artifactName':'a','artifactType':'apk','aliases':['a','b c']}
          events       | {'artifactName':'a','artifactType':'apk','events':[{}]}
          author       | {'artifactName':'a','artifactType':'apk','author':'a\\nb'}
          """,
      quoteCharacter = '"')
  void whatIsWrongIsNamed(String field, String advisory) {
    assertThat(advisories.tryToCreate(organization, advisory).violations()).containsExactly(field);
  }

  @Test
  void aGroupHasOneAdvisoryOfAProductAndAVulnerability() {
    String id = create();
    String other = advisories.create(organization, "artifact", "GO-2099-1");
    String same =
        "{'artifactName':'artifact','artifactType':'apk','aliases':['GO-1','cve-2099-1']}";

    for (Reply refused :
        List.of(
            advisories.tryToCreate(organization, same),
            advisories.tryToReplace(other, "{'aliases':['CVE-2099-1']}"))) {
      assertThat(refused.status()).as(refused.text()).isEqualTo(409);
      assertThat(refused.reason()).isEqualTo("ALREADY_EXISTS");
    }
    advisories.create(client.rest().createGroup(organization, "group"), same);
    advisories.replace(id, "{'aliases':['CVE-2099-2']}");
    advisories.replace(other, "{'aliases':['CVE-2099-1','GO-2099-1']}");
  }

  @Test
  void anUpdateReplacesAliasesAndLocationAndRefusesAnotherProduct() {
    String id = create();

    JsonNode replaced =
        advisories.replace(
            id,
            "{'id':'x','artifactName':'artifact','componentLocation':'/a','aliases':['B','A']}");
    assertThat(id(replaced)).isEqualTo(id);
    assertThat(replaced.path("aliases").toString()).isEqualTo("[\"A\",\"B\"]");
    assertThat(replaced.path("componentLocation").asText()).isEqualTo("/a");
    for (String field :
        List.of(
            "artifactName",
            "artifactType",
            "artifactArchitecture",
            "componentName",
            "componentType")) {
      assertThat(advisories.tryToReplace(id, "{'" + field + "':'other'}").violations())
          .containsExactly(field);
    }
    JsonNode emptied = advisories.replace(id, "{}");
    assertThat(emptied.has("aliases")).isFalse();
    assertThat(emptied.path("componentLocation").asText()).isEmpty();
    assertThat(emptied.path("artifactName").asText()).isEqualTo("artifact");
    assertThat(advisories.tryToReplace(organization + "/" + MISSING, "{}").status()).isEqualTo(404);
  }

  /** Version 2 does not show it, and it is never in force. */
  @Test
  void aChangedLocationIsWrittenToTheLog() {
    String id = create();
    advisories.append(id, APPROVED);
    advisories.replace(id, "{'componentLocation':'/a','aliases':['CVE-2099-1']}");
    advisories.replace(id, "{'componentLocation':'/a','aliases':['CVE-2099-1']}");
    advisories.replace(id, "{'aliases':['CVE-2099-1']}");

    JsonNode events = advisories.events(id);

    assertThat(events).hasSize(3);
    assertThat(events.get(1).path("componentLocationChanged").toString())
        .isEqualTo("{\"newLocation\":\"/a\"}");
    assertThat(events.get(2).path("componentLocationChanged").toString())
        .isEqualTo("{\"previousLocation\":\"/a\"}");
    assertThat(events.get(2).has("status")).isFalse();
    assertThat(inVersion2(id).path("events")).hasSize(1);
    String type = "EVENT_TYPE_FILTER_COMPONENT_LOCATION_CHANGED";
    assertThat(ids("event_types", type)).containsExactly(id);
    assertThat(ids("latest_event_type", type)).isEmpty();
    assertThat(ids("latest_event_type", "EVENT_TYPE_FILTER_FIXED")).containsExactly(id);
    assertThat(
            advisories
                .tryToAppend(id, "{'componentLocationChanged':{'newLocation':'/b'}}")
                .violations())
        .containsExactly("componentLocationChanged");
  }

  private List<String> ids(String... namesAndValues) {
    List<String> parameters = new ArrayList<>(List.of("uidp.descendants_of", organization));
    parameters.addAll(List.of(namesAndValues));
    JsonNode page = advisories.list(parameters.toArray(String[]::new));
    List<String> ids =
        StreamSupport.stream(page.path("items").spliterator(), false)
            .map(V1AdvisoriesIT::id)
            .toList();
    assertThat(page.path("totalCount").asText()).isEqualTo(String.valueOf(ids.size()));
    return ids;
  }

  // Deletion

  @Test
  void aDeletedAdvisoryIsShownAndNotWrittenAndRestoredWithItsIdAndItsEvents() {
    String group = client.rest().createGroup(organization, "group");
    String id = advisories.create(group, "artifact", "CVE-2099-1");
    String event = id(advisories.append(id, NOTE));
    assertThat(ids("event_statuses", "PENDING")).containsExactly(id);
    advisories.delete(id);
    JsonNode deleted = advisories.listed(id);
    assertThat(Instant.parse(deleted.path("deletedAt").asText()))
        .isBetween(Instant.now().minusSeconds(60), Instant.now());
    assertThat(inVersion2(id).path("deleteTime")).isEqualTo(deleted.path("deletedAt"));

    assertThat(Advisories.made(client.delete(Advisories.PATH + "/" + id)).json()).isEmpty();
    assertThat(Advisories.made(client.delete(Advisories.PATH + "/" + group + "/" + MISSING)).json())
        .isEmpty();
    assertThat(advisories.listed(id)).as("deleted again").isEqualTo(deleted);
    assertObstacle(advisories.tryToReplace(id, "{}"), "RESOURCE_DELETED");
    assertObstacle(advisories.tryToAppend(id, NOTE), "RESOURCE_DELETED");
    assertObstacle(advisories.tryToChange(event, "{'status':'APPROVED'}"), "RESOURCE_DELETED");
    assertThat(ids("event_statuses", "PENDING")).as("the queue").isEmpty();
    assertThat(advisories.events(id)).hasSize(1);

    JsonNode restored =
        advisories.create(
            group,
            """
            {'artifactName':'artifact','artifactType':'apk','author':'b',
             'aliases':['CVE-2099-1','new']}
            """);
    assertThat(id(restored)).isEqualTo(id);
    assertThat(restored.path("advisoryId")).isEqualTo(deleted.path("advisoryId"));
    assertThat(restored.path("createdAt")).isEqualTo(deleted.path("createdAt"));
    assertThat(restored.has("deletedAt")).isFalse();
    assertThat(restored.path("author").asText()).isEqualTo("b");
    assertThat(restored.path("events")).hasSize(1);
    assertThat(ids("event_statuses", "PENDING")).containsExactly(id);
    assertThat(ids("aliases", "new")).containsExactly(id);
  }

  @Test
  void anAdvisoryKeepsItsGroupUntilItIsDeletedAndGoesWithIt() {
    String group = client.rest().createGroup(organization, "group");
    String id = advisories.create(group, "artifact", "CVE-2099-1");
    advisories.append(id, NOTE);

    Reply refused = client.rest().delete("/iam/v2/groups/" + group);
    assertObstacle(refused, "RESOURCE_NOT_EMPTY");
    assertThat(refused.json().path("message").asText())
        .contains("cannot delete group with child advisories");
    advisories.delete(id);
    Advisories.made(client.rest().delete("/iam/v2/groups/" + group));

    assertThat(ids()).isEmpty();
    assertThat(client.rest().get("/vulnerabilities/v2/advisories/" + id).status()).isEqualTo(404);
  }

  // Events

  @Test
  void eventsAreAppendedAndListedInOrderWithTheirFindings() {
    String id = create();
    JsonNode first =
        advisories.append(
            id,
            """
            {'id':'x','timestamp':'2026-01-02T03:04:05.678999Z','detection':{'nvdapi':
             {'cpeSearched':'a','cpeFound':'b'}},'findings':'e30=','author':'ann',
             'reviewer':'x','issue':'i'}
            """);
    JsonNode second = advisories.append(id, APPROVED);

    assertThat(id(first)).matches(id + "/[0-9a-f]{16}");
    assertThat(first.path("timestamp").asText()).isEqualTo("2026-01-02T03:04:05.678Z");
    assertThat(first.path("status").asText()).isEqualTo("PENDING");
    assertThat(first.has("reviewer")).isFalse();
    assertThat(second.path("reviewer")).isEqualTo(second.path("author"));
    assertThat(advisories.events(id)).containsExactly(first, second);
    ((ObjectNode) first).remove("findings");
    assertThat(advisories.listed(id).path("events")).containsExactly(first, second);
    assertThat(advisories.listed(id).path("updatedAt").asText())
        .isGreaterThanOrEqualTo(second.path("timestamp").asText());
    assertThat(advisories.events(organization + "/" + MISSING)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          type                          | {}
          detection                     | {'detection':{}}
          fixed.fixedVersion            | {'fixed':{'note':'n'}}
          patched.patchedVersions       | {'patched':{}}
          patched.patchedVersions[0]    | {'patched':{'patchedVersions':['']}}
          findings                      | {'fixed':{'fixedVersion':'1'},'findings':'eyI='}
          status                        | {'fixed':{'fixedVersion':'1'},'status':'REJECTED'}
          timestamp                     | {'fixed':{'fixedVersion':'1'},'timestamp':'9000-01-01T00:00:00Z'}
          detection.scanv1.componentName | {'detection':{'scanv1':{'componentName':'a\\nb'}}}
          """,
      quoteCharacter = '"')
  void whatIsWrongWithAnEventIsNamed(String field, String event) {
    assertThat(advisories.tryToAppend(create(), event).violations()).containsExactly(field);
  }

  @Test
  void timesNeverDecrease() {
    String id = create();
    advisories.append(id, timed("2026-01-02T00:00:00.001Z"));

    assertThat(advisories.tryToAppend(id, timed("2026-01-02T00:00:00Z")).violations())
        .containsExactly("timestamp");
    advisories.append(id, timed("2026-01-02T00:00:00.001Z"));
    advisories.append(id, NOTE);
  }

  private static String timed(String time) {
    return "{'truePositiveDetermination':{},'timestamp':'" + time + "'}";
  }

  @Test
  void anEventIsChangedUntilItIsReviewed() {
    String id = create();
    JsonNode event = advisories.append(id, "{'fixNotPlanned':{},'author':'ann','issue':'i'}");

    JsonNode changed = advisories.change(id(event), NOTE);
    assertThat(changed.path("truePositiveDetermination").path("note").asText()).isEqualTo("n");
    assertThat(changed.has("fixNotPlanned")).isFalse();
    assertThat(changed.path("issue").asText()).isEqualTo("i");
    assertThat(changed.path("author").asText()).isNotEqualTo("ann");
    assertThat(changed.path("timestamp")).isEqualTo(event.path("timestamp"));
    JsonNode asked = advisories.change(id(event), "{'status':'REQUEST_CHANGES'}");
    assertThat(asked.path("status").asText()).isEqualTo("REQUEST_CHANGES");
    assertThat(asked.path("reviewer").asText()).isNotEmpty();
    JsonNode again = advisories.change(id(event), "{'issue':''}");
    assertThat(again.path("status").asText()).isEqualTo("PENDING");
    assertThat(again.has("issue")).isFalse();
    assertThat(again.has("reviewer")).isFalse();
    JsonNode approved = advisories.change(id(event), "{'status':'APPROVED'}");
    assertThat(approved.path("status").asText()).isEqualTo("APPROVED");
    for (String change :
        List.of("{'issue':'j'}", "{'status':'PENDING'}", "{'status':'REJECTED'}")) {
      assertObstacle(advisories.tryToChange(id(event), change), "EVENT_REVIEWED");
    }
    assertThat(advisories.events(id)).containsExactly(approved);
    assertThat(
            advisories.tryToChange(id(event), "{'timestamp':'2026-01-01T00:00:00Z'}").violations())
        .containsExactly("timestamp");
    assertThat(advisories.tryToChange(id + "/" + MISSING, NOTE).status()).isEqualTo(404);
  }

  @Test
  void theNewestApprovedEventIsInForce() {
    String id = create();
    JsonNode pending = advisories.append(id, "{'fixNotPlanned':{}}");
    assertThat(inForce("EVENT_TYPE_FILTER_FIX_NOT_PLANNED")).isEmpty();
    advisories.append(id, APPROVED);
    advisories.append(id, NOTE);
    assertThat(inForce("EVENT_TYPE_FILTER_FIXED")).containsExactly(id);

    advisories.change(id(pending), "{'status':'APPROVED'}");

    assertThat(inForce("EVENT_TYPE_FILTER_FIXED")).as("the newer one").containsExactly(id);
    assertThat(inForce("EVENT_TYPE_FILTER_FIX_NOT_PLANNED")).isEmpty();
    assertThat(inForce("EVENT_TYPE_FILTER_TRUE_POSITIVE_DETERMINATION")).isEmpty();
  }

  private List<String> inForce(String type) {
    return ids("latest_event_type", type);
  }

  @Test
  void approvalTakesACapabilityOfItsOwn() {
    String id = create();
    String event = id(advisories.append(id, NOTE));
    String role =
        client
            .rest()
            .createRole(
                organization,
                "writer",
                "CAP_ADVISORIES_CREATE",
                "CAP_ADVISORIES_UPDATE",
                "CAP_ADVISORIES_LIST");
    Advisories writer = new Advisories(client.withRole(organization, role));

    for (String status : List.of("APPROVED", "REJECTED", "REQUEST_CHANGES")) {
      assertDenied(writer.tryToChange(event, "{'status':'" + status + "'}"));
    }
    assertDenied(writer.tryToAppend(id, APPROVED));
    JsonNode changed = writer.change(event, "{'truePositiveDetermination':{'note':'m'}}");
    JsonNode reviewed = advisories.change(event, "{'status':'REJECTED'}");
    assertThat(changed.path("author").asText()).isEqualTo("identity");
    assertThat(reviewed.path("author").asText()).isEqualTo("identity");
    assertThat(reviewed.path("reviewer").asText()).isNotEmpty();
  }

  private static void assertDenied(Reply refused) {
    assertThat(refused.status()).as(refused.text()).isEqualTo(403);
    assertThat(refused.reason()).isEqualTo("PERMISSION_DENIED");
  }

  @Test
  void whoMayNotReadSeesNothingAndWhoMayNotWriteIsToldTheSameOfWhatIsMissing() {
    String id = create();
    String event = id(advisories.append(id, NOTE));
    String missing = organization + "/" + MISSING;
    Advisories stranger =
        new Advisories(
            client.withRole(
                client.createOrganization("stranger"), BuiltInRole.OWNER.uid().value()));

    assertThat(stranger.list("id", id).path("items")).isEmpty();
    assertThat(stranger.list("id", id).path("totalCount").asText()).isEqualTo("0");
    assertThat(stranger.events(id)).isEmpty();
    for (List<Reply> replies :
        List.of(
            List.of(stranger.tryToReplace(id, "{}"), stranger.tryToReplace(missing, "{}")),
            List.of(stranger.tryToAppend(id, NOTE), stranger.tryToAppend(missing, NOTE)),
            List.of(
                stranger.tryToChange(event, NOTE),
                stranger.tryToChange(id + "/" + MISSING, NOTE)))) {
      replies.forEach(V1AdvisoriesIT::assertDenied);
    }
    assertDenied(stranger.client().delete(Advisories.PATH + "/" + id));
    assertThat(advisories.listed(id).has("deletedAt")).isFalse();
  }

  // Lists

  @Test
  void listsArePagedInEachOrder() {
    List<String> ids = new ArrayList<>();
    for (String alias : List.of("CVE-2099-3", "CVE-2099-1", "CVE-2099-2")) {
      ids.add(advisories.create(organization, "artifact", alias));
    }
    advisories.append(ids.get(0), NOTE);
    advisories.delete(ids.get(1));

    assertOrder("ID", "id");
    assertOrder("CREATED_AT", "createdAt");
    assertOrder("UPDATED_AT", "updatedAt");
    assertOrder("ALIASES", "aliases");
    assertThat(inOrder("ORDER_BY_UNSPECIFIED")).isEqualTo(inOrder("ID_ASC"));
    List<String> kept = Stream.of(ids.get(0), ids.get(2)).sorted().toList();
    assertThat(inOrder("DELETED_AT_ASC"))
        .extracting(V1AdvisoriesIT::id)
        .containsExactly(ids.get(1), kept.get(0), kept.get(1));
    assertThat(inOrder("DELETED_AT_DESC"))
        .extracting(V1AdvisoriesIT::id)
        .containsExactly(ids.get(1), kept.get(1), kept.get(0));
    Map.of("order_by=11", "orderBy", "page_size=-1", "pageSize", "page_token=x", "pageToken")
        .forEach(
            (parameter, field) ->
                assertThat(client.get(Advisories.PATH + "?" + parameter).violations())
                    .containsExactly(field));
  }

  private void assertOrder(String order, String field) {
    Comparator<JsonNode> byField =
        Comparator.<JsonNode, String>comparing(each -> each.path(field).toString())
            .thenComparing(V1AdvisoriesIT::id);
    List<JsonNode> ascending = inOrder(order + "_ASC");
    assertThat(ascending).as(order).hasSize(3).isSortedAccordingTo(byField);
    List<JsonNode> descending = new ArrayList<>(ascending);
    Collections.reverse(descending);
    assertThat(inOrder(order + "_DESC")).as(order).isEqualTo(descending);
  }

  /** Lists the advisories by pages of one. */
  private List<JsonNode> inOrder(String order) {
    List<JsonNode> rows = new ArrayList<>();
    String token = "";
    do {
      JsonNode page =
          advisories.list(
              "uidp.children_of",
              organization,
              "order_by",
              order,
              "page_size",
              "1",
              "page_token",
              token);
      assertThat(page.path("items")).hasSize(1);
      assertThat(page.path("totalCount").asText()).isEqualTo("3");
      rows.add(page.at("/items/0"));
      token = page.path("nextPageToken").asText();
    } while (!token.isEmpty());
    return rows;
  }

  @Test
  void aUidThatIsNoneIsNamed() {
    assertThat(advisories.tryToCreate("x", "{}").violations()).contains("parentId");
    assertThat(advisories.tryToReplace("x", "{}").violations()).containsExactly("id");
    assertThat(advisories.tryToAppend("x", NOTE).violations()).containsExactly("parentId");
    assertThat(advisories.tryToChange("x", NOTE).violations()).containsExactly("id");
    assertThat(client.delete(Advisories.PATH + "/x").violations()).containsExactly("id");
    assertThat(client.get(Advisories.PATH + query("id", "x")).violations()).containsExactly("id");
  }
}

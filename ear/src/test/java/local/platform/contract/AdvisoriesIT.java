package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests advisories in version 2 alone: JSON, orders, and the search for a text. */
@Deployment.InVersion2
@Tag("database")
class AdvisoriesIT {
  private static final String ADVISORIES = "/vulnerabilities/v2/advisories";
  private static final String MISSING = "0123456789abcdef";

  private final PlatformClient client;
  private final Advisories advisories;
  private String organization;

  AdvisoriesIT(PlatformClient client) {
    this.client = client;
    this.advisories = new Advisories(client.rest());
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("advisories");
  }

  @Test
  void anAdvisoryIsAnsweredAsTheContractWritesItAndListedWithoutFindings() {
    JsonNode created =
        advisories.create(
            organization,
            """
            {'artifactName':'zlib','artifactType':'apk','artifactArchitecture':'x86_64',
             'componentName':'libz','componentLocation':'/usr/lib','componentType':'c',
             'aliases':['cve-2099-7','GHSA-ABCD-EFGH-IJKL'],'author':'ann'}
            """);
    String uid = created.path("id").asText();
    JsonNode first =
        advisories.append(
            uid,
            """
            {'timestamp':'2026-01-02T03:04:05.678Z','detection':{'scanv1':{'scanner':'grype',
             'subpackageName':'dev','componentName':'libz','componentVersion':'1.3'}},
             'findings':'eyJhIjpbMV19','author':'ben','status':'APPROVED','issue':'i/1'}
            """);
    JsonNode second =
        advisories.append(
            uid,
            """
            {'falsePositiveDetermination':{'type':'VULNERABLE_CODE_NOT_INCLUDED_IN_PACKAGE',
             'note':'a\\nnote'}}
            """);
    advisories.replace(uid, "{'aliases':['CVE-2099-7'],'componentLocation':'/lib'}");

    Reply read = client.get(ADVISORIES + "/" + uid);

    assertThat(read.status()).as(read.text()).isEqualTo(200);
    ObjectNode expected =
        (ObjectNode)
            Golden.json(
                "advisory.json",
                Map.of(
                    "uid",
                    uid,
                    "advisoryId",
                    created.path("advisoryId").asText(),
                    "first",
                    first.path("id").asText(),
                    "second",
                    second.path("id").asText(),
                    "identity",
                    second.path("author").asText(),
                    "createTime",
                    read.json().path("createTime").asText(),
                    "updateTime",
                    read.json().path("updateTime").asText(),
                    "time",
                    second.path("timestamp").asText()));
    assertThat(read.json()).isEqualTo(expected);
    assertThat(created.path("advisoryId").asText()).matches("PSA(-[23456789cfghjmpqrvwx]{4}){3}");
    ((ObjectNode) expected.at("/events/0")).remove("findings");
    assertThat(rows(query("uidp.children_of", organization))).containsExactly(expected);
  }

  @Test
  void architectureAndLocationAreShownEvenIfTheyAreEmpty() {
    String uid = advisories.create(organization, "zlib", "CVE-2099-8");

    JsonNode read = client.get(ADVISORIES + "/" + uid).json();

    assertThat(read.path("artifactArchitecture").textValue()).isEmpty();
    assertThat(read.path("componentLocation").textValue()).isEmpty();
    assertThat(rows(query("uidp.children_of", organization))).containsExactly(read);
    JsonNode inVersion1 = advisories.listed(uid);
    assertThat(inVersion1.has("artifactArchitecture")).isFalse();
    assertThat(inVersion1.has("componentLocation")).isFalse();
  }

  @Test
  void whatHasNoValueComesLastInBothDirections() {
    List<String> aliases = List.of("CVE-2099-2", "", "CVE-2099-10", "");
    List<String> uids = new ArrayList<>();
    for (String alias : aliases) {
      uids.add(
          advisories
              .create(
                  organization,
                  "{'artifactName':'a','artifactType':'apk','aliases':[%s]}"
                      .formatted(alias.isEmpty() ? "" : "'" + alias + "'"))
              .path("id")
              .asText());
    }
    client.rest().delete("/vulnerabilities/v1/advisories/" + uids.get(2));
    client.rest().delete("/vulnerabilities/v1/advisories/" + uids.get(3));
    List<String> without = Stream.of(uids.get(1), uids.get(3)).sorted().toList();

    assertThat(inOrder("aliases"))
        .containsExactly(uids.get(2), uids.get(0), without.get(0), without.get(1));
    assertThat(inOrder("aliases desc"))
        .containsExactly(uids.get(0), uids.get(2), without.get(1), without.get(0));
    List<String> kept = Stream.of(uids.get(0), uids.get(1)).sorted().toList();
    for (String order : List.of("delete_time", "deleteTime", "deleted_at", "deletedAt")) {
      List<String> ascending = inOrder(order);
      assertThat(ascending.subList(0, 2)).containsExactlyInAnyOrder(uids.get(2), uids.get(3));
      assertThat(ascending.subList(2, 4)).as(order).isEqualTo(kept);
      List<String> descending = new ArrayList<>(ascending.subList(0, 2));
      Collections.reverse(descending);
      descending.addAll(List.of(kept.get(1), kept.get(0)));
      assertThat(inOrder(order + " desc")).isEqualTo(descending);
    }
  }

  /** Lists the uids by pages of one, so that the order holds across pages. */
  private List<String> inOrder(String order) {
    List<String> uids = new ArrayList<>();
    String token = "";
    do {
      JsonNode page =
          client
              .get(
                  ADVISORIES
                      + query(
                          "uidp.children_of",
                          organization,
                          "order_by",
                          order,
                          "page_size",
                          "1",
                          "page_token",
                          token))
              .json();
      uids.add(page.at("/advisories/0/uid").asText());
      assertThat(page.path("totalCount").asText()).isEqualTo("4");
      token = page.path("nextPageToken").asText();
    } while (!token.isEmpty());
    return uids;
  }

  @Test
  void aTextIsSearchedInNamesAndAliasesInAnyCase() {
    String one = create("{'artifactName':'Ünit_1','artifactType':'apk','aliases':['CVE-2099-1']}");
    String other =
        create("{'artifactName':'unit%','artifactType':'apk','componentName':'Comp','aliases':[]}");

    assertThat(found("üNIT")).containsExactly(one);
    assertThat(found("cve-2099")).containsExactly(one);
    assertThat(found("oMp")).containsExactly(other);
    assertThat(found("%")).containsExactly(other);
    assertThat(found("_")).containsExactly(one);
    assertThat(found("nit")).containsExactlyInAnyOrder(one, other);
    assertThat(found("nitcomp")).isEmpty();
    assertThat(client.get(ADVISORIES + query("query", "a".repeat(201))).violations())
        .containsExactly("query");
  }

  private String create(String body) {
    return advisories.create(organization, body).path("id").asText();
  }

  private List<String> found(String text) {
    return rows(query("uidp.children_of", organization, "query", text)).stream()
        .map(row -> row.path("uid").asText())
        .toList();
  }

  private List<JsonNode> rows(String query) {
    Reply reply = client.get(ADVISORIES + query);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    List<JsonNode> rows = new ArrayList<>();
    reply.json().path("advisories").forEach(rows::add);
    return rows;
  }

  @Test
  void aListRefusesWhatItDoesNotUnderstand() {
    Map.of(
            "event_review_states=5", "eventReviewStates",
            "event_types=9", "eventTypes",
            "latest_event_type=9", "latestEventType")
        .forEach(
            (parameter, field) ->
                assertThat(client.get(ADVISORIES + "?" + parameter).violations())
                    .containsExactly(field));
    String most =
        String.join("&", IntStream.range(0, 200).mapToObj(i -> "aliases=CVE-1-" + i).toList());
    assertThat(rows("?" + most)).isEmpty();
    assertThat(client.get(ADVISORIES + "?" + most + "&aliases=x").violations())
        .containsExactly("aliases");
  }

  @Test
  void errorsAreThoseOfThisPartOfTheApi() {
    Reply missing = client.get(ADVISORIES + "/" + organization + "/" + MISSING);

    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.detail("ErrorInfo").path("domain").asText())
        .isEqualTo("vulnerabilities.platform.local");
    assertThat(missing.detail("ResourceInfo").path("resourceType").asText())
        .isEqualTo("vulnerabilities.platform.local/Advisory");
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.Dialect;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.Upload;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What anybody reads of listed feeds, in both versions and over both protocols. The client is an
 * operator. Other suites list feeds too, so that this one looks for what it has made.
 */
@Deployment.Test
@Deployment.AsOperator
@Tag("database")
@Tag("packaging")
class DocumentsIT {
  private static final String APPROVED = "'status':'APPROVED'";

  private final PlatformClient client;
  private final GrpcServer grpc;
  private final Advisories advisories;
  private String organization;
  private String group;
  private String origin;

  DocumentsIT(PlatformClient client, GrpcServer grpc) {
    this.client = client;
    this.grpc = grpc;
    this.advisories = new Advisories(client.rest());
  }

  @BeforeEach
  void createGroup() {
    organization = client.createOrganization("documents");
    group = client.createGroup(organization, "documents");
    origin = "origin of " + organization;
  }

  private String feed(String at) {
    return client
        .post(
            "/hub/feeds/" + at,
            "{\"name\": \"feed\", \"public\": true, \"defaults\": {\"apk\": \"Alpine:v3.20\"}}")
        .uid();
  }

  private void operate(String feed, String verb) {
    Reply reply = client.post("/operator/feeds/" + feed + ":" + verb, "");
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
  }

  private JsonNode advisory(String at, String artifact, String alias) {
    return advisories.create(
        at,
        "{'artifactName':'%s','artifactType':'apk','aliases':['%s']}".formatted(artifact, alias));
  }

  private JsonNode affected(String at, String artifact, String alias) {
    JsonNode advisory = advisory(at, artifact, alias);
    advisories.append(
        advisory.path("id").asText(),
        "{'truePositiveDetermination':{'note':'n'}," + APPROVED + "}");
    return advisory;
  }

  /**
   * Sends a query in both versions and over both protocols, without a token and with a wrong one.
   */
  private List<Reply> sent(String query) {
    return sent("documents", query);
  }

  private List<Reply> sent(String what, String query) {
    List<Reply> replies = new ArrayList<>();
    for (Dialect dialect : List.of(Dialect.REST_V2, Dialect.GRPC_V2)) {
      for (String version : List.of("v2", "v1")) {
        for (String token : List.of("", "wrong")) {
          replies.add(
              client
                  .withToken(token)
                  .in(dialect, grpc)
                  .get("/advisory/" + version + "/" + what + query));
        }
      }
    }
    return replies;
  }

  /** Returns the documents that are found, the same everywhere. */
  private JsonNode documents(String query) {
    List<JsonNode> found =
        sent(query).stream()
            .map(
                reply -> {
                  assertThat(reply.status()).as(reply.text()).isEqualTo(200);
                  JsonNode json = reply.json();
                  return json.path(json.has("items") ? "items" : "documents");
                })
            .map(list -> list.isMissingNode() ? JSON.createArrayNode() : list)
            .map(DocumentsIT::inVersion2)
            .distinct()
            .toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  /** Version 1 has other names of reasons, and nothing else. */
  private static JsonNode inVersion2(JsonNode list) {
    try {
      return JSON.readTree(list.toString().replace("FPT_TYPE", "TYPE"));
    } catch (java.io.IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private JsonNode ofOrigin() {
    return documents(PlatformClient.query("id", origin));
  }

  private List<String> origins(String query) {
    List<String> all = new ArrayList<>();
    documents(query).forEach(document -> all.add(document.path("id").asText()));
    return all.stream().filter(id -> id.endsWith(organization)).toList();
  }

  @Test
  void everybodyReadsWhatListedFeedsHaveInOrder() throws java.io.IOException {
    JsonNode one = affected(group, origin, "CVE-2099-1");
    String uid = one.path("id").asText();
    advisories.append(uid, "{'detection':{'manual':{}}," + APPROVED + "}");
    advisories.append(
        uid,
        "{'falsePositiveDetermination':{'type':'INLINE_MITIGATIONS_EXIST','note':'m'},"
            + APPROVED
            + "}");
    advisories.append(uid, "{'patched':{'patchedVersions':['1'],'note':'p'}," + APPROVED + "}");
    operate(feed(group), "list");

    JsonNode document = ofOrigin().path(0);

    JsonNode shown = document.at("/advisories/0");
    List<String> said = new ArrayList<>();
    for (JsonNode event : shown.path("events")) {
      assertThat(event.path("timestamp").asText()).matches("[-0-9T:]{19}\\.\\d{3}Z");
      ((com.fasterxml.jackson.databind.node.ObjectNode) event).remove("timestamp");
      said.add(event.toString());
    }
    assertThat(document.path("id").asText()).isEqualTo(origin);
    assertThat(shown.path("id").asText()).isEqualTo(one.path("advisoryId").asText());
    assertThat(shown.path("packageNamespace").asText()).isEqualTo("alpine");
    assertThat(shown.path("aliases").toString()).isEqualTo("[\"CVE-2099-1\"]");
    assertThat(said)
        .containsExactly(
            "{\"truePositiveDetermination\":{\"note\":\"n\"}}",
            "{\"detection\":{\"manual\":{}}}",
            "{\"falsePositiveDetermination\":{\"type\":\"TYPE_INLINE_MITIGATIONS_EXIST\",\"note\":\"m\"}}",
            "{\"truePositiveDetermination\":{\"note\":\"p\"}}");
  }

  @Test
  void nothingElseIsShownToAnybody() {
    String other = client.createGroup(organization, "other");
    String feed = feed(group);
    affected(group, origin, "CVE-2099-1");
    affected(other, "beside " + origin, "CVE-2099-1");
    affected(organization, "above " + origin, "CVE-2099-1");
    String deleted = affected(group, "deleted " + origin, "CVE-2099-1").path("id").asText();
    advisories.delete(deleted);
    String pending = advisory(group, "pending " + origin, "CVE-2099-1").path("id").asText();
    advisories.append(pending, "{'truePositiveDetermination':{}}");
    String rejected = advisory(group, "rejected " + origin, "CVE-2099-1").path("id").asText();
    String event =
        advisories.append(rejected, "{'truePositiveDetermination':{}}").path("id").asText();
    advisories.change(event, "{'status':'REJECTED'}");
    advisory(group, "without events " + origin, "CVE-2099-1");
    String all = "";
    String byAlias = PlatformClient.query("cves", "CVE-2099-1", "cves", "CVE-2099-9");

    for (String query : List.of(all, byAlias)) {
      assertThat(origins(query)).as("not listed").isEmpty();
    }
    operate(feed, "list");
    for (String query : List.of(all, byAlias)) {
      assertThat(origins(query)).as("listed").containsExactly(origin);
    }
    operate(feed, "unlist");
    assertThat(origins(all)).as("unlisted").isEmpty();
    operate(feed, "list");
    client.patch("/hub/feeds/" + feed, "{\"public\": false}");
    assertThat(origins(all)).as("private").isEmpty();
    client.patch("/hub/feeds/" + feed, "{\"public\": true}");
    assertThat(origins(all)).as("public again").isEmpty();
    operate(feed, "list");
    assertThat(origins(byAlias)).containsExactly(origin);
    client.delete("/hub/feeds/" + feed);
    assertThat(origins(byAlias)).as("deleted").isEmpty();
  }

  @Test
  void queriesAreChecked() {
    String[] many =
        IntStream.range(0, 402)
            .mapToObj(i -> i % 2 == 0 ? "cves" : "CVE-2099-" + i)
            .toArray(String[]::new);

    for (Reply reply : sent(PlatformClient.query(many))) {
      assertThat(reply.violations()).containsExactly("cves");
    }
    assertThat(client.rest().get("/advisory/v2/documents?x=1").status()).isEqualTo(400);
    assertThat(client.rest().send("HEAD", "/advisory/v2/documents").status()).isEqualTo(200);
    assertThat(ofOrigin()).isEmpty();
  }

  /** Creates a source with records, and returns its uid. */
  private void source(String at, String review, String... ids) {
    String uid =
        client
            .post(
                "/hub/sources/" + at,
                "{\"name\": \"%s\", \"format\": \"osv\", \"review\": \"%s\"}"
                    .formatted(review.toLowerCase(Locale.ROOT), review))
            .uid();
    String[] records =
        Arrays.stream(ids)
            .map(
                id ->
                    """
                    {"id": "%s", "modified": "2026-01-02T03:04:05Z", "summary": "of %s",
                    "details": "text", "references": [{"type": "WEB", "url": "https://example.com"}],
                    "severity": [{"type": "CVSS_V3", "score": "CVSS:3.1/AV:N"}],
                    "affected": [{"package": {"ecosystem": "PyPI", "name": "a"}, "versions": ["1"]}]}
                    """
                        .formatted(id, id)
                        .replace('\n', ' '))
            .toArray(String[]::new);
    Reply imported = Upload.send(client, "/hub/sources/" + uid + ":import", Upload.lines(records));
    assertThat(imported.json().at("/counts/rejected").asText("0"))
        .as(imported.text())
        .isEqualTo("0");
    assertThat(imported.json().path("state").asText()).isEqualTo("DONE");
  }

  /** Returns the ids of metadata that are found, the same everywhere. */
  private List<String> metadata(String... query) {
    List<List<String>> found =
        sent("metadata", PlatformClient.query(query)).stream()
            .map(
                reply -> {
                  assertThat(reply.status()).as(reply.text()).isEqualTo(200);
                  List<String> ids = new ArrayList<>();
                  JsonNode json = reply.json();
                  json.path(json.has("items") ? "items" : "vulnerabilityMetadata")
                      .forEach(each -> ids.add(each.path("id").asText()));
                  return ids;
                })
            .distinct()
            .toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  @Test
  void everybodyReadsMetadataOfApprovedSourcesAroundListedFeeds() {
    String own = "X-" + organization.substring(0, 12) + "-";
    String beside = client.createGroup(organization, "beside");
    source(group, "APPROVED", own + 1, own + 2);
    source(organization, "APPROVED", own + 3);
    source(group, "PENDING", own + 4);
    source(beside, "APPROVED", own + 5);
    String[] all = new String[14];
    for (int i = 0; i < 7; i++) {
      all[2 * i] = "ids";
      all[2 * i + 1] = own + i;
    }

    assertThat(metadata(all)).as("without feeds").isEmpty();
    operate(feed(group), "list");

    assertThat(metadata(all)).containsExactly(own + 1, own + 2, own + 3);
    assertThat(metadata("id", own + 2)).containsExactly(own + 2);
    assertThat(metadata("id", own + 5)).isEmpty();
    PlatformClient anybody = client.rest().withToken("");
    String path = "/advisory/v2/metadata";
    assertThat(anybody.get(path + PlatformClient.query("id", own + 1)).text())
        .isEqualTo(
            """
            {"vulnerabilityMetadata":[{"id":"%1$s","summary":"of %1$s","details":"text",\
            "references":[{"type":"TYPE_WEB","url":"https://example.com"}],\
            "severities":[{"type":"TYPE_CVSS_V3","score":"CVSS:3.1/AV:N"}]}],\
            "totalCount":"1","skipped":0}\
            """
                .formatted(own + 1));
    for (String version : List.of("v1", "v2")) {
      String list = "/advisory/" + version + "/metadata" + PlatformClient.query(all);
      Reply first = anybody.get(list + "&pageSize=2&orderBy=id%20desc");
      String token = first.json().path("nextPageToken").asText();
      Reply second = client.rest().get(list + "&pageSize=2&orderBy=id%20desc&pageToken=" + token);
      assertThat(first.json().path("totalCount").asText()).isEqualTo("3");
      assertThat(first.text()).contains(own + 3, own + 2).doesNotContain(own + 1);
      assertThat(second.text()).contains(own + 1).doesNotContain(own + 2, "nextPageToken");
      assertThat(anybody.get(list + "&skip=2").text()).contains(own + 3, "\"skipped\":2");
      assertThat(anybody.get(list + "&pageSize=-1&orderBy=summary").violations())
          .containsExactlyInAnyOrder("pageSize", "orderBy");
    }
    assertThat(client.rest().send("HEAD", path).status()).isEqualTo(200);
  }

  /** Asks over gRPC what was resolved in a repo from yesterday on. */
  private String resolved(PlatformClient by, String service, String repo) {
    MethodDescriptor method =
        grpc.reflection().service(service).findMethodByName("ListResolvedVulnsReports");
    List<FieldDescriptor> fields = method.getInputType().getFields();
    DynamicMessage.Builder request = DynamicMessage.newBuilder(method.getInputType());
    DynamicMessage.Builder ref = DynamicMessage.newBuilder(fields.get(0).getMessageType());
    request.addRepeatedField(
        fields.get(0),
        ref.setField(ref.getDescriptorForType().findFieldByName("repo"), repo).build());
    Instant now = Instant.now();
    request.setField(fields.get(1), time(fields.get(1), now.minus(Duration.ofDays(1))));
    request.setField(fields.get(2), time(fields.get(2), now.plus(Duration.ofHours(1))));
    GrpcServer.Answer answer =
        grpc.call(service, method, request.build(), GrpcServer.bearer(by.token()));
    assertThat(answer.status().isOk()).as(answer.status().toString()).isTrue();
    return answer.message().orElseThrow().toString();
  }

  private static DynamicMessage time(FieldDescriptor field, Instant time) {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(field.getMessageType());
    return message
        .setField(message.getDescriptorForType().findFieldByName("seconds"), time.getEpochSecond())
        .build();
  }

  @Test
  void whatWasResolvedInImagesIsReportedOverGrpc() {
    String name = "resolved-" + organization.substring(0, 12);
    Resource.REPO.createIn(client.rest(), group, name);
    String uid =
        advisories
            .create(
                group,
                "{'artifactName':'%s','artifactType':'image','aliases':['CVE-2099-7']}"
                    .formatted(name))
            .path("id")
            .asText();
    advisories.append(uid, "{'fixed':{'fixedVersion':'1'}," + APPROVED + "}");
    PlatformClient stranger =
        client.withRole(client.createOrganization("other"), BuiltInRole.OWNER.uid().value());

    for (String service :
        List.of(
            "platform.advisory.v2.SecurityAdvisoryService", "platform.advisory.SecurityAdvisory")) {
      assertThat(resolved(client.rest(), service, name))
          .contains("CVE-2099-7")
          .contains("cvss_severities");
      assertThat(resolved(stranger, service, name)).contains("date {").doesNotContain("CVE-2099-7");
    }
    Reply reply =
        client
            .rest()
            .get(
                "/advisory/v2/images/resolvedVulns"
                    + "?startTime=2026-01-01T00:00:00Z&endTime=2026-01-02T00:00:00Z");
    assertThat(reply.violations()).containsExactly("imageRefs");
    assertThat(reply.text()).contains("over gRPC");
    reply =
        client
            .rest()
            .get(
                "/advisory/v1/images/resolved_vulns?to=2026-01-02T00:00:00Z&from=2026-01-03T00:00:00Z");
    assertThat(reply.violations()).containsExactlyInAnyOrder("imageRefs", "to");
    assertThat(client.withToken("").get("/advisory/v2/images/resolvedVulns").status())
        .isEqualTo(401);
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.Upload;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Sources, over REST. */
@Deployment.Test
@Tag("database")
@Tag("group")
class SourcesIT {
  private static final String SOURCES = "/hub/sources";

  private final PlatformClient client;
  private String organization;
  private String group;

  SourcesIT(PlatformClient client) {
    this.client = client.rest();
  }

  @BeforeEach
  void createGroup() {
    organization = client.createOrganization("sources");
    group = client.createGroup(organization, "sources");
  }

  private Reply create(PlatformClient caller, String more) {
    String body = "{'name': 'osv', 'format': 'osv'" + more + "}";
    return caller.post(SOURCES + "/" + group, body.replace('\'', '"'));
  }

  private Reply change(PlatformClient caller, String uid, String body, String... headers) {
    return caller.send(
        "PATCH",
        SOURCES + "/" + uid,
        body.replace('\'', '"'),
        headers.length == 0 ? Map.of() : Map.of(headers[0], headers[1]));
  }

  /** Returns a caller who may write sources, and approve nothing. */
  private PlatformClient writer() {
    return client.withRole(
        group,
        client.createRole(
            organization,
            "writer",
            "CAP_ADVISORIES_LIST",
            "CAP_ADVISORIES_CREATE",
            "CAP_ADVISORIES_UPDATE",
            "CAP_ADVISORIES_DELETE"));
  }

  @Test
  void aSourceIsCreatedReadListedChangedAndDeleted() {
    Reply created = create(client, ", 'ecosystems': ['PyPI', 'Rocky Linux'], 'description': 'a'");

    assertThat(created.status()).as(created.text()).isEqualTo(200);
    String uid = created.uid();
    String times =
        ",\"createTime\":"
            + created.json().path("createTime")
            + ",\"updateTime\":"
            + created.json().path("updateTime");
    assertThat(created.text())
        .isEqualTo(
            "{\"uid\":\""
                + uid
                + "\",\"name\":\"osv\",\"description\":\"a\""
                + times
                + ",\"format\":\"osv\",\"ecosystems\":[\"PyPI\",\"Rocky Linux\"],\"rank\":50,"
                + "\"review\":\"PENDING\"}");
    Reply read = client.get(SOURCES + "/" + uid);
    assertThat(read.text()).isEqualTo(created.text());
    Reply list = client.get(SOURCES + query("uidp.descendants_of", organization, "name", "osv"));
    assertThat(list.json().path("sources").path(0)).isEqualTo(created.json());
    assertThat(list.json().path("totalCount").asText()).isEqualTo("1");

    Reply changed =
        change(
            client,
            uid,
            "{'review': 'APPROVED', 'rank': 0}",
            "If-Match",
            read.header("ETag").orElseThrow());
    assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    assertThat(changed.json().path("rank").asInt()).isZero();
    assertThat(changed.json().path("approverUid").asText()).isEqualTo(client.identity());
    assertThat(changed.json().path("description").asText()).isEqualTo("a");
    Reply outdated =
        change(client, uid, "{'rank': 1}", "If-Match", read.header("ETag").orElseThrow());
    assertThat(outdated.status()).isEqualTo(412);
    assertThat(client.delete("/iam/v2/groups/" + group).text()).contains("sources");
    assertThat(client.delete(SOURCES + "/" + uid).status()).isEqualTo(200);
    assertThat(client.get(SOURCES + "/" + uid).status()).isEqualTo(404);
    assertThat(client.delete("/iam/v2/groups/" + group).status()).isEqualTo(200);
  }

  @Test
  void whoMayNotApproveChoosesNeitherRankNorReview() {
    PlatformClient writer = writer();

    for (String power : new String[] {", 'review': 'APPROVED'", ", 'rank': 49", ", 'rank': 99"}) {
      Reply refused = create(writer, power);
      assertThat(refused.status()).as(refused.text()).isEqualTo(403);
      assertThat(refused.text()).contains("advisories.approve");
    }
    String uid = create(writer, "").uid();
    assertThat(change(writer, uid, "{'review': 'APPROVED'}").status()).isEqualTo(403);
    assertThat(change(writer, uid, "{'rank': 51}").status()).isEqualTo(403);
    assertThat(change(client, uid, "{'review': 'APPROVED'}").status()).isEqualTo(200);
    assertThat(change(writer, uid, "{'ecosystems': ['Go']}").status()).isEqualTo(403);
    assertThat(change(writer, uid, "{'description': 'a'}").status()).isEqualTo(200);
  }

  @Test
  void aSourceThatIsMissingIsRefusedAsOneOfAnother() {
    PlatformClient viewer =
        client.withRole(
            client.createGroup(organization, "another"), BuiltInRole.VIEWER.uid().value());
    String uid = create(client, "").uid();

    for (String each : new String[] {uid, group + "/0123456789abcdef"}) {
      String told = viewer.get(SOURCES + "/" + each).text();
      assertThat(viewer.get(SOURCES + "/" + each).status()).isEqualTo(403);
      assertThat(change(viewer, each, "{'rank': 51}").status()).isEqualTo(403);
      assertThat(viewer.delete(SOURCES + "/" + each).status()).isEqualTo(403);
      assertThat(told).doesNotContain("osv\"");
    }
    assertThat(viewer.get(SOURCES).json().path("sources")).isEmpty();
  }

  /**
   * A request, and what it takes.
   *
   * @param path its path, in which {@code UID} is that of its target
   */
  private record Asked(
      String method, String path, String body, UnaryOperator<String> make, Set<Capability> takes) {
    static Asked of(String request, String body, UnaryOperator<String> make, Capability... takes) {
      String[] words = request.split(" ", 2);
      return new Asked(words[0], words[1], body.replace('\'', '"'), make, Set.of(takes));
    }

    /**
     * Returns whether it takes a capability only if it changes what is stored. Who may change the
     * source is then told whether it exists.
     */
    boolean dependsOnTarget(Capability capability) {
      return method.equals("PATCH") && capability == Capability.ADVISORIES_APPROVE;
    }

    Reply by(PlatformClient caller, String uid) {
      String sent = Set.of("GET", "DELETE").contains(method) ? null : body;
      return caller.send(method, path.replace("UID", uid), sent, Map.of());
    }
  }

  private List<Asked> requests() {
    UnaryOperator<String> empty = this::source;
    UnaryOperator<String> full =
        name -> {
          String uid = source(name);
          upload(client, uid, "", RECORD);
          return uid;
        };
    UnaryOperator<String> advisory =
        name -> {
          upload(client, source(name), "", RECORD);
          return advisory().path("uid").asText();
        };
    Capability list = Capability.ADVISORIES_LIST;
    Capability create = Capability.ADVISORIES_CREATE;
    Capability update = Capability.ADVISORIES_UPDATE;
    Capability delete = Capability.ADVISORIES_DELETE;
    Capability approve = Capability.ADVISORIES_APPROVE;
    String file = RECORD.replace('\'', '"');
    return List.of(
        Asked.of("GET /hub/sources/UID", "", empty, list),
        Asked.of("GET /hub/sources/UID/records/PYSEC-2099-1", "", full, list),
        Asked.of("GET /hub/advisories/UID:provenance", "", advisory, list),
        Asked.of("PATCH /hub/sources/UID", "{'ecosystems': ['Go']}", empty, update),
        Asked.of("PATCH /hub/sources/UID", "{'rank': 51}", empty, update, approve),
        Asked.of("PATCH /hub/sources/UID", "{'review': 'APPROVED'}", empty, update, approve),
        Asked.of("POST /hub/sources/UID:review", "{'state': 'REJECTED'}", full, approve),
        Asked.of("POST /hub/sources/UID:import", file, empty, create, update),
        Asked.of("POST /hub/sources/UID:import?complete=true", file, empty, create, update, delete),
        Asked.of("DELETE /hub/sources/UID", "", empty, delete));
  }

  private String source(String name) {
    Reply made =
        client.post(
            SOURCES + "/" + group, "{\"name\": \"%s\", \"format\": \"osv\"}".formatted(name));
    assertThat(made.status()).as(made.text()).isEqualTo(200);
    return made.uid();
  }

  @ParameterizedTest
  @EnumSource(names = "ADVISORIES_.*", mode = Mode.MATCH_ALL)
  void eachRouteTakesItsCapabilitiesWhetherItsTargetExistsOrNot(Capability lacking) {
    String[] others =
        Arrays.stream(Capability.values())
            .filter(each -> each.name().startsWith("ADVISORIES_") && each != lacking)
            .map(each -> "CAP_" + each.name())
            .toArray(String[]::new);
    PlatformClient caller =
        client.withRole(group, client.createRole(organization, "all but one", others));
    String missing = group + "/0123456789abcdef";
    int made = 0;

    for (Asked asked : requests()) {
      String uid = asked.make().apply("source-" + ++made);
      Reply reply = asked.by(caller, uid);
      Reply nothing = asked.by(caller, missing);

      boolean isRefused = asked.takes().contains(lacking);
      assertThat(reply.status()).as("%s: %s", asked, reply.text()).isEqualTo(isRefused ? 403 : 200);
      if (isRefused && !asked.dependsOnTarget(lacking)) {
        assertThat(nothing.text()).as("%s", asked).isEqualTo(reply.text().replace(uid, missing));
      } else {
        assertThat(nothing.status()).as("%s: %s", asked, nothing.text()).isEqualTo(404);
      }
    }
    Reply created = create(caller, "");
    assertThat(created.status()).isEqualTo(lacking == Capability.ADVISORIES_CREATE ? 403 : 200);
    assertThat(caller.get(SOURCES).json().path("sources").isEmpty())
        .isEqualTo(lacking == Capability.ADVISORIES_LIST);
  }

  @Test
  void aDryRunStoresNothingAndAKeyStoresOnce() {
    String path = SOURCES + "/" + group;
    String body = "{\"name\": \"osv\", \"format\": \"osv\"}";

    Reply tried = client.send("POST", path, body, Map.of("Platform-Validate-Only", "true"));
    assertThat(tried.status()).as(tried.text()).isEqualTo(200);
    assertThat(client.get(SOURCES + query("name", "osv")).text()).doesNotContain(group);
    Map<String, String> key = Map.of("Idempotency-Key", "0123456789abcdef-" + group);
    Reply first = client.send("POST", path, body, key);
    Reply second = client.send("POST", path, body, key);
    assertThat(first.status()).as(first.text()).isEqualTo(200);
    assertThat(second.text()).isEqualTo(first.text());
  }

  @Test
  void whatAnImportChangesOfASourceIsShown() {
    String uid = create(client, "").uid();
    String path = SOURCES + "/" + uid;
    String tag = client.get(path).header("ETag").orElseThrow();
    assertThat(client.send("GET", path, "", Map.of("If-None-Match", tag)).status()).isEqualTo(304);

    upload(client, uid, "", RECORD);

    Reply again = client.send("GET", path, "", Map.of("If-None-Match", tag));
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.json().path("liveRecords").asText()).isEqualTo("1");
    String other = again.header("ETag").orElseThrow();
    assertThat(client.send("GET", path, "", Map.of("If-None-Match", other)).status())
        .isEqualTo(304);
    // Imports change nothing that somebody could overwrite.
    Reply changed = change(client, uid, "{'description': 'b'}", "If-Match", tag);
    assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    assertThat(changed.json().path("lastImport")).isEqualTo(again.json().path("lastImport"));
    assertThat(change(client, uid, "{'description': 'c'}", "If-Match", other).status())
        .isEqualTo(412);
  }

  private static final String RECORD =
      "{'schema_version': '1.7.5', 'id': 'PYSEC-2099-1', 'modified': '2025-01-02T03:04:05Z',"
          + " 'published': '2025-01-01T00:00:00Z', 'aliases': ['CVE-2099-1'],"
          + " 'severity': [{'type': 'CVSS_V3', 'score': 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'}],"
          + " 'affected': [{'package': {'ecosystem': 'PyPI', 'name': 'lib'}, 'ranges':"
          + " [{'type': 'ECOSYSTEM', 'events': [{'introduced': '0'}, {'fixed': '1.2'}]}]}]}";

  private Reply upload(PlatformClient caller, String uid, String query, String... records) {
    return Upload.send(caller, SOURCES + "/" + uid + ":import" + query, Upload.lines(records));
  }

  @Test
  void aFileIsImportedReviewedAndTakenBack() {
    String uid = create(client, "").uid();

    Reply done = upload(client, uid, "", RECORD, "{'id': 'no record'");

    assertThat(done.status()).as(done.text()).isEqualTo(200);
    assertThat(done.json().path("state").asText()).isEqualTo("DONE");
    assertThat(done.json().path("format").asText()).isEqualTo("osv");
    assertThat(done.json().at("/counts/created").asText()).isEqualTo("1");
    assertThat(done.json().at("/counts/rejected").asText()).isEqualTo("1");
    Reply source = client.get(SOURCES + "/" + uid);
    assertThat(source.json().path("liveRecords").asText()).isEqualTo("1");
    assertThat(source.json().at("/lastImport/uid").asText()).isEqualTo(done.uid());
    assertThat(source.json().at("/lastImport/state").asText()).isEqualTo("DONE");
    assertThat(source.json().path("lastSuccessTime")).isEqualTo(done.json().path("endTime"));
    JsonNode advisory = advisory();
    assertThat(advisory.path("artifactName").asText()).isEqualTo("lib");
    assertThat(advisory.at("/events/0/reviewState").asText()).isEqualTo("REVIEW_STATE_PENDING");
    assertThat(advisory.path("severities")).isEmpty();

    String review = SOURCES + "/" + uid + ":review";
    String approve = "{\"state\": \"APPROVED\", \"limit\": 10}";
    PlatformClient writer = writer();
    assertThat(writer.post(review, approve).status()).isEqualTo(403);
    Reply tried = client.send("POST", review, approve, Map.of("Platform-Validate-Only", "true"));
    assertThat(tried.status()).as(tried.text()).isEqualTo(200);
    Map<String, String> key = Map.of("Idempotency-Key", "0123456789abcdef-" + uid);
    Reply reviewed = client.send("POST", review, approve, key);
    assertThat(reviewed.status()).as(reviewed.text()).isEqualTo(200);
    assertThat(reviewed.json().path("reviewed").asText()).isEqualTo("1");
    assertThat(client.send("POST", review, approve, key).json()).isEqualTo(reviewed.json());
    assertThat(advisory().at("/events/0/reviewState").asText()).isEqualTo("REVIEW_STATE_APPROVED");
    assertThat(change(client, uid, "{'review': 'APPROVED'}").status()).isEqualTo(200);
    assertThat(advisory().at("/severities/0/type").asText()).isEqualTo("TYPE_CVSS_V3");
    Reply provenance =
        client.get("/hub/advisories/" + advisory.path("uid").asText() + ":provenance");
    assertThat(provenance.json().at("/statements/0/recordId").asText()).isEqualTo("PYSEC-2099-1");
    assertThat(provenance.json().at("/statements/0/sourceUid").asText()).isEqualTo(uid);
    assertThat(provenance.json().at("/statements/0/eventUid"))
        .isEqualTo(advisory.at("/events/0/uid"));

    assertThat(upload(writer, uid, "", RECORD).status()).isEqualTo(403);
    assertThat(client.delete(SOURCES + "/" + uid).obstacle()).isEqualTo("SOURCE_NOT_EMPTY");
    Reply emptied = upload(client, uid, "?complete=true&allowMassRetraction=true");
    assertThat(emptied.json().at("/counts/retracted").asText()).as(emptied.text()).isEqualTo("1");
    assertThat(advisory().at("/events/1").has("falsePositiveDetermination")).isTrue();
    assertThat(client.delete(SOURCES + "/" + uid).status()).isEqualTo(200);
  }

  /** Those of artifacts are for others, who do not see these. */
  @Test
  void anImportIsForThoseWhoHaveTheCapabilitiesOfItsFormat() {
    PlatformClient importer = writer();
    PlatformClient reader = holder("reader", "CAP_ADVISORIES_LIST");
    PlatformClient canceller = holder("canceller", "CAP_ADVISORIES_CREATE");
    PlatformClient ofArtifacts =
        holder("artifacts", "CAP_LIBRARIES_ARTIFACTS_LIST", "CAP_LIBRARIES_GO_CREATE");
    String artifacts = Upload.send(ofArtifacts, Upload.path(group, "go"), Upload.lines("{}")).uid();

    Reply started = upload(importer, create(client, "").uid(), "", manyRecords());

    assertThat(started.json().path("state").asText()).as(started.text()).isEqualTo("RUNNING");
    String path = "/hub/imports/" + started.uid();
    String list = "/hub/imports" + query("uidp.descendants_of", group);
    assertThat(reader.get(path).json().path("format").asText()).isEqualTo("osv");
    assertThat(reader.get(path + "/issues").status()).isEqualTo(200);
    assertThat(reader.get(list).json().path("imports").findValuesAsText("uid"))
        .containsExactly(started.uid());
    assertThat(ofArtifacts.get(list).json().path("imports").findValuesAsText("uid"))
        .containsExactly(artifacts);
    // For them it is missing: they do read imports here.
    assertThat(ofArtifacts.get(path).status()).isEqualTo(404);
    assertThat(ofArtifacts.get(path + "/issues").status()).isEqualTo(404);
    assertThat(ofArtifacts.post(path + ":cancel", "").status()).isEqualTo(404);
    assertThat(canceller.get(path).status()).isEqualTo(403);
    assertThat(reader.post(path + ":cancel", "").status()).isEqualTo(403);
    assertThat(canceller.post("/hub/imports/" + artifacts + ":cancel", "").status()).isEqualTo(403);
    assertThat(reader.get(path).json().path("state").asText()).isEqualTo("RUNNING");
    Reply cancelled = canceller.post(path + ":cancel", "");
    assertThat(cancelled.json().path("state").asText()).as(cancelled.text()).isEqualTo("CANCELLED");
    assertThat(reader.get(path).json()).isEqualTo(cancelled.json());
  }

  private PlatformClient holder(String role, String... capabilities) {
    return client.withRole(group, client.createRole(organization, role, capabilities));
  }

  /** Returns so many records that they are imported after the answer. */
  private static String[] manyRecords() {
    String details = "d".repeat(400);
    return IntStream.range(0, 24_000)
        .mapToObj(
            i ->
                "{'id': 'PYSEC-2099-"
                    + i
                    + "', 'details': '"
                    + details
                    + "', 'affected':"
                    + " [{'package': {'ecosystem': 'PyPI', 'name': 'lib"
                    + i
                    + "'}}]}")
        .toArray(String[]::new);
  }

  @Test
  void aRecordIsGivenBackAsItCame() {
    String uid = create(client, "").uid();
    String odd = "{'id': 'A/B+%<script>', 'modified': '2025-01-02T03:04:05Z',  'affected': []}";
    String large =
        RECORD.replace("'severity'", "'details': '" + "<b> ".repeat(1 << 20) + "', 'severity'");
    upload(client, uid, "", odd, large);

    String path = SOURCES + "/" + uid + "/records/";
    Reply read = client.get(path + "A%2FB+%25%3Cscript%3E");
    assertThat(read.status()).as(read.text()).isEqualTo(200);
    assertThat(read.text()).isEqualTo(odd.replace('\'', '"'));
    assertThat(read.header("Content-Type")).hasValue("application/json");
    assertThat(read.header("X-Content-Type-Options")).hasValue("nosniff");
    assertThat(read.header("Content-Security-Policy")).hasValue("default-src 'none'; sandbox");
    Reply whole = client.get(path + "PYSEC-2099-1");
    assertThat(whole.text().equals(large.replace('\'', '"'))).isTrue();

    PlatformClient viewer =
        client.withRole(
            client.createGroup(organization, "another"), BuiltInRole.VIEWER.uid().value());
    String missing = SOURCES + "/" + group + "/0123456789abcdef/records/PYSEC-2099-1";
    for (String each : new String[] {path + "PYSEC-2099-1", path + "missing", missing}) {
      assertThat(viewer.get(each).status()).isEqualTo(403);
    }
    assertThat(client.get(path + "missing").status()).isEqualTo(404);
    assertThat(client.get(missing).status()).isEqualTo(404);
    assertThat(client.withToken("").get(path + "PYSEC-2099-1").status()).isEqualTo(401);
  }

  private JsonNode advisory() {
    return client
        .get("/vulnerabilities/v2/advisories" + query("uidp.descendants_of", group))
        .json()
        .at("/advisories/0");
  }
}

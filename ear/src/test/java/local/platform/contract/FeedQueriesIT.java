package local.platform.contract;

import static local.platform.contract.Advisories.json;
import static local.platform.contract.Advisories.made;
import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import local.platform.contract.testing.Await;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.Scanners;
import local.platform.contract.testing.Upload;
import local.platform.tool.CommandLine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries of a feed, in the shapes of the API of OSV. */
@Deployment.Test
@Tag("database")
class FeedQueriesIT {
  private static final String RECORD =
      """
      {'schema_version': '1.7.5', 'id': 'PYSEC-2099-1', 'modified': '2025-01-02T03:04:05Z', 'aliases':
      ['CVE-2099-1'], 'summary': 'a summary', 'affected': [{'package': {'ecosystem': 'PyPI', 'name':
      'zuvo-lem'}, 'ranges': [{'type': 'ECOSYSTEM', 'events': [{'introduced': '0'}, {'fixed': '1.10'}]}]}]}
      """;

  private final PlatformClient client;
  private final PlatformClient nobody;
  private String organization;
  private String everybodys;
  private String ours;

  FeedQueriesIT(PlatformClient client) {
    this.client = client.rest();
    this.nobody = this.client.withToken("");
  }

  /** Imports a record, and publishes it in a public feed and in a private one. */
  @BeforeEach
  void publish() {
    organization = client.createOrganization("queries");
    String group = client.createGroup(organization, "queries");
    String source =
        created("/hub/sources/" + group, "'name': 'osv', 'format': 'osv', 'review': 'APPROVED'");
    everybodys = "/feeds/" + created("/hub/feeds/" + group, "'name': 'all', 'public': true");
    ours = "/feeds/" + created("/hub/feeds/" + group, "'name': 'ours', 'public': false");
    Reply imported =
        Upload.send(
            client,
            "/hub/sources/" + source + ":import",
            Upload.lines(json(RECORD.replace("\n", " "))));
    assertThat(made(imported).json().path("state").asText()).isEqualTo("DONE");
    awaitFound(everybodys, true);
    awaitFound(ours, true);
  }

  private String created(String path, String fields) {
    return made(client.post(path, json("{" + fields + "}"))).uid();
  }

  private static String asked(String version) {
    return json(
        "{'version': '" + version + "', 'package': {'ecosystem': 'PyPI', 'name': 'zuvo-lem'}}");
  }

  private void awaitFound(String feed, boolean found) {
    Await.until(
        "found: " + found,
        () -> made(client.post(feed + "/osv/v1/query", asked("1.9"))).json().has("vulns") == found);
  }

  private Reply ask(String body) {
    return nobody.post(everybodys + "/osv/v1/query", body);
  }

  /** Appends an event to the only advisory. */
  private void append(String event) {
    JsonNode advisories =
        made(client.get(
                "/vulnerabilities/v2/advisories" + query("uidp.descendants_of", organization)))
            .json();
    new Advisories(client)
        .append(advisories.findPath("uid").asText(), "{" + event + ", 'status': 'APPROVED'}");
  }

  @Test
  void aRecordIsFoundAsTheFeedHasIt() {
    Reply file = nobody.get(everybodys + "/osv/v1/vulns/PYSEC-2099-1");

    Reply found = ask(asked("1.9"));

    assertThat(made(file).json().path("summary").asText()).isEqualTo("a summary");
    assertThat(made(found).text()).isEqualTo("{\"vulns\":[" + file.text() + "]}");
    assertThat(found.header("Content-Type")).contains("application/json");
    String batch = "{\"queries\": [" + asked("1.9") + "]}";
    for (Reply each : List.of(found, file, nobody.post(everybodys + "/osv/v1/querybatch", batch))) {
      assertThat(each.header("X-Content-Type-Options")).hasValue("nosniff");
      assertThat(each.header("Content-Security-Policy")).hasValue("default-src 'none'; sandbox");
    }
    assertThat(found.header("RateLimit")).isEmpty();
    assertThat(ask(json("{'package': {'purl': 'pkg:pypi/zuvo-lem@1.9'}, 'x': 1}")).text())
        .isEqualTo(found.text());
    assertThat(ask(json("{'package': {'purl': 'pkg:pypi/zuvo-lem'}}")).text())
        .isEqualTo(found.text());
    assertThat(ask(asked("1.9").replace("zuvo-lem", "Zuvo_Lem")).text()).isEqualTo(found.text());
    assertThat(made(ask(asked("1.10"))).text()).isEqualTo("{}");
    assertThat(made(ask(asked("1.10.0"))).text()).isEqualTo("{}");
    assertThat(nobody.get(everybodys + "/osv/v1/vulns/PYSEC-2099-2").status()).isEqualTo(404);
    Reply head = nobody.send("HEAD", everybodys + "/osv/v1/vulns/PYSEC-2099-1");
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.text()).isEmpty();
  }

  @Test
  void aBatchIsAnsweredInItsOrder() {
    String body =
        json("{'queries': [" + asked("1.10") + "," + asked("1.9") + "," + asked("2") + "]}");

    Reply found = nobody.post(everybodys + "/osv/v1/querybatch", body);

    String modified =
        nobody.get(everybodys + "/osv/v1/vulns/PYSEC-2099-1").json().path("modified").asText();
    assertThat(made(found).text())
        .isEqualTo(
            "{\"results\":[{},{\"vulns\":[{\"id\":\"PYSEC-2099-1\",\"modified\":\""
                + modified
                + "\"}]},{}]}");
    String many =
        "{\"queries\":["
            + String.join(",", IntStream.range(0, 1_001).mapToObj(i -> asked("1")).toList())
            + "]}";
    Reply refused = nobody.post(everybodys + "/osv/v1/querybatch", many);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.violations()).containsExactly("queries");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{}; package",
        "{'commit': '6f1e'}; commit",
        "{'package': {'ecosystem': 'GIT', 'name': 'a'}}; package.ecosystem",
        "{'version': '1', 'package': {'purl': 'pkg:pypi/a@1'}}; version",
        "{'package': {'purl': 'pkg:pypi/a', 'name': 'a'}}; package.purl",
        "{'package': {'purl': 'a'}}; package.purl",
        "{'version': 1, 'package': {'purl': 'pkg:pypi/a'}}; version",
        "{'package': {'purl': 'pkg:pypi/a'}, 'page_token': 'a'}; page_token"
      })
  void whatCannotBeAnsweredIsRefused(String body, String field) {
    Reply refused = ask(json(body));

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.violations()).containsExactly(field);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{", "{'version':'1','version':'1'}"})
  void whatIsNoObjectIsRefused(String body) {
    assertThat(ask(json(body)).status()).isEqualTo(400);
  }

  @Test
  void theRulesOfHttpHold() {
    String path = everybodys + "/osv/v1/query";

    for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "a/b")) {
      Reply found = nobody.send("POST", path, asked("1.9"), Map.of("Content-Type", type));
      assertThat(made(found).json().path("vulns")).as(type).hasSize(1);
    }
    Reply get = nobody.get(path);
    assertThat(get.status()).isEqualTo(405);
    assertThat(get.header("Allow")).contains("OPTIONS, POST");
    assertThat(nobody.post(everybodys + "/osv/v1/vulns/PYSEC-2099-1", "{}").status())
        .isEqualTo(405);
    assertThat(nobody.send("POST", path, asked("1.9"), Map.of("Accept", "text/html")).status())
        .isEqualTo(406);
    assertThat(nobody.send("POST", path, asked("1.9"), Map.of("Content-Encoding", "gzip")).status())
        .isEqualTo(415);
  }

  @Test
  void aPrivateFeedIsAskedByThoseWhoMayReadIt() {
    for (String path : List.of("query", "querybatch")) {
      assertThat(nobody.post(ours + "/osv/v1/" + path, "{").status()).isEqualTo(401);
    }
    assertThat(nobody.get(ours + "/osv/v1/vulns/PYSEC-2099-1").status()).isEqualTo(401);
    String basic =
        Base64.getEncoder()
            .encodeToString(("user:" + client.token()).getBytes(StandardCharsets.UTF_8));
    Reply found =
        nobody.send(
            "POST",
            ours + "/osv/v1/query",
            asked("1.9"),
            Map.of("Authorization", "Basic " + basic));
    assertThat(made(found).json().path("vulns")).hasSize(1);
    PlatformClient other =
        client.withRole(organization, client.createRole(organization, "r", "CAP_IAM_ROLES_LIST"));
    assertThat(other.post(ours + "/osv/v1/query", asked("1.9")).status()).isEqualTo(403);
  }

  @Test
  void whatIsOverruledIsNotFoundAnyMore() {
    append("'patched': {'patchedVersions': ['1.8']}");
    Await.until("the patched version", () -> made(ask(asked("1.8"))).text().equals("{}"));
    assertThat(made(ask(asked("1.9"))).json().path("vulns")).hasSize(1);

    append("'falsePositiveDetermination': {'type': 'INLINE_MITIGATIONS_EXIST', 'note': 'n'}");
    awaitFound(everybodys, false);
    assertThat(made(ask(json("{'package': {'purl': 'pkg:pypi/zuvo-lem'}}"))).text())
        .isEqualTo("{}");
    Reply record = nobody.get(everybodys + "/osv/v1/vulns/PYSEC-2099-1");
    assertThat(made(record).json().has("withdrawn")).isTrue();
  }

  /** It takes an address and nothing else; its token comes from there too. */
  @Test
  void pipAuditFindsWhatTheFeedsSay(@TempDir Path directory) throws Exception {
    assertThat(audited(directory, everybodys, ""))
        .containsExactly("zuvo-lem 1.9 PYSEC-2099-1 [1.10]");
    assertThat(audited(directory, ours, "user:" + client.token() + "@"))
        .containsExactly("zuvo-lem 1.9 PYSEC-2099-1 [1.10]");

    append("'falsePositiveDetermination': {'type': 'INLINE_MITIGATIONS_EXIST', 'note': 'n'}");
    awaitFound(everybodys, false);
    awaitFound(ours, false);

    assertThat(audited(directory, everybodys, "")).isEmpty();
    assertThat(audited(directory, ours, "user:" + client.token() + "@")).isEmpty();
  }

  /** Returns what pip-audit finds: package, version, id and fixed versions. */
  private Set<String> audited(Path directory, String feed, String user) throws Exception {
    Path wanted =
        Files.writeString(
            directory.resolve("requirements.txt"), "zuvo-lem==1.9\nZuvo==1.0\nother==2.0\n");
    URI server = client.url();
    String printed =
        CommandLine.run(
            directory,
            Map.of(),
            "sh",
            "-c",
            // It ends with 1 if it has found something.
            "\"$@\" || [ $? -eq 1 ]",
            "sh",
            Scanners.pipAudit().toString(),
            "--requirement",
            wanted.toString(),
            "--no-deps",
            "--disable-pip",
            "--progress-spinner=off",
            "--cache-dir=" + directory.resolve("cache"),
            "--vulnerability-service=osv",
            "--osv-url="
                + server.getScheme()
                + "://"
                + user
                + server.getAuthority()
                + feed
                + "/osv/v1/query",
            "--format=json");
    Set<String> found = new TreeSet<>();
    for (JsonNode each : JSON.readTree(printed).path("dependencies")) {
      for (JsonNode vulnerability : each.path("vulns")) {
        found.add(
            each.path("name").asText()
                + " "
                + each.path("version").asText()
                + " "
                + vulnerability.path("id").asText()
                + " "
                + StreamSupport.stream(vulnerability.path("fix_versions").spliterator(), false)
                    .map(JsonNode::asText)
                    .toList());
      }
    }
    assertThat(JSON.readTree(printed).path("dependencies")).hasSize(3);
    return found;
  }
}

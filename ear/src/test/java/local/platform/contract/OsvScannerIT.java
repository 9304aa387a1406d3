package local.platform.contract;

import static local.platform.contract.Advisories.json;
import static local.platform.contract.Advisories.made;
import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.zip.ZipFile;
import local.platform.contract.testing.Await;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.Scanners;
import local.platform.contract.testing.Upload;
import local.platform.tool.CommandLine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * OSV-Scanner, which reads what it scans against from the archives of a feed. Of most packages
 * there is a record that a comparison of versions as texts, or of names alone, would find too.
 */
@Deployment.Test
class OsvScannerIT {
  private static final String OPEN = "{'introduced': '0'}";

  private final HttpClient http = HttpClient.newHttpClient();
  private final PlatformClient client;
  private String group;
  private String feed;

  OsvScannerIT(PlatformClient client) {
    this.client = client.rest();
  }

  private String created(String path, String fields) {
    return made(client.post(path, json("{" + fields + "}"))).uid();
  }

  private static String record(
      int number, String ecosystem, String name, String type, String events) {
    return "{'id': 'CVE-2099-"
        + number
        + "', 'modified': '2025-01-02T03:04:05Z', 'affected': [{'package':"
        + " {'ecosystem': '%s', 'name': '%s'}, 'ranges': [{'type': '%s', 'events': [%s]}]}]}"
            .formatted(ecosystem, name, type, events);
  }

  private static String fixed(String version) {
    return OPEN + ", {'fixed': '" + version + "'}";
  }

  private static String introduced(String version) {
    return "{'introduced': '" + version + "'}";
  }

  private static final String[] RECORDS = {
    record(21, "npm", "@zuvo/lem", "SEMVER", fixed("1.10.0")),
    record(22, "npm", "@zuvo/lem", "SEMVER", introduced("1.10.0")),
    record(23, "npm", "lem", "SEMVER", OPEN),
    "{'id': 'CVE-2099-24', 'modified': '2025-01-02T03:04:05Z', 'affected': [{'package':"
        + " {'ecosystem': 'npm', 'name': 'tir'}, 'versions': ['3.0.0', '3.0.2']}]}",
    record(31, "Go", "zuvo.example/lem/v2", "SEMVER", introduced("2.0.0")),
    record(32, "Go", "zuvo.example/tir", "SEMVER", fixed("0.1.0")),
    record(33, "Go", "zuvo.example/tir", "SEMVER", fixed("0.1.1")),
    record(41, "Maven", "org.zuvo:lem-core", "ECOSYSTEM", fixed("1.10")),
    record(42, "Maven", "org.zuvo:lem-core", "ECOSYSTEM", introduced("1.10")),
    record(43, "Maven", "org.tir:lem-core", "ECOSYSTEM", OPEN),
    record(44, "Maven", "org.zuvo:tir", "ECOSYSTEM", OPEN + ", {'last_affected': '2.0'}"),
    record(51, "Debian:12", "lem", "ECOSYSTEM", fixed("1:1.2-3+deb12u2")),
    record(52, "Debian:11", "lem", "ECOSYSTEM", OPEN),
    record(53, "Debian:12", "lem", "ECOSYSTEM", fixed("1:1.2-3~deb12u9")),
    record(54, "Debian:12", "tir++", "ECOSYSTEM", fixed("0.9-10"))
  };

  private static final String PACKAGE_LOCK =
      """
      {"name": "app", "version": "1.0.0", "lockfileVersion": 3, "requires": true, "packages": {
        "": {"name": "app", "version": "1.0.0", "dependencies": {"@zuvo/lem": "^1.0.0"}},
        "node_modules/@zuvo/lem": {"version": "1.9.0", "dependencies": {"tir": "^3.0.0"}},
        "node_modules/@zuvo/lem/node_modules/tir": {"version": "3.0.0"},
        "node_modules/tir": {"version": "3.0.1", "dev": true}}}
      """;

  private static final String GO_MOD =
      """
      module zuvo.example/app

      go 1.22

      require (
      	zuvo.example/lem/v2 v2.9.0
      	zuvo.example/tir v0.1.0 // indirect
      )
      """;

  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>org.zuvo</groupId>
        <artifactId>app</artifactId>
        <version>1.0</version>
        <properties><tir.version>2.0</tir.version></properties>
        <dependencies>
          <dependency>
            <groupId>org.zuvo</groupId><artifactId>lem-core</artifactId><version>1.10-rc2</version>
          </dependency>
          <dependency>
            <groupId>org.zuvo</groupId><artifactId>tir</artifactId><version>${tir.version}</version>
          </dependency>
        </dependencies>
      </project>
      """;

  private static final String SBOM =
      """
      {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "image",
       "documentNamespace": "https://zuvo.example/image",
       "creationInfo": {"created": "2025-01-02T03:04:05Z", "creators": ["Tool: by hand"]},
       "packages": [
        {"SPDXID": "SPDXRef-1", "name": "lem", "versionInfo": "1:1.2-3+deb12u1", "downloadLocation": "NOASSERTION",
         "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
          "referenceLocator": "pkg:deb/debian/lem@1:1.2-3%2Bdeb12u1?arch=amd64&distro=debian-12"}]},
        {"SPDXID": "SPDXRef-2", "name": "tir++", "versionInfo": "0.9-9", "downloadLocation": "NOASSERTION",
         "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
          "referenceLocator": "pkg:deb/debian/tir%2B%2B@0.9-9?arch=all&distro=bookworm"}]}]}
      """;

  @Test
  void whatPeopleDecideIsFoundInLockFilesNoMore(@TempDir Path directory) throws Exception {
    group = client.createGroup(client.createOrganization("scanner"), "scanner");
    String source =
        created("/hub/sources/" + group, "'name': 'osv', 'format': 'osv', 'review': 'APPROVED'");
    feed = "/feeds/" + created("/hub/feeds/" + group, "'name': 'ours'");
    Reply imported =
        Upload.send(client, "/hub/sources/" + source + ":import", Upload.lines(RECORDS));
    assertThat(made(imported).json().at("/counts/created").asText()).isEqualTo("" + RECORDS.length);
    Map<String, String> files =
        Map.of(
            "package-lock.json", PACKAGE_LOCK,
            "go.mod", GO_MOD,
            "pom.xml", POM,
            "image.spdx.json", SBOM);
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(directory.resolve(file.getKey()), file.getValue());
    }
    download(directory, "npm", has("CVE-2099-24", "3.0.0"));
    download(directory, "Go", has("CVE-2099-33", "0.1.1"));
    download(directory, "Maven", has("CVE-2099-44", "2.0"));
    download(directory, "Debian", has("CVE-2099-54", "0.9-10"));

    assertThat(scanned(directory))
        .containsExactly(
            "go.mod: Go zuvo.example/lem/v2 2.9.0 CVE-2099-31",
            "go.mod: Go zuvo.example/tir 0.1.0 CVE-2099-33",
            "image.spdx.json: Debian:12 lem 1:1.2-3+deb12u1 CVE-2099-51",
            "image.spdx.json: Debian:12 tir++ 0.9-9 CVE-2099-54",
            "package-lock.json: npm @zuvo/lem 1.9.0 CVE-2099-21",
            "package-lock.json: npm tir 3.0.0 CVE-2099-24",
            "pom.xml: Maven org.zuvo:lem-core 1.10-rc2 CVE-2099-41",
            "pom.xml: Maven org.zuvo:tir 2.0 CVE-2099-44");

    String never =
        "'falsePositiveDetermination': {'type': 'INLINE_MITIGATIONS_EXIST', 'note': 'n'}";
    decide("CVE-2099-21", never);
    decide("CVE-2099-31", "'fixed': {'fixedVersion': '2.9.0'}");
    decide("CVE-2099-41", never);
    decide("CVE-2099-51", "'fixed': {'fixedVersion': '1:1.2-3+deb12u1'}");
    // The other way round: a person says that what is said to be fixed is not.
    decide("CVE-2099-32", "'truePositiveDetermination': {'note': 'n'}");
    download(directory, "npm", has("CVE-2099-21", "withdrawn"));
    download(
        directory, "Go", has("CVE-2099-31", "2.9.0").and(has("CVE-2099-32", "0.1.0").negate()));
    download(directory, "Maven", has("CVE-2099-41", "withdrawn"));
    download(directory, "Debian", has("CVE-2099-51", "+deb12u1"));

    assertThat(scanned(directory))
        .containsExactly(
            "go.mod: Go zuvo.example/tir 0.1.0 CVE-2099-32",
            "go.mod: Go zuvo.example/tir 0.1.0 CVE-2099-33",
            "image.spdx.json: Debian:12 tir++ 0.9-9 CVE-2099-54",
            "package-lock.json: npm tir 3.0.0 CVE-2099-24",
            "pom.xml: Maven org.zuvo:tir 2.0 CVE-2099-44");
  }

  /** Appends an event of a person to the advisory of a vulnerability. */
  private void decide(String vulnerability, String event) {
    JsonNode found =
        made(client.get(
                "/vulnerabilities/v2/advisories"
                    + query("uidp.descendants_of", group, "aliases", vulnerability)))
            .json()
            .path("advisories");
    assertThat(found).as(vulnerability).hasSize(1);
    new Advisories(client)
        .append(found.at("/0/uid").asText(), "{" + event + ", 'status': 'APPROVED'}");
  }

  /** Returns whether an archive has a record with a text. */
  private static Predicate<ZipFile> has(String id, String text) {
    return zip -> {
      var entry = zip.getEntry(id + ".json");
      try {
        return entry != null
            && new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8)
                .contains(text);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  /** Downloads the archive of an ecosystem to where the scanner looks for it. */
  private void download(Path directory, String ecosystem, Predicate<ZipFile> isNew)
      throws IOException {
    Path file = directory.resolve("osv/osv-scalibr/" + ecosystem + "/all.zip");
    Files.createDirectories(file.getParent());
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(client.url() + feed + "/osv/" + ecosystem + "/all.zip"))
            .header("Authorization", "Bearer " + client.token())
            .build();
    Await.until(
        ecosystem,
        () -> {
          try {
            var response = http.send(request, BodyHandlers.ofFile(file));
            if (response.statusCode() != 200) {
              return false;
            }
            try (ZipFile zip = new ZipFile(file.toFile())) {
              return isNew.test(zip);
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
          }
        });
  }

  /** Returns what the scanner finds: file, ecosystem, package, version and id. */
  private static Set<String> scanned(Path directory) throws Exception {
    List<String> command = new ArrayList<>();
    // It ends with 1 if it has found something.
    command.addAll(List.of("sh", "-c", "\"$@\" || [ $? -eq 1 ]", "sh"));
    command.addAll(List.of(Scanners.osvScanner().toString(), "scan", "source", "--offline"));
    command.addAll(List.of("--local-db-path", "osv", "--format", "json"));
    for (String file : List.of("package-lock.json", "go.mod", "pom.xml", "image.spdx.json")) {
      command.addAll(List.of("--lockfile", file));
    }
    String printed = CommandLine.run(directory, Map.of(), command.toArray(String[]::new));
    Set<String> found = new TreeSet<>();
    for (JsonNode result : JSON.readTree(printed).path("results")) {
      String file = Path.of(result.at("/source/path").asText()).getFileName().toString();
      for (JsonNode each : result.path("packages")) {
        JsonNode scanned = each.path("package");
        for (JsonNode vulnerability : each.path("vulnerabilities")) {
          found.add(
              "%s: %s %s %s %s"
                  .formatted(
                      file,
                      scanned.path("ecosystem").asText(),
                      scanned.path("name").asText(),
                      scanned.path("version").asText(),
                      vulnerability.path("id").asText()));
        }
      }
    }
    return found;
  }
}

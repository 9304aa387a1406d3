package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import local.platform.contract.testing.Await;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.SlowReaders;
import local.platform.contract.testing.SteadyCalls;
import local.platform.contract.testing.SteadyCalls.Outcome;
import local.platform.contract.testing.Upload;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The files of a feed, from the records of a source until a scanner has them. */
@Deployment.Test
@Isolated("slow readers take the places of downloads")
class FeedFilesIT {
  private static final int OK = 200;
  private static final int NOT_MODIFIED = 304;
  private static final int UNAVAILABLE = 503;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final PlatformClient client;
  private String source;
  private String feed;

  FeedFilesIT(PlatformClient client) {
    this.client = client.rest();
  }

  @BeforeEach
  void createFeed() {
    String group = client.createGroup(client.createOrganization("feed files"), "feeds");
    source =
        created("/hub/sources/" + group, "'name': 'osv', 'format': 'osv', 'review': 'APPROVED'");
    feed = "/feeds/" + created("/hub/feeds/" + group, "'name': 'ours', 'public': true");
  }

  private String created(String path, String fields) {
    Reply reply = client.post(path, ("{" + fields + "}").replace('\'', '"'));
    assertThat(reply.status()).as(reply.text()).isEqualTo(OK);
    return reply.uid();
  }

  private static String record(String id, String ecosystem, String text) {
    ObjectNode record =
        JSON.createObjectNode()
            .put("id", id)
            .put("modified", "2024-03-05T07:08:09Z")
            .put("details", text);
    ObjectNode affected = record.putArray("affected").addObject();
    affected.putObject("package").put("ecosystem", ecosystem).put("name", "a-lib");
    ObjectNode range = affected.putArray("ranges").addObject().put("type", "ECOSYSTEM");
    range.putArray("events").addObject().put("introduced", "0");
    return record.toString();
  }

  private void imported(String... records) {
    Reply reply = Upload.send(client, "/hub/sources/" + source + ":import", Upload.lines(records));
    assertThat(reply.status()).as(reply.text()).isEqualTo(OK);
    Reply end = Upload.awaitEnd(client, reply.uid());
    assertThat(end.json().path("state").asText()).as(end.text()).isEqualTo("DONE");
  }

  private HttpResponse<byte[]> send(String method, String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(client.url() + path))
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return http.send(request.build(), BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new AssertionError(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private HttpResponse<byte[]> get(String path, String... headers) {
    return send("GET", feed + path, headers);
  }

  private static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  private static String header(HttpResponse<byte[]> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  private void awaitRecord(String ecosystem, String id) {
    Await.until(id, () -> get("/osv/" + ecosystem + "/" + id + ".json").statusCode() == OK);
  }

  /** Returns the records of an archive by their names. */
  private static Map<String, String> unzipped(HttpResponse<byte[]> response) {
    assertThat(response.statusCode()).as(text(response)).isEqualTo(OK);
    Map<String, String> records = new TreeMap<>();
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(response.body()))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        records.put(entry.getName(), new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return records;
  }

  @Test
  @Tag("database")
  @Tag("packaging")
  void whatASourceSaysIsInEachFile() {
    imported(
        record("GHSA-2222-3333-4444", "PyPI", "ä"),
        record("CVE-2099-1", "Rocky Linux:9", "a"),
        record("made/up", "PyPI", "a"));
    Await.until("three records", () -> text(get("/osv/modified_id.csv")).lines().count() == 3);

    assertThat(text(get("/osv/ecosystems.txt"))).isEqualTo("PyPI\nRocky Linux\n");
    Map<String, String> all = unzipped(get("/osv/all.zip"));
    assertThat(all)
        .containsOnlyKeys("CVE-2099-1.json", "GHSA-2222-3333-4444.json", "x_made%2Fup.json");
    assertThat(unzipped(get("/osv/PyPI/all.zip")).keySet())
        .containsExactly("GHSA-2222-3333-4444.json", "x_made%2Fup.json");
    assertThat(unzipped(get("/osv/Rocky%20Linux/all.zip")).keySet())
        .containsExactly("CVE-2099-1.json");
    assertThat(text(get("/osv/PyPI/GHSA-2222-3333-4444.json")))
        .isEqualTo(all.get("GHSA-2222-3333-4444.json"))
        .contains("\"ä\"");
    assertThat(text(get("/osv/PyPI/x_made%2Fup.json"))).isEqualTo(all.get("x_made%2Fup.json"));
    assertThat(text(get("/osv/modified_id.csv")).lines())
        .hasSize(3)
        .allMatch(
            line ->
                line.matches(
                    "20..-..-..T..:..:..(\\....)?Z,"
                        + "(PyPI/(GHSA-2222-3333-4444|x_made/up)|Rocky Linux/CVE-2099-1)"));
    assertThat(text(get("/osv/Rocky%20Linux/modified_id.csv"))).matches("20.*Z,CVE-2099-1\n");
    for (String path :
        List.of(
            "/osv/npm/all.zip",
            "/osv/PyPI/CVE-2099-1.json",
            "/osv/pypi/all.zip",
            "/osv/PyPI/x_made/up.json",
            "/osv/PyPI/ecosystems.txt",
            "/osv/%2Fetc%2Fpasswd/all.zip",
            "/osv/PyPI/..%2Fall.zip",
            "/osv/PyPI/%00.json",
            "/osv/PyPI%00/all.zip",
            "/osv/PyPI/GHSA-2222-3333-4444.json%00",
            "/osv/PyPI/GHSA-2222-3333-444%25.json",
            "/osv/PyPI/all.ZIP")) {
      assertThat(get(path).statusCode()).as(path).isIn(400, 404);
    }
  }

  @Test
  @Tag("database")
  @Tag("packaging")
  void clientsAskAgainOnlyForWhatHasChanged() {
    imported(record("CVE-2099-1", "PyPI", "a"));
    awaitRecord("PyPI", "CVE-2099-1");
    List<String> paths =
        List.of(
            "/osv/all.zip",
            "/osv/ecosystems.txt",
            "/osv/PyPI/modified_id.csv",
            "/osv/PyPI/CVE-2099-1.json");
    Map<String, String> types =
        Map.of(
            "/osv/all.zip", "application/zip",
            "/osv/ecosystems.txt", "text/plain;charset=UTF-8",
            "/osv/PyPI/modified_id.csv", "text/csv;charset=UTF-8",
            "/osv/PyPI/CVE-2099-1.json", "application/json");
    Map<String, String> tags = new TreeMap<>();
    for (String path : paths) {
      HttpResponse<byte[]> first = get(path);
      assertThat(first.statusCode()).as(path).isEqualTo(OK);
      String tag = header(first, "ETag");
      tags.put(path, tag);
      assertThat(tag).matches("\"[0-9a-f]{32,}\"");
      assertThat(header(first, "Content-Type")).isEqualTo(types.get(path));
      assertThat(header(first, "Cache-Control")).isEqualTo("no-cache");
      assertThat(header(first, "X-Content-Type-Options")).isEqualTo("nosniff");
      assertThat(header(first, "Content-Security-Policy")).isEqualTo("default-src 'none'; sandbox");
      assertThat(header(first, "Content-Length")).isEqualTo("" + first.body().length);

      HttpResponse<byte[]> head = send("HEAD", feed + path);
      assertThat(head.statusCode()).isEqualTo(OK);
      assertThat(head.body()).isEmpty();
      for (String name :
          List.of("ETag", "Content-Length", "Content-Type", "Last-Modified", "X-Goog-Hash")) {
        assertThat(header(head, name)).as(path + " " + name).isEqualTo(header(first, name));
      }
      for (String[] condition :
          new String[][] {
            {"If-None-Match", tag},
            {"If-None-Match", "W/" + tag + ", \"x\""},
            {"If-None-Match", "*"},
            {"If-Modified-Since", header(first, "Last-Modified")}
          }) {
        for (String method : List.of("GET", "HEAD")) {
          HttpResponse<byte[]> known = send(method, feed + path, condition);
          assertThat(known.statusCode()).as(path + " " + condition[1]).isEqualTo(NOT_MODIFIED);
          assertThat(known.body()).isEmpty();
          assertThat(header(known, "ETag")).isEqualTo(tag);
        }
      }
      for (String[] condition :
          new String[][] {
            {"If-None-Match", "\"x\""},
            {"If-Modified-Since", "Tue, 05 Mar 2024 07:08:09 GMT"},
            {"If-Modified-Since", "Fri, 31 Dec 2100 00:00:00 GMT"},
            {"If-Modified-Since", "yesterday"},
            {"Range", "bytes=0-1"}
          }) {
        assertThat(get(path, condition).statusCode()).as(condition[1]).isEqualTo(OK);
      }
    }
    HttpResponse<byte[]> archive = get("/osv/all.zip");
    CRC32C crc = new CRC32C();
    crc.update(archive.body());
    assertThat(header(archive, "X-Goog-Hash"))
        .isEqualTo(
            "crc32c="
                + Base64.getEncoder()
                    .encodeToString(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array()));

    imported(record("CVE-2099-1", "PyPI", "b"));
    Await.until(
        "a change",
        () ->
            tags.entrySet().stream()
                .allMatch(
                    each ->
                        get(each.getKey(), "If-None-Match", each.getValue()).statusCode() == OK));
    assertThat(unzipped(get("/osv/all.zip")).get("CVE-2099-1.json")).contains("\"b\"");
  }

  /**
   * The archive is longer than all buffers on the way to a client. Downloads have threads of their
   * own everywhere, so that one deployment is enough, as for slow clients.
   */
  @Test
  void slowReadersStopNobody() throws Exception {
    Random random = new Random(7);
    List<String> records = new ArrayList<>();
    byte[] noise = new byte[30_000];
    for (int i = 0; i < 400; i++) {
      random.nextBytes(noise);
      records.add(
          record("CVE-2099-" + (1_000 + i), "npm", Base64.getEncoder().encodeToString(noise)));
    }
    imported(records.toArray(String[]::new));
    awaitRecord("npm", "CVE-2099-1000"); // before that a feed that is built has no such file
    Await.until("all records", () -> unzipped(awaited("/osv/npm/all.zip")).size() == 400);
    String tag = header(awaited("/osv/npm/all.zip"), "ETag");

    try (SlowReaders slow = SlowReaders.of(client, feed + "/osv/npm/all.zip", 200)) {
      List<HttpResponse<byte[]>> refused = new ArrayList<>();
      Await.until(
          "all places are taken",
          () -> {
            HttpResponse<byte[]> response = get("/osv/npm/all.zip");
            refused.add(response);
            return response.statusCode() != OK;
          });
      HttpResponse<byte[]> last = refused.get(refused.size() - 1);
      assertThat(last.statusCode()).isEqualTo(UNAVAILABLE);
      assertThat(text(last)).contains("too many files are being downloaded");
      assertThat(header(last, "Retry-After")).matches("[0-9]+");

      List<Outcome> others = SteadyCalls.run(client, Duration.ofSeconds(10));
      assertThat(others)
          .allSatisfy(
              outcome -> {
                assertThat(outcome.status()).isEqualTo(OK);
                assertThat(outcome.latency()).isLessThan(Duration.ofSeconds(5));
              });
      for (int i = 0; i < 20; i++) {
        assertThat(get("/osv/npm/all.zip", "If-None-Match", tag).statusCode())
            .isEqualTo(NOT_MODIFIED);
        assertThat(get("/osv/ecosystems.txt").statusCode()).isEqualTo(OK);
        assertThat(send("HEAD", feed + "/osv/npm/all.zip").statusCode()).isEqualTo(OK);
      }
      // Those who are too slow are ended, so that a place is free in the end.
      assertThat(unzipped(awaited("/osv/npm/all.zip"))).hasSize(400);
      assertThat(slow.bytesRead()).as("they do read").isGreaterThan(200);
    }
  }

  private HttpResponse<byte[]> awaited(String path) {
    Instant deadline = Instant.now().plus(Duration.ofMinutes(4));
    HttpResponse<byte[]> response = get(path);
    while (response.statusCode() != OK) {
      assertThat(response.statusCode()).as(text(response)).isEqualTo(UNAVAILABLE);
      assertThat(Instant.now()).isBefore(deadline);
      response = get(path);
    }
    return response;
  }
}

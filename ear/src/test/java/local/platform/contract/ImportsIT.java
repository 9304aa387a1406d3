package local.platform.contract;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.RawHttp;
import local.platform.contract.testing.Upload;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Imports of library artifacts, and attacks on them. */
@Deployment.Test
@Tag("database")
@Tag("packaging")
@Tag("group")
class ImportsIT {
  private static final String LINE = "{'name': 'lib', 'version': '1'}";

  /** Longer than any other body may be, and than a file that is imported before the answer. */
  private static final int LONG = 9 << 20;

  private final PlatformClient client;
  private String group;

  ImportsIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createGroup() {
    group = client.createGroup(client.organization(), "imports");
  }

  private Reply upload(byte[] file, String... more) {
    return Upload.send(client, Upload.path(group, "java", more), file);
  }

  private static List<Integer> counts(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    List<Integer> counts = new ArrayList<>();
    for (String name :
        List.of("read", "created", "changed", "unchanged", "deleted", "retracted", "rejected")) {
      counts.add(reply.json().path("counts").path(name).asInt());
    }
    return counts;
  }

  @Test
  void anImportIsReadWithItsIssues() {
    byte[] file = Upload.lines(LINE, "{'name': 'x'}", "nonsense", LINE.replace("1", "2"));

    Reply done = upload(Upload.gzip(file));

    JsonNode shown = done.json();
    assertThat(counts(done)).containsExactly(4, 2, 0, 0, 0, 0, 2);
    assertThat(shown.path("state").asText()).isEqualTo("DONE");
    assertThat(shown.path("format").asText()).isEqualTo("library-artifacts");
    assertThat(shown.path("subject").asText()).isEqualTo("java");
    assertThat(shown.path("bytesTotal").asText())
        .isEqualTo(String.valueOf(Upload.gzip(file).length));
    assertThat(shown.path("importerUid").asText()).isEqualTo(client.identity());
    assertThat(shown.path("endTime").asText()).isEqualTo(shown.path("updateTime").asText());
    String path = "/hub/imports/" + done.uid();
    assertThat(client.get(path).json()).isEqualTo(shown);
    JsonNode issues = client.get(path + "/issues").json().path("issues");
    assertThat(issues.findValuesAsText("line")).containsExactly("2", "3");
    assertThat(issues.findValuesAsText("reason")).containsExactly("INVALID_FIELD", "MALFORMED");
    assertThat(issues.path(0).path("field").asText()).isEqualTo("version");
    assertThat(client.get(path + "/issues?skip=1&pageSize=1").json().at("/issues/0/line").asText())
        .isEqualTo("3");
    assertThat(client.get(path + "/issues?pageSize=-1").violations()).containsExactly("pageSize");
    assertThat(client.post(path + ":cancel", "").obstacle()).isEqualTo("IMPORT_ENDED");
    assertThat(counts(upload(file))).containsExactly(4, 0, 0, 2, 0, 0, 2);
    assertThat(counts(Upload.sendChunked(client, Upload.path(group, "java"), file)))
        .containsExactly(4, 0, 0, 2, 0, 0, 2);
    assertThat(counts(upload(Upload.lines(LINE), "complete=true")))
        .containsExactly(1, 0, 0, 1, 0, 1, 0);
  }

  @Test
  void aLongFileIsWorkedOffInTheBackgroundAndCanBeCancelled() {
    byte[] file = longFile();
    Reply started = upload(file);
    assertThat(started.status()).as(started.text()).isEqualTo(200);
    assertThat(started.json().path("state").asText()).isEqualTo("RUNNING");

    Reply second = upload(Upload.lines(LINE));
    assertThat(second.status()).isEqualTo(400);
    assertThat(second.obstacle()).isEqualTo("IMPORT_RUNNING");
    assertThat(counts(Upload.send(client, Upload.path(group, "go"), Upload.lines(LINE))))
        .containsExactly(1, 1, 0, 0, 0, 0, 0);
    Reply cancelled = client.post("/hub/imports/" + started.uid() + ":cancel", "");

    assertThat(cancelled.json().path("state").asText()).isEqualTo("CANCELLED");
    int created = cancelled.json().at("/counts/created").asInt();
    assertThat(created).isLessThan(LONG / 150);
    Reply rest = upload(Upload.lines(LINE));
    assertThat(rest.json().path("state").asText()).as(rest.text()).isEqualTo("DONE");
    assertThat(stored()).isEqualTo(created + 1);
    assertThat(client.get("/hub/imports/" + started.uid()).json()).isEqualTo(cancelled.json());
  }

  /** How many versions there are in the group: each artifact of the long file has one. */
  private int stored() {
    String identity = client.createIdentity(client.organization());
    client.bind(group, identity, BuiltInRole.VIEWER.uid().value());
    return client
        .as(identity)
        .get("/libraries/v2/artifacts/count?ecosystems=ECOSYSTEM_JAVA")
        .json()
        .at("/counts/0/totalCount")
        .asInt();
  }

  private static byte[] longFile() {
    String description = "d".repeat(100);
    return Upload.lines(
        IntStream.range(0, LONG / 150)
            .mapToObj(
                i ->
                    String.format(
                        Locale.ROOT,
                        "{'name': 'artifact-%06d', 'version': '1.0.%d', 'description': '%s', 'sizeBytes': %d}",
                        i,
                        i,
                        description,
                        i))
            .toArray(String[]::new));
  }

  @Test
  void whoMayNotIsRefusedBeforeTheFileIsSent() {
    PlatformClient nobody = client.as(client.createIdentity(client.organization()));
    String path = Upload.path(group, "java");
    String missing = Upload.path(group + "/0123456789abcdef", "java");
    assertRefusedEarly(client.withToken(""), path, 401);
    assertRefusedEarly(client.withToken("x"), path, 401);
    assertRefusedEarly(nobody, path, 403);
    assertRefusedEarly(nobody, missing, 403);
    assertRefusedEarly(client, missing, 404);
    assertRefusedEarly(client, Upload.path(group, "rust"), 400);
    assertRefusedEarly(client, path + "&ecosystems=java", 400);
    assertRefusedEarly(client, Upload.path("nonsense", "java"), 400);
    assertThat(stored()).isZero();
  }

  /** Nothing of the file is sent, so the server cannot have waited for any of it. */
  private static void assertRefusedEarly(PlatformClient by, String path, int status) {
    String head =
        "POST "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\n"
            + (by.token().isEmpty() ? "" : "Authorization: Bearer " + by.token() + "\r\n")
            + "Content-Length: 200000000\r\nExpect: 100-continue\r\n\r\n";

    String answer = RawHttp.exchange(by.url(), head.getBytes(US_ASCII));

    assertThat(answer).as(path).startsWith("HTTP/1.1 " + status + " ").contains("\"code\":");
    assertThat(answer.toLowerCase(Locale.ROOT)).contains("connection: close");
  }

  @ParameterizedTest
  @EnumSource
  void aRoleImportsIfItMay(BuiltInRole role) {
    String identity = client.createIdentity(client.organization());
    String below = client.createGroup(group, "below");
    client.bind(group, identity, role.uid().value());
    PlatformClient caller = client.as(identity);
    Map<String, Capability> ecosystems =
        Map.of(
            "java", Capability.LIBRARIES_JAVA_CREATE,
            "python", Capability.LIBRARIES_PYTHON_CREATE,
            "javascript", Capability.LIBRARIES_JAVASCRIPT_CREATE,
            "dotnet", Capability.LIBRARIES_DOTNET_CREATE,
            "go", Capability.LIBRARIES_GO_CREATE);
    ecosystems.forEach(
        (ecosystem, capability) -> {
          int expected = role.capabilities().contains(capability) ? 200 : 403;
          byte[] file = Upload.lines(LINE);
          assertThat(Upload.send(caller, Upload.path(group, ecosystem), file).status())
              .isEqualTo(expected);
          assertThat(Upload.send(caller, Upload.path(below, ecosystem), file).status())
              .isEqualTo(expected);
          assertThat(
                  Upload.send(caller, Upload.path(client.organization(), ecosystem), file).status())
              .isEqualTo(403);
        });
    String done = upload(Upload.lines(LINE)).uid();
    boolean reads = role.capabilities().contains(Capability.LIBRARIES_ARTIFACTS_LIST);
    assertThat(caller.get("/hub/imports/" + done).status()).isEqualTo(reads ? 200 : 403);
    assertThat(caller.get("/hub/imports/" + done + "/issues").status())
        .isEqualTo(reads ? 200 : 403);
    boolean cancels = role.capabilities().contains(Capability.LIBRARIES_JAVA_CREATE);
    assertThat(caller.post("/hub/imports/" + done + ":cancel", "").status())
        .isEqualTo(cancels ? 400 : 403);
    assertThat(client.get("/hub/imports/" + group + "/0123456789abcdef").status()).isEqualTo(404);
  }

  @Test
  void importsAreListedForThoseWhoReadThem() {
    String java = upload(Upload.lines(LINE)).uid();
    String go = Upload.send(client, Upload.path(group, "go"), Upload.lines(LINE)).uid();
    String below = client.createGroup(group, "below");
    String deep = Upload.send(client, Upload.path(below, "go"), Upload.lines("{}")).uid();
    String within = "/hub/imports?uidp.descendants_of=" + group;

    JsonNode page = client.get(within + "&orderBy=create_time").json();

    assertThat(page.path("imports").findValuesAsText("uid")).containsExactly(java, go, deep);
    assertThat(page.at("/imports/0")).isEqualTo(client.get("/hub/imports/" + java).json());
    assertThat(page.path("totalCount").asText()).isEqualTo("3");
    assertThat(listed(within + "&subject=go")).containsExactlyInAnyOrder(go, deep);
    assertThat(listed(within + "&subject=go&format=library-artifacts&page_size=1")).hasSize(1);
    assertThat(listed(within + "&format=osv")).isEmpty();
    assertThat(listed("/hub/imports?uidp.childrenOf=" + below)).containsExactly(deep);
    JsonNode first = client.get(within + "&pageSize=2").json();
    JsonNode rest =
        client.get(within + "&pageSize=2&pageToken=" + first.path("nextPageToken").asText()).json();
    assertThat(first.path("imports").size() + rest.path("imports").size()).isEqualTo(3);
    assertThat(rest.has("nextPageToken")).isFalse();

    assertThat(client.get("/hub/imports?orderBy=message&pageSize=-1").violations())
        .containsExactlyInAnyOrder("orderBy", "pageSize");
    assertThat(client.withToken("").get("/hub/imports").status()).isEqualTo(401);
    PlatformClient nobody = client.as(client.createIdentity(client.organization()));
    assertThat(nobody.get("/hub/imports").json().path("totalCount").asText()).isEqualTo("0");
    JsonNode issue = client.get("/hub/imports/" + deep + "/issues").json().at("/issues/0");
    assertThat(issue.path("taken").asBoolean()).isFalse();
  }

  private List<String> listed(String path) {
    Reply reply = client.get(path);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.json().path("imports").findValuesAsText("uid");
  }

  @Test
  void aLengthThatLiesOrIsTooLongIsRefused() throws IOException {
    String head =
        "POST "
            + Upload.path(group, "java")
            + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + client.token()
            + "\r\n";
    byte[] tooLong = (head + "Content-Length: 268435457\r\n\r\n").getBytes(US_ASCII);
    assertThat(RawHttp.exchange(client.url(), tooLong)).startsWith("HTTP/1.1 413 ");
    byte[] both =
        (head + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
            .getBytes(US_ASCII);
    assertThat(RawHttp.exchange(client.url(), both)).startsWith("HTTP/1.1 400 ");
    byte[] chunks = (head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n").getBytes(US_ASCII);
    assertThat(RawHttp.exchange(client.url(), chunks)).startsWith("HTTP/1.1 400 ");

    // Less than announced: nothing is imported, and the place is free again.
    try (Socket socket = new Socket(client.url().getHost(), client.url().getPort())) {
      socket.getOutputStream().write((head + "Content-Length: 500\r\n\r\n").getBytes(US_ASCII));
      socket.getOutputStream().write(Upload.lines(LINE, LINE));
      socket.shutdownOutput();
      assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII)).contains("499");
    }
    // More than announced: only what was announced, and nothing of it is another request.
    String more = new String(Upload.lines(LINE), US_ASCII);
    String surplus = "GET /iam/v2/groups HTTP/1.1\r\nHost: localhost\r\n\r\n";
    byte[] request =
        (head + "Content-Length: " + more.length() + "\r\n\r\n" + more + surplus)
            .getBytes(US_ASCII);
    String answer = RawHttp.exchange(client.url(), request);
    assertThat(answer).startsWith("HTTP/1.1 200 ").containsOnlyOnce("HTTP/1.1 ");
    assertThat(stored()).isOne();
  }

  /** Each file is small when it is sent; its inflated length is counted while it is read. */
  @Test
  void bombsAndEndlessLinesAreEnded() throws IOException {
    byte[] line = new byte[64 << 20];
    Arrays.fill(line, (byte) 'x');
    Reply endless = Upload.awaitEnd(client, upload(line).uid());
    assertThat(endless.json().path("state").asText()).isEqualTo("DONE");
    assertThat(counts(endless)).containsExactly(1, 0, 0, 0, 0, 0, 1);

    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bomb)) {
      for (int i = 0; i < 8; i++) {
        gzip.write(line);
      }
    }
    assertThat(bomb.size()).isLessThan(1 << 20);
    Reply burst = upload(bomb.toByteArray());
    assertThat(burst.json().path("state").asText()).isEqualTo("FAILED");
    assertThat(burst.json().path("message").asText()).contains("200 times");
    byte[] deep = Upload.lines("{'a': ".repeat(3_000) + "1" + "}".repeat(3_000), LINE);
    assertThat(counts(upload(deep))).containsExactly(2, 1, 0, 0, 0, 0, 1);
    byte[] truncated = Upload.gzip(longFile());
    Reply cut = upload(Arrays.copyOf(truncated, truncated.length / 2));
    assertThat(Upload.awaitEnd(client, cut.uid()).json().path("message").asText())
        .contains("end early");
  }

  /**
   * Small files are imported whatever other clients upload, and other requests do not wait for
   * uploads.
   */
  @Test
  void othersAreServedWhileUploadsStall() throws IOException {
    List<Socket> stalled = new ArrayList<>();
    try {
      for (int i = 0; i < 4; i++) {
        String own = client.createGroup(group, "stalled");
        Socket socket = Upload.stalled(client, Upload.path(own, "java"));
        stalled.add(socket);
        assertThat(Upload.status(socket)).isEqualTo("100");
      }

      for (int i = 0; i < 20; i++) {
        assertThat(client.get("/health/ready").status()).isEqualTo(200);
        assertThat(client.get("/iam/v2/groups/" + group).status()).isEqualTo(200);
      }
      assertThat(counts(upload(Upload.lines(LINE)))).containsExactly(1, 1, 0, 0, 0, 0, 0);
    } finally {
      for (Socket socket : stalled) {
        socket.close();
      }
    }
  }
}

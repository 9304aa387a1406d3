package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import io.grpc.Metadata;
import io.grpc.Status.Code;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.Dialect;
import local.platform.contract.testing.GrpcReplies;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.GrpcServer.Answer;
import local.platform.contract.testing.Nginx;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.RawHttp;
import local.platform.contract.testing.SelfSignedCertificate;
import local.platform.contract.testing.Upload;
import local.platform.contract.testing.sample.Resource;
import local.platform.db.testing.FreePorts;
import local.platform.web.observability.RequestId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs both protocols behind one https address, with the nginx configuration of this repository.
 */
@Deployment.Test
class NginxIT {
  private static final Path CONFIGURATION =
      Path.of(System.getProperty("platform.sources"), "ops/nginx/platform.conf");
  private static final int HTTP_LIMIT = 1 << 20;
  private static final int GRPC_LIMIT = 4 << 20;

  @TempDir private static Path directory;

  private static SelfSignedCertificate certificate;
  private static Nginx nginx;
  private static GrpcServer grpc;

  private final PlatformClient direct;
  private final PlatformClient overGrpc;

  NginxIT(PlatformClient client) {
    this.direct = client;
    this.overGrpc = client.in(Dialect.GRPC_V2, grpc);
  }

  @BeforeAll
  static void start(PlatformProcess server) throws IOException {
    certificate = SelfSignedCertificate.in(directory, "127.0.0.1");
    nginx = Nginx.start(directory, CONFIGURATION, server.port(), server.grpcPort(), certificate);
    grpc = GrpcServer.overTls("127.0.0.1", nginx.port(), certificate.certificate());
  }

  @AfterAll
  static void stop() {
    if (nginx != null) {
      grpc.close();
      nginx.close();
    }
  }

  @Test
  void restIsServed() throws Exception {
    HttpResponse<String> created =
        send("POST", "/iam/v2/groups/" + direct.organization(), "{\"name\": \"behind nginx\"}");
    assertThat(created.statusCode()).as(created.body()).isEqualTo(200);
    String path =
        "/iam/v2/groups/" + PlatformClient.JSON.readTree(created.body()).path("uid").asText();

    HttpResponse<String> read = send("GET", path, "");
    assertThat(read.version()).isEqualTo(Version.HTTP_2);
    assertThat(read.body()).isEqualTo(direct.get(path).text());
    assertThat(read.headers().firstValue("ETag")).isEqualTo(direct.get(path).header("ETag"));
    assertThat(
            send(
                    "GET",
                    path.replace("/", "%2F")
                        .replaceFirst("%2Fiam%2Fv2%2Fgroups%2F", "/iam/v2/groups/"),
                    "")
                .body())
        .isEqualTo(read.body());
    assertThat(send("DELETE", path, "").statusCode()).isEqualTo(200);
    assertThat(send("GET", path, "").body()).isEqualTo(direct.get(path).text());
  }

  @Test
  void whatIsReadIsChangedWithItsETag() throws Exception {
    String repo = Resource.REPO.create(direct, direct.organization(), "edited");
    String path = Resource.REPO.path(repo) + "/readme";
    String longText = "{\"content\": \"" + "a".repeat(2_000) + "\"}";
    assertThat(compressed("PATCH", path, longText, "\"0\"").statusCode()).isEqualTo(200);

    HttpResponse<byte[]> read = compressed("GET", path, "", "*");
    assertThat(read.headers().firstValue("Content-Encoding")).isEmpty();
    String tag = read.headers().firstValue("ETag").orElseThrow();
    HttpResponse<byte[]> changed = compressed("PATCH", path, "{\"content\": \"b\"}", tag);

    assertThat(changed.statusCode()).isEqualTo(200);
    assertThat(compressed("PATCH", path, "{}", tag).statusCode()).isEqualTo(412);
  }

  @Test
  void aListIsCompressedForWhoAsksForThat() throws Exception {
    String group = direct.createGroup(direct.organization(), "list");
    for (int i = 0; i < 10; i++) {
      direct.createGroup(group, "a group of the list " + i);
    }
    String list = "/iam/v2/groups" + PlatformClient.query("uidp.children_of", group);

    HttpResponse<byte[]> answer = compressed("GET", list, "", "*");

    assertThat(answer.headers().firstValue("Content-Encoding")).hasValue("gzip");
    assertThat(answer.headers().allValues("Vary")).contains("Accept-Encoding", "Authorization");
    try (InputStream plain = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
      assertThat(new String(plain.readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo(direct.get(list).text());
    }
    assertThat(send("GET", list, "").body()).isEqualTo(direct.get(list).text());
  }

  @Test
  void aLongFileIsImported() throws Exception {
    String group = direct.createGroup(direct.organization(), "import");
    String line = "{\"name\": \"lib\", \"version\": \"1\"}\n";
    String file = line + " ".repeat(1_000).concat("\n").repeat(3_000);

    HttpResponse<String> imported = send("POST", Upload.path(group, "java"), file);

    assertThat(imported.statusCode()).as(imported.body()).isEqualTo(200);
    String uid = PlatformClient.JSON.readTree(imported.body()).path("uid").asText();
    assertThat(Upload.awaitEnd(direct, uid).json().path("counts").path("created").asInt())
        .isEqualTo(1);
  }

  @Test
  void grpcIsServed() {
    String uid = overGrpc.createGroup(direct.organization(), "over grpc");
    String path = "/iam/v2/groups/" + uid;

    assertThat(overGrpc.get(path).text()).isEqualTo(direct.get(path).text());
    assertThat(overGrpc.get(path + "/0123456789abcdef").status()).isEqualTo(404);
    assertThat(
            HealthGrpc.newBlockingStub(grpc.channel())
                .check(HealthCheckRequest.getDefaultInstance())
                .getStatus())
        .isEqualTo(ServingStatus.SERVING);
  }

  @Test
  void bodiesReachTheServerUpToItsLimitAndAreRefusedBeyond() throws Exception {
    String path = "/iam/v2/groups/" + direct.organization();

    HttpResponse<String> longest = send("POST", path, ofLength(HTTP_LIMIT));
    assertThat(longest.statusCode()).isEqualTo(400);
    assertThat(longest.body()).contains("\"field\":\"description\"");
    HttpResponse<String> tooLong = send("POST", path, ofLength(HTTP_LIMIT + 1));
    assertThat(tooLong.statusCode()).isEqualTo(413);
    assertThat(PlatformClient.JSON.readTree(tooLong.body()))
        .isEqualTo(
            PlatformClient.JSON.readTree(direct.post(path, ofLength(HTTP_LIMIT + 1)).text()));
  }

  @Test
  void messagesReachTheServerUpToItsLimitAndAreRefusedBeyond() {
    String path = "/iam/v2/groups/" + direct.organization();

    Reply longest = overGrpc.patch(path, ofLength(GRPC_LIMIT - 200));
    assertThat(longest.status()).as(longest.text()).isEqualTo(400);
    assertThat(longest.violations()).contains("description");
    assertThat(overGrpc.patch(path, ofLength(GRPC_LIMIT + 200)).status()).isEqualTo(429);
  }

  /** Returns a JSON object of this many bytes; as a message it has about a hundred more or less. */
  private static String ofLength(int length) {
    String frame = "{\"description\":\"\"}";
    return frame.replace("\"\"", "\"" + "a".repeat(length - frame.length()) + "\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/metrics", "/metrics/", "/metrics?a=b", "//metrics", "/%6detrics"})
  void metricsAreNotForEverybody(String path) throws Exception {
    HttpResponse<String> answer = send("GET", path, "");

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).contains("\"reason\":\"ROUTE_NOT_FOUND\"");
    assertThat(direct.get("/metrics").status()).isEqualTo(200);
  }

  @Test
  void healthIsThere() throws Exception {
    assertThat(send("GET", "/health/ready", "").statusCode()).isEqualTo(200);
  }

  @Test
  void exchangesAreLimitedByAddressAndRefusedInTheFormOfOtherRefusals() throws Exception {
    List<HttpResponse<String>> answers = untilRefused("/sts/exchange", 2_000);
    assertThat(answers.get(0).statusCode()).isEqualTo(401);
    HttpResponse<String> answer = answers.get(answers.size() - 1);

    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
    assertThat(answer.headers().firstValue("X-Request-Id")).hasValue(PlatformClient.REQUEST_ID);
    JsonNode error = PlatformClient.JSON.readTree(answer.body());
    assertThat(error.path("code").asInt()).isEqualTo(8);
    assertThat(error.at("/details/0/reason").asText()).isEqualTo("RATE_LIMITED");
    assertThat(send("GET", "/iam/v2/groups", "").statusCode()).isEqualTo(200);
    for (String leading : List.of("platform", Deployment.ALIAS)) {
      assertCallsAreRefused(
          leading + ".oidc.SecurityTokenService",
          method("platform.oidc.SecurityTokenService", "Exchange"),
          error);
    }
    assertThat(overGrpc.get("/iam/v2/groups/" + direct.organization()).status()).isEqualTo(200);
  }

  /** The server answers these without a caller, whom it could limit. */
  @Test
  void feedsAreLimitedByAddress() throws Exception {
    List<Integer> statuses =
        statusesUntilRefused("/feeds/" + direct.organization() + "/osv/all.zip", 2_000);

    assertThat(statuses.get(0)).isEqualTo(401);
    assertThat(statuses).contains(429).hasSizeGreaterThan(200);
    assertThat(send("GET", "/iam/v2/groups", "").statusCode()).isEqualTo(200);
  }

  @Test
  void methodsWithoutATokenShareOneLimitByAddressOverBothProtocols() throws Exception {
    List<Integer> statuses = statusesUntilRefused("/advisory/v2/documents?id=none", 2_000);

    assertThat(statuses.get(0)).isEqualTo(200);
    assertThat(statuses).contains(429).hasSizeGreaterThan(100);
    for (String path :
        List.of(
            "/advisory/v2/metadata?ids=CVE-2099-1",
            "/advisory/v2beta1/documents?id=none",
            "/advisory/v1/documents?id=none",
            "/advisory/v1/metadata?ids=CVE-2099-1",
            "//advisory/v2/%64ocuments/?id=none")) {
      // Fewer than a limit of their own would allow.
      assertThat(statusesUntilRefused(path, 100)).as(path).contains(429);
    }
    List<HttpResponse<String>> answers = untilRefused("/advisory/v2/documents?id=none", 100);
    JsonNode error = PlatformClient.JSON.readTree(answers.get(answers.size() - 1).body());
    for (String leading : List.of("platform", Deployment.ALIAS)) {
      String v2 = leading + ".advisory.v2.SecurityAdvisoryService";
      String v1 = leading + ".advisory.SecurityAdvisory";
      for (String method : List.of("ListDocuments", "ListVulnerabilityMetadata")) {
        assertCallsAreRefused(
            v2, method("platform.advisory.v2.SecurityAdvisoryService", method), error);
        assertCallsAreRefused(v1, method("platform.advisory.SecurityAdvisory", method), error);
      }
    }
    assertThat(send("GET", "/iam/v2/groups", "").statusCode()).isEqualTo(200);
    assertThat(send("GET", "/advisory/v2/images/resolvedVulns", "").statusCode()).isEqualTo(400);
    assertThat(overGrpc.get("/iam/v2/groups/" + direct.organization()).status()).isEqualTo(200);
  }

  private static List<Integer> statusesUntilRefused(String path, int most) throws Exception {
    return untilRefused(path, most).stream().map(HttpResponse::statusCode).toList();
  }

  /** Sends a request without a token until it is refused; returns the answers. */
  private static List<HttpResponse<String>> untilRefused(String path, int most) throws Exception {
    List<HttpResponse<String>> answers = new ArrayList<>();
    HttpClient client = client(Version.HTTP_2);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + nginx.port() + path))
            .header(RequestId.HEADER, PlatformClient.REQUEST_ID)
            .build();
    do {
      answers.add(client.send(request, BodyHandlers.ofString()));
    } while (answers.get(answers.size() - 1).statusCode() != 429 && answers.size() < most);
    return answers;
  }

  private static MethodDescriptor method(String service, String name) {
    return grpc.reflection().service(service).findMethodByName(name);
  }

  /** Fewer calls than a limit of their own would allow are refused, as others are over REST. */
  private static void assertCallsAreRefused(
      String service, MethodDescriptor exchange, JsonNode error) {
    Metadata metadata = new Metadata();
    metadata.put(GrpcServer.key(RequestId.HEADER), PlatformClient.REQUEST_ID);
    Answer answer;
    int calls = 0;
    do {
      answer =
          grpc.call(
              service,
              exchange,
              DynamicMessage.getDefaultInstance(exchange.getInputType()),
              metadata);
      calls++;
    } while (answer.status().getCode() != Code.RESOURCE_EXHAUSTED && calls < 100);

    assertThat(answer.status().getCode()).isEqualTo(Code.RESOURCE_EXHAUSTED);
    assertThat(answer.headers().keys()).as("headers before the end").isEmpty();
    Metadata trailers = answer.trailers();
    assertThat(trailers.get(GrpcServer.key("grpc-retry-pushback-ms"))).isEqualTo("1000");
    assertThat(trailers.get(GrpcServer.key(RequestId.HEADER))).isEqualTo(PlatformClient.REQUEST_ID);
    JsonNode told = GrpcReplies.of(answer).json();
    assertThat(told.path("message")).isEqualTo(error.path("message"));
    assertThat(told.path("details")).hasSize(2);
    for (int i = 0; i < 2; i++) {
      assertThat(told.path("details").path(i)).isEqualTo(error.path("details").path(i));
    }
  }

  @Test
  void whoSendsSlowlyIsTimedOut() throws IOException {
    String head = "POST /iam/v2/groups HTTP/1.1\r\nHost: localhost\r\n";
    Socket inTheHead = connect();
    Socket inTheBody = connect();
    send(inTheHead, head + "X-Slow: ");
    send(inTheBody, head + "Content-Length: 100\r\n\r\n{");

    for (Socket client : List.of(inTheHead, inTheBody)) {
      try (client) {
        String answer =
            new String(client.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        assertThat(RawHttp.status(answer)).isIn(408, 0);
      }
    }
  }

  @Test
  void aServerThatIsNotThereIsToldInTheFormOfOtherErrors(@TempDir Path elsewhere) throws Exception {
    int nobody = FreePorts.next();
    try (Nginx alone = Nginx.start(elsewhere, CONFIGURATION, nobody, nobody, certificate)) {
      HttpResponse<String> answer =
          client(Version.HTTP_2)
              .send(
                  HttpRequest.newBuilder(
                          URI.create("https://127.0.0.1:" + alone.port() + "/iam/v2/groups"))
                      .build(),
                  BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
      assertThat(answer.body()).contains("\"code\":14", "\"reason\":\"UNAVAILABLE\"");
    }
  }

  private HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    // Over HTTP/2 the client of the JDK would continue to send what was refused, and wait.
    Version version = body.length() > HTTP_LIMIT ? Version.HTTP_1_1 : Version.HTTP_2;
    return client(version)
        .send(
            HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + nginx.port() + path))
                .header("Authorization", "Bearer " + direct.token())
                .header("Content-Type", "application/json")
                .header(RequestId.HEADER, PlatformClient.REQUEST_ID)
                .method(
                    method,
                    body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
  }

  /** Sends a request as a client that understands compression. */
  private HttpResponse<byte[]> compressed(String method, String path, String body, String tag)
      throws IOException, InterruptedException {
    return client(Version.HTTP_2)
        .send(
            HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + nginx.port() + path))
                .header("Authorization", "Bearer " + direct.token())
                .header("Accept-Encoding", "gzip")
                .header("If-Match", tag)
                .method(
                    method,
                    body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofByteArray());
  }

  private static HttpClient client(Version version) {
    return HttpClient.newBuilder().version(version).sslContext(certificate.trust()).build();
  }

  private static Socket connect() throws IOException {
    return certificate.trust().getSocketFactory().createSocket("127.0.0.1", nginx.port());
  }

  private static void send(Socket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    client.getOutputStream().flush();
  }
}

package local.platform.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.net.SocketFactory;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.DocumentedRoute;
import local.platform.contract.testing.Nginx;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.RawHttp;
import local.platform.contract.testing.SelfSignedCertificate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the nginx configuration of this repository with every route: how long bodies may be, and
 * what is compressed. One nginx is in front of the server, and one in front of a stub that answers
 * everything with a resource.
 */
@Deployment.Test
class ProxiedRoutesIT {
  private static final String CLOSE = "Connection: close";
  private static final String REQUEST_ID = "X-Request-Id: " + PlatformClient.REQUEST_ID;
  private static final int DEFAULT_LIMIT = 1 << 20;

  @TempDir private static Path directory;

  private static SelfSignedCertificate certificate;
  private static SocketFactory sockets;
  private static HttpServer stub;
  private static Nginx nginx;
  private static Nginx nginxOfStub;

  private final URI server;

  ProxiedRoutesIT(PlatformClient client) {
    this.server = client.url();
  }

  @BeforeAll
  static void start(PlatformProcess server) throws IOException {
    certificate = SelfSignedCertificate.in(directory, "127.0.0.1");
    sockets = certificate.trust().getSocketFactory();
    nginx = nginx("server", server.port());
    stub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] body = ("{\"name\":\"" + "a".repeat(4_000) + "\"}").getBytes(ISO_8859_1);
    stub.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.getResponseHeaders().set("Etag", "\"1\"");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    stub.start();
    nginxOfStub = nginx("stub", stub.getAddress().getPort());
  }

  private static Nginx nginx(String name, int port) throws IOException {
    return Nginx.start(
        Files.createDirectory(directory.resolve(name)),
        Path.of(System.getProperty("platform.sources"), "ops/nginx/platform.conf"),
        port,
        port,
        certificate);
  }

  @AfterAll
  static void stop() {
    for (Nginx each : new Nginx[] {nginxOfStub, nginx}) {
      if (each != null) {
        each.close();
      }
    }
    if (stub != null) {
      stub.stop(0);
    }
  }

  /** The answer to a longer one names the limit, and is the same from both. */
  @Test
  void aBodyMayBeAsLongAsTheServerTakesIt() throws IOException {
    Map<Integer, DocumentedRoute> routeOfLimit = new TreeMap<>();
    for (DocumentedRoute route : DocumentedRoute.all()) {
      String tooLong = route.head("Content-Length: 9999999999", REQUEST_ID, CLOSE);
      String answer = RawHttp.exchange(server, tooLong.getBytes(ISO_8859_1));
      JsonNode refusal = PlatformClient.JSON.readTree(RawHttp.body(answer));
      JsonNode limit = refusal.path("details").path(0).path("metadata").path("limit");
      routeOfLimit.putIfAbsent(limit.asInt(), route);

      String proxied = through(nginx, tooLong);
      assertThat(RawHttp.status(answer)).as("%s", route).isEqualTo(413);
      assertThat(RawHttp.status(proxied)).as("%s", route).isEqualTo(413);
      assertThat(PlatformClient.JSON.readTree(RawHttp.body(proxied)))
          .as("%s", route)
          .isEqualTo(refusal);
    }
    assertThat(routeOfLimit).containsOnlyKeys(DEFAULT_LIMIT, 8 << 20, 256 << 20);

    // Without a token and without its body the longest one is refused by the server: nginx has
    // passed its head on.
    routeOfLimit.remove(DEFAULT_LIMIT);
    routeOfLimit.forEach(
        (limit, route) ->
            assertThat(through(nginx, route.head("Content-Length: " + limit, CLOSE)))
                .as("%s", route)
                .startsWith("HTTP/1.1 401 ")
                .contains("TOKEN_MISSING"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/registry/images/",
        "/registry/images/a%2Fb",
        "//registry//images/a",
        "/registry/%69mages/a",
        "/libraries/artifacts/:import",
        "/libraries/artifacts/a/b:import/",
        "/libraries/artifacts/a%2Fb:import?ecosystem=java",
        "/libraries/artifacts/a%3Aimport",
      })
  void whereNginxLetsMoreThroughTheServerBoundsIt(String path) {
    String head =
        "POST %s HTTP/1.1\r\nHost: localhost\r\n%s\r\nContent-Length: %s\r\n\r\n"
            .formatted(path, CLOSE, DEFAULT_LIMIT + 1);

    String direct = RawHttp.exchange(server, head.getBytes(ISO_8859_1));

    assertThat(RawHttp.status(direct)).isIn(401, 413);
    assertThat(RawHttp.status(through(nginx, head))).isEqualTo(RawHttp.status(direct));
  }

  @Test
  void aRefusalReachesAClientThatIsStillSending() {
    int length = 20 << 20;
    String request =
        "POST /libraries/artifacts/a:import HTTP/1.1\r\nHost: localhost\r\n%s\r\nContent-Length: %s\r\n\r\n"
            .formatted(CLOSE, length);

    assertThat(through(nginx, request + "a".repeat(length))).startsWith("HTTP/1.1 401 ");
  }

  @Test
  void listsWithoutSecretsAreCompressedAndNothingElse() {
    Set<DocumentedRoute> lists =
        DocumentedRoute.served().stream()
            .filter(ProxiedRoutesIT::isListWithoutSecrets)
            .collect(Collectors.toSet());
    assertThat(lists).hasSizeGreaterThan(25);
    for (DocumentedRoute route : DocumentedRoute.all()) {
      String answer = throughToStub(route.head("Accept-Encoding: gzip", CLOSE));
      boolean compressed = answer.contains("\r\nContent-Encoding: gzip\r\n");

      assertThat(RawHttp.status(answer)).as("%s", route).isEqualTo(200);
      assertThat(compressed).as("%s", route).isEqualTo(lists.contains(route));
      assertThat(answer.contains("\r\nEtag: W/")).as("%s", route).isEqualTo(compressed);
    }
  }

  private static boolean isListWithoutSecrets(DocumentedRoute route) {
    return route.method().equals("GET")
        && route.operation().matches(".*/List[A-Za-z]*")
        && !route.operation().startsWith("platform.operator.")
        && !route.operation().contains(".GroupInvites");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/iam/v2/groupInvites?x=/iam/v2/groups",
        "/iam/v2/groupInvites/",
        "/iam/v2/groupInvites%3F",
        "/iam/v2/%67roupInvites",
        "/iam/v2/groupInvites;a",
        "/iam/v2/group%49nvites/0123/4567",
        "/IAM/V2/GROUPINVITES",
        "//iam//v2/groupInvites",
        "/iam/v2beta1/./groupInvites",
        "/iam/v2/groups/../groupInvites",
        "/iam/v2/groups/%2e%2e/groupInvites",
        "/iam/v2/groupInvites/../groups",
        "/iam/v1/group%5finvites",
        "/iam/v1/groups/..%2fgroup_invites",
        "/hub/imports/../../iam/v2/groupInvites/issues",
        "/hub/imports/%2e%2e/%2e%2e/iam/v2/groupInvites?/issues",
        "/sts/exchange?a=/iam/v2/groups",
        "/iam/v2/groups/",
        "/iam/v2/groups/0123456789abcdef0123456789abcdef01234567",
        "/iam/v2/group%73",
        "//iam/v2/groups",
      })
  void noOtherSpellingIsCompressed(String path) {
    String answer =
        throughToStub(
            "GET %s HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n%s\r\n\r\n"
                .formatted(path, CLOSE));

    assertThat(RawHttp.status(answer)).isEqualTo(200);
    assertThat(answer).contains("\r\nEtag: \"1\"\r\n").doesNotContain("Content-Encoding");
  }

  private static String throughToStub(String request) {
    return through(nginxOfStub, request);
  }

  private static String through(Nginx by, String request) {
    try {
      Socket socket = sockets.createSocket("127.0.0.1", by.port());
      return RawHttp.answer(socket, request.getBytes(ISO_8859_1));
    } catch (IOException e) {
      throw new AssertionError(request, e);
    }
  }
}

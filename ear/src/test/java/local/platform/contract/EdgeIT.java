package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.RawHttp;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests what is answered before anybody is authenticated: allowed methods, missing paths, and CORS.
 */
@Deployment.Test
@Tag("packaging")
class EdgeIT {
  private static final String ALLOW_ORIGIN = "Access-Control-Allow-Origin";

  private final PlatformClient client;
  private final PlatformClient anybody;
  private final URI url;

  EdgeIT(PlatformClient client) {
    this.client = client;
    this.anybody = client.withToken("");
    this.url = client.url();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/iam/v2/groups                    | GET, HEAD, OPTIONS, POST",
        "/iam/v2beta1/groups/a/b           | DELETE, GET, HEAD, OPTIONS, PATCH, POST",
        "/iam/v2/groups:lookupGroup        | GET, HEAD, OPTIONS",
        "/iam/v2/roleBindings:batchCreate  | OPTIONS, POST",
        "/iam/v2/groupInvites/a/b          | DELETE, GET, HEAD, OPTIONS, POST",
        "/iam/v1/groups                    | GET, HEAD, OPTIONS, POST",
        "/iam/v1/groups/a/b                | DELETE, OPTIONS, POST, PUT",
        "/iam/v1/group_invites/a/b         | DELETE, OPTIONS, POST",
        "/sts/exchange                     | GET, HEAD, OPTIONS, POST",
        "/auth/v1/ok                       | GET, HEAD, OPTIONS",
        "/operator/operators               | GET, HEAD, OPTIONS, POST",
        "/.well-known/jwks.json            | GET, HEAD, OPTIONS",
        "/metrics                          | GET, OPTIONS",
        "/health                           | GET, HEAD, OPTIONS, POST",
        "/health/live                      | GET, HEAD, OPTIONS, POST"
      })
  void anybodyIsToldTheMethodsOfAPath(String path, String methods) {
    for (Map<String, String> headers :
        List.of(
            Map.<String, String>of(),
            Map.of("Accept", "application/json"),
            Map.of("Accept", "text/plain"),
            Map.of("Authorization", "Bearer nonsense"))) {
      Reply options = anybody.send("OPTIONS", path, null, headers);

      assertThat(options.status()).as(options.text()).isEqualTo(204);
      assertThat(options.header("Allow")).hasValue(methods);
      assertThat(options.text()).isEmpty();
      assertThat(options.header("X-Request-Id")).isPresent();
    }
  }

  /** Names of hosts in private networks and of containers often have underscores. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "my_server",
        "my_server:8080",
        "_a.b_.example:1",
        "My_Server",
        "a.example.",
        "127.1",
        "a~b",
        "[::1]:8080"
      })
  void aServerIsReachedByEveryNameThatAHostMayHave(String host) {
    for (String path :
        List.of(
            "/health/ready",
            "/.well-known/jwks.json",
            "/iam/v2/groups",
            "/iam/v1/groups",
            "/auth/v1/ok")) {
      String request =
          "GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n"
              .formatted(path, host, client.token());

      String answer = RawHttp.exchange(url, request.getBytes(StandardCharsets.US_ASCII));

      assertThat(RawHttp.status(answer)).as("%s: %s", path, answer).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/nothing",
        "/iam/v3/groups",
        "/iam/v2/groups;a=1",
        "/iam/v1",
        "/iam/v1/nothing"
      })
  void aPathThatIsNotThereHasNoMethodsAndIsNobodysBusiness(String path) {
    Reply unknown = anybody.send("OPTIONS", path);
    assertThat(unknown.status()).isEqualTo(401);
    assertThat(unknown.header("WWW-Authenticate")).isPresent();
    assertThat(unknown.header("Allow")).isEmpty();
    assertThat(anybody.withToken("nonsense").send("OPTIONS", path).status()).isEqualTo(401);
    assertThat(unknown.text()).isEqualTo(anybody.get(path).text());
    assertThat(client.send("OPTIONS", path).reason()).isEqualTo("ROUTE_NOT_FOUND");
  }

  @Test
  void theServerAsAWholeHasOptions() {
    String answer = RawHttp.request(url, "OPTIONS * HTTP/1.1");

    assertThat(RawHttp.status(answer)).isEqualTo(204);
    assertThat(RawHttp.body(answer)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"security.txt", "openid-configuration/tenant", "acme/x", ""})
  void anybodyMayKnowWhatIsNotWellKnown(String name) {
    for (String method : List.of("GET", "POST", "DELETE", "OPTIONS")) {
      for (PlatformClient by : List.of(anybody, client, anybody.withToken("nonsense"))) {
        Reply unknown = by.send(method, "/.well-known/" + name);

        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.reason()).isEqualTo("ROUTE_NOT_FOUND");
      }
    }
    assertThat(anybody.get("/.well-known").status()).isEqualTo(401);
    assertThat(anybody.get("/.well-knownx/a").status()).isEqualTo(401);
  }

  @ParameterizedTest
  @CsvSource({
    "/metrics, POST",
    "/metrics, PUT",
    "/metrics, DELETE",
    "/metrics, FOO",
    "/health, DELETE",
    "/health/live, PATCH"
  })
  void aWrongMethodBesideTheApiIsRefusedLikeAnyOther(String path, String method) {
    Reply refused = anybody.send(method, path);

    assertThat(refused.status()).isEqualTo(405);
    assertThat(refused.header("Content-Type")).hasValue("application/json");
    assertThat(refused.json().path("code").asInt()).isEqualTo(12);
    assertThat(refused.reason()).isEqualTo("METHOD_NOT_ALLOWED");
    assertThat(refused.header("Allow").orElseThrow()).contains("GET").doesNotContain(method);
  }

  @Test
  void whatIsNotBelowTheMetricsIsNotFoundLikeAnythingElse() {
    for (String method : List.of("GET", "POST", "OPTIONS")) {
      Reply unknown = anybody.send(method, "/metrics/base");

      assertThat(unknown.status()).isEqualTo(404);
      assertThat(unknown.reason()).isEqualTo("ROUTE_NOT_FOUND");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/iam/v2/groups", "/iam/v1/groups", "/metrics", "/health", "/nothing"})
  void traceIsRefusedLikeAnyWrongMethod(String path) {
    String answer = RawHttp.request(url, "TRACE " + path + " HTTP/1.1");

    assertThat(RawHttp.status(answer)).isEqualTo(405);
    assertThat(answer).contains("Content-Type: application/json", "Allow: DELETE, GET");
    assertThat(RawHttp.body(answer)).contains("\"code\":12", "METHOD_NOT_ALLOWED");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /iam/v2/groups, 200",
    "GET, /iam/v1/groups, 200",
    "GET, /iam/v2/groups/nonsense, 400",
    "POST, /iam/v2/groups:lookupGroup, 405",
    "GET, /nothing, 404",
    "GET, /sts/exchange, 400",
    "GET, /.well-known/jwks.json, 200",
    "GET, /.well-known/nothing, 404"
  })
  void aPageOfAKnownOriginMayReadAnswersAndErrors(String method, String path, int status) {
    Reply reply = client.send(method, path, null, Map.of("Origin", Deployment.ORIGIN));

    assertThat(reply.status()).as(reply.text()).isEqualTo(status);
    assertThat(reply.headers().allValues(ALLOW_ORIGIN)).containsExactly(Deployment.ORIGIN);
    assertThat(reply.header("Access-Control-Expose-Headers").orElseThrow())
        .contains("ETag", "Retry-After", "WWW-Authenticate", "X-Request-Id");
    assertThat(reply.header("Access-Control-Allow-Credentials")).isEmpty();
    assertThat(reply.headers().allValues("Vary")).contains("Origin");
    assertThat(anybody.send(method, path, null, Map.of("Origin", Deployment.ORIGIN)).header("Vary"))
        .isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://app.example.test:443",
        "https://app.example.test/",
        "https://APP.example.test",
        "http://app.example.test",
        "https://x.app.example.test",
        "https://app.example.test.evil.test",
        "null",
        "*"
      })
  void aPageOfAnotherOriginMayNot(String origin) {
    for (String method : List.of("GET", "OPTIONS")) {
      for (String path : List.of("/iam/v2/groups", "/iam/v1/groups", "/sts/exchange")) {
        Reply reply =
            client.send(
                method,
                path,
                null,
                Map.of("Origin", origin, "Access-Control-Request-Method", "GET"));

        assertThat(reply.headers().map().keySet())
            .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-"));
        assertThat(reply.headers().allValues("Vary")).contains("Origin");
      }
    }
    assertThat(client.get("/iam/v2/groups").headers().allValues("Vary")).contains("Origin");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/iam/v2/groups/a", "/iam/v1/groups/a", "/sts/exchange"})
  void aPageIsToldWhatItMaySend(String path) {
    Reply preflight = preflight(path);

    assertThat(preflight.status()).isEqualTo(204);
    assertThat(preflight.header(ALLOW_ORIGIN)).hasValue(Deployment.ORIGIN);
    assertThat(preflight.header("Access-Control-Allow-Methods").orElseThrow().split(", "))
        .contains("GET", "POST", "PATCH", "PUT", "DELETE");
    assertThat(preflight.header("Access-Control-Allow-Headers").orElseThrow().split(", "))
        .contains("Authorization", "Content-Type", "If-Match", "If-None-Match", "X-Request-Id");
    assertThat(preflight.header("Access-Control-Allow-Credentials")).isEmpty();
    assertThat(preflight("/nothing").status()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/operator/operators", "/%6fperator/operators", "/metrics", "/health/live"})
  void noPageMayOperateOrWatchTheServer(String path) {
    for (Reply reply :
        List.of(
            preflight(path), client.send("GET", path, null, Map.of("Origin", Deployment.ORIGIN)))) {
      assertThat(reply.headers().map().keySet())
          .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-"));
      assertThat(reply.headers().allValues("Vary")).doesNotContain("Origin");
    }
  }

  @Test
  void aPageMayReadWhatIsAnsweredBeforeTheApplicationToo() {
    String tooLong =
        RawHttp.request(
            url,
            "POST /iam/v2/groups HTTP/1.1",
            "Origin: " + Deployment.ORIGIN,
            "Content-Length: 99999999");

    assertThat(RawHttp.status(tooLong)).isEqualTo(413);
    assertThat(tooLong).contains(ALLOW_ORIGIN + ": " + Deployment.ORIGIN, "Vary: Origin");
  }

  private Reply preflight(String path) {
    return anybody.send(
        "OPTIONS",
        path,
        null,
        Map.of(
            "Origin",
            Deployment.ORIGIN,
            "Access-Control-Request-Method",
            "PATCH",
            "Access-Control-Request-Headers",
            "authorization,content-type"));
  }

  /** All other suites require it of what they get over REST. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "OPTIONS *",
        "TRACE /iam/v2/groups",
        "GET /%zz",
        "GET /iam/v2/groups|",
        "HEAD /health/ready",
        "GET /metrics",
        "HEAD /.well-known/jwks.json",
        "POST /openapi",
        "GET /v1-compat/iam/v1/groups"
      })
  void whatIsAnsweredBesideTheApiHasItsDateToo(String request) {
    String answer = RawHttp.request(url, request + " HTTP/1.1");

    assertThat(answer)
        .containsOnlyOnce("\r\nDate: ")
        .containsPattern(
            "\r\nDate: [A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} 20[0-9]{2} [0-9:]{8} GMT\r\n");
  }
}

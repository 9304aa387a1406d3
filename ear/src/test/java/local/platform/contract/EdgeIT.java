package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.RawHttp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is told before anybody is known: methods of paths, and what is not there. */
@Deployment.Test
class EdgeIT {
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
        "/iam/v1/groups                    | GET, HEAD, OPTIONS, POST",
        "/iam/v1/groups/a/b                | DELETE, OPTIONS, POST, PUT",
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
}

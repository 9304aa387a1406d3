package local.platform.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.DocumentedRoute;
import local.platform.contract.testing.OpenApiOfServer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how the OpenAPI documents are served: as they are in git, and to everybody. */
@Deployment.Test
@Tag("packaging")
class OpenApiIT {
  private static final Path SOURCES = Path.of(System.getProperty("platform.sources"));

  private final PlatformClient anybody;
  private final PlatformProcess server;
  private final URI url;

  OpenApiIT(PlatformClient client, PlatformProcess server) {
    this.server = server;
    this.anybody = client.withToken("");
    this.url = client.url();
  }

  @ParameterizedTest
  @CsvSource({
    "/openapi, web-v2/src/main/resources/openapi/v2.json",
    "/openapi/v2.json, web-v2/src/main/resources/openapi/v2.json",
    "/openapi/v2beta1.json, web-v2/src/main/resources/openapi/v2beta1.json",
    "/openapi/v1.json, web-v1-compat/src/main/resources/openapi/v1.json",
    "/openapi/%761.json, web-v1-compat/src/main/resources/openapi/v1.json"
  })
  void aDocumentIsServedAsItIsInBothForms(String path, String source)
      throws IOException, InterruptedException {
    byte[] file = Files.readAllBytes(SOURCES.resolve(source));

    HttpResponse<byte[]> plain = send("GET", path, "identity");
    HttpResponse<byte[]> compressed = send("GET", path, "gzip");

    assertThat(plain.statusCode()).isEqualTo(200);
    assertThat(plain.body()).isEqualTo(file);
    assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
    assertThat(compressed.headers().firstValue("Content-Encoding")).hasValue("gzip");
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed.body()))) {
      assertThat(in.readAllBytes()).isEqualTo(file);
    }
    for (HttpResponse<byte[]> answer : List.of(plain, compressed)) {
      assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
      assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
      assertThat(answer.headers().allValues("Vary")).contains("Accept-Encoding");
      assertThat(answer.headers().firstValue("X-Request-Id")).isPresent();
    }
    assertThat(plain.headers().firstValue("ETag"))
        .isPresent()
        .isNotEqualTo(compressed.headers().firstValue("ETag"));
  }

  private HttpResponse<byte[]> send(String method, String path, String encoding)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(url.resolve(path))
                .method(method, BodyPublishers.noBody())
                .header("Accept-Encoding", encoding)
                .build(),
            BodyHandlers.ofByteArray());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/openapi", "/openapi/v1.json"})
  void whoHasADocumentIsToldSo(String path) throws IOException, InterruptedException {
    Reply first = anybody.get(path);
    String tag = first.header("ETag").orElseThrow();

    Reply again = anybody.send("GET", path, null, Map.of("If-None-Match", "\"x\", " + tag));
    Reply other = anybody.send("GET", path, null, Map.of("If-None-Match", "\"x\""));
    HttpResponse<byte[]> head = send("HEAD", path, "identity");

    assertThat(again.status()).isEqualTo(304);
    assertThat(again.text()).isEmpty();
    assertThat(again.header("ETag")).hasValue(tag);
    assertThat(other.status()).isEqualTo(200);
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.headers().firstValue("ETag")).hasValue(tag);
    assertThat(head.headers().firstValueAsLong("Content-Length"))
        .hasValue(first.text().getBytes(UTF_8).length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/openapi", "/openapi/v1.json"})
  void aDocumentIsOnlyRead(String path) {
    Reply posted = anybody.post(path, "{}");
    Reply options = anybody.send("OPTIONS", path);

    assertThat(posted.status()).isEqualTo(405);
    assertThat(posted.header("Allow")).hasValue("GET, HEAD, OPTIONS");
    assertThat(options.status()).isEqualTo(204);
    assertThat(options.header("Allow")).hasValue("GET, HEAD, OPTIONS");
  }

  @Test
  void theApplicationServerHasNoDocumentOfItsOwn() throws Exception {
    OpenApiOfServer.assertOff(server);
  }

  @Test
  void theDocumentsHaveTheRoutesThatAreServed() {
    assertThat(Stream.of("v2", "v2beta1", "v1").flatMap(this::described))
        .containsExactlyInAnyOrderElementsOf(
            DocumentedRoute.served().stream()
                .map(route -> shape(route.method(), route.template()))
                .toList());
  }

  /** Returns the methods and paths of a document. */
  private Stream<String> described(String name) {
    return anybody.get("/openapi/" + name + ".json").json().path("paths").properties().stream()
        .flatMap(
            path ->
                path.getValue().properties().stream()
                    .map(method -> shape(method.getKey(), path.getKey())));
  }

  /** Returns a route without the names of its variables. */
  private static String shape(String method, String path) {
    return method.toUpperCase(Locale.ROOT) + " " + path.replaceAll("\\{[^}]*}", "{}");
  }

  @Test
  void anybodyMayKnowWhichDocumentsThereAreNot() {
    assertThat(anybody.get("/openapi/v3.json").reason()).isEqualTo("ROUTE_NOT_FOUND");
    assertThat(anybody.get("/openapi/").reason()).isEqualTo("ROUTE_NOT_FOUND");
    assertThat(anybody.get("/openapix").status()).isEqualTo(401);
  }
}

package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how the files of the explorer are served. {@code ExplorerIT} uses it in a browser. */
@Deployment.Test
@Tag("packaging")
class ExplorerFilesIT {
  private final PlatformClient anybody;

  ExplorerFilesIT(PlatformClient client) {
    this.anybody = client.withToken("");
  }

  @ParameterizedTest
  @CsvSource({
    "/explorer, text/html;charset=UTF-8, <title>Explorer",
    "/explorer/, text/html;charset=UTF-8, <title>Explorer",
    "/explorer/explorer.js, text/javascript;charset=UTF-8, takeTokenOfAddress",
    "/explorer/explorer.css, text/css;charset=UTF-8, header",
    "/explorer/swagger-ui-bundle.js, text/javascript;charset=UTF-8, SwaggerUIBundle",
    "/explorer/swagger-ui.css, text/css;charset=UTF-8, .swagger-ui"
  })
  void aFileOfTheExplorerHasItsTypeAndThePolicy(String path, String type, String content) {
    Reply file = anybody.get(path);
    Reply again =
        anybody.send("GET", path, null, Map.of("If-None-Match", file.header("ETag").orElseThrow()));

    assertThat(file.status()).isEqualTo(200);
    assertThat(file.text()).contains(content);
    assertThat(file.header("Content-Type")).hasValue(type);
    assertThat(again.status()).isEqualTo(304);
    for (Reply answer : new Reply[] {file, again}) {
      assertThat(answer.header("Content-Security-Policy"))
          .hasValue(
              "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
                  + " frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
      assertThat(answer.header("Referrer-Policy")).hasValue("no-referrer");
      assertThat(answer.header("X-Content-Type-Options")).hasValue("nosniff");
      assertThat(answer.header("Cache-Control")).hasValue("no-cache");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/explorer/index.html",
        "/explorer/swagger-ui-bundle.js.LICENSE.txt",
        "/explorer/swagger-ui-standalone-preset.js",
        "/explorer/explorer.js/"
      })
  void nothingElseIsThere(String path) {
    assertThat(anybody.get(path).reason()).isEqualTo("ROUTE_NOT_FOUND");
  }

  @Test
  void thePackageOfSwaggerUiIsNotServed() {
    assertThat(anybody.get("/webjars/swagger-ui/index.html").status()).isEqualTo(401);
    assertThat(anybody.get("/webjars/swagger-ui/5.34.1/swagger-ui.css").status()).isEqualTo(401);
  }
}

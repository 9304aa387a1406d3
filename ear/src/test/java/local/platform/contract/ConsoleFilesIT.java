package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how the files of the console are served. {@code ConsoleIT} uses it in a browser. */
@Deployment.Test
@Tag("packaging")
class ConsoleFilesIT {
  private static final Path SOURCES =
      Path.of(System.getProperty("platform.sources"), "web-console/src/main/resources/console");

  private static final Pattern FILES = Pattern.compile("src=\"(/console/[0-9a-f]{20})/main\\.js\"");

  private static final String BROWSER =
      "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

  private final PlatformClient anybody;

  ConsoleFilesIT(PlatformClient client) {
    this.anybody = client.withToken("");
  }

  /** Returns the path below which the files are. */
  private String files() {
    Matcher files = FILES.matcher(anybody.get("/console/").text());
    assertThat(files.find()).isTrue();
    return files.group(1);
  }

  private static void assertGuarded(Reply answer) {
    assertThat(answer.header("Content-Security-Policy"))
        .hasValue(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src"
                + " 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
                + " require-trusted-types-for 'script'; trusted-types 'none'");
    assertThat(answer.header("Referrer-Policy")).hasValue("no-referrer");
    assertThat(answer.header("Cross-Origin-Opener-Policy")).hasValue("same-origin");
    assertThat(answer.header("X-Content-Type-Options")).hasValue("nosniff");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/console", "/console/"})
  void thePageIsAskedForEachTime(String path) {
    Reply page = anybody.get(path);

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Type")).hasValue("text/html;charset=UTF-8");
    assertThat(page.header("Cache-Control")).hasValue("no-cache");
    assertThat(page.text()).contains("<title>Platform console", files() + "/console.css");
    assertThat(page.text()).doesNotContain("{files}");
    assertGuarded(page);
  }

  @ParameterizedTest
  @CsvSource({
    "main.js, text/javascript;charset=UTF-8",
    "kinds/groups.js, text/javascript;charset=UTF-8",
    "vendor/preact.mjs, text/javascript;charset=UTF-8",
    "vendor/preact-LICENSE.txt, text/plain;charset=UTF-8",
    "console.css, text/css;charset=UTF-8",
    "icon.svg, image/svg+xml"
  })
  void aFileIsTheOneInGitAndIsKept(String name, String type) throws IOException {
    Reply file = anybody.get(files() + "/" + name);

    assertThat(file.status()).isEqualTo(200);
    assertThat(file.header("Content-Type")).hasValue(type);
    assertThat(file.header("Cache-Control")).hasValue("public, max-age=31536000, immutable");
    assertThat(file.text()).isEqualTo(Files.readString(SOURCES.resolve(name)));
    assertGuarded(file);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/console/main.js",
        "/console/index.html",
        "/console/files.txt",
        "/console/00000000000000000000/main.js",
        "/console/vendor/",
        "/console/..%2fmain.js"
      })
  void whatIsNotThereIsToldWithoutAToken(String path) {
    assertThat(anybody.get(path).status()).isIn(400, 404);
    assertThat(anybody.get(files() + "/index.html").reason()).isEqualTo("ROUTE_NOT_FOUND");
  }

  @Test
  void aBrowserThatOpensTheAddressOfTheServerIsLedToTheConsole() {
    Reply led = anybody.send("GET", "/", null, Map.of("Accept", BROWSER));

    assertThat(led.status()).isEqualTo(302);
    assertThat(led.header("Location")).hasValue("/console/");
    assertThat(led.headers().allValues("Vary")).contains("Accept", "Origin");
    assertThat(led.text()).isEmpty();
  }

  @Test
  void everybodyElseIsAnsweredAsBefore() {
    Reply other = anybody.send("GET", "/", null, Map.of("Accept", "*/*"));
    Reply posted = anybody.send("POST", "/", "{}", Map.of("Accept", BROWSER));

    assertThat(other.status()).isEqualTo(401);
    assertThat(posted.status()).isEqualTo(401);
    assertThat(anybody.send("GET", "/iam/v2/groups", null, Map.of("Accept", BROWSER)).status())
        .isIn(401, 406);
  }
}

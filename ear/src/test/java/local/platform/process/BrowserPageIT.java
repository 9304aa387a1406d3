package local.platform.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.microsoft.playwright.options.LoadState;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import local.platform.contract.testing.Browser;
import local.platform.contract.testing.BrowserPage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What must never happen on a page is noticed by the tests that use one. */
class BrowserPageIT {
  private static HttpServer server;
  private static Browser browser;

  @BeforeAll
  static void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String script = exchange.getRequestURI().getQuery();
          byte[] page =
              ("<!doctype html><link rel=icon href=data:,><script>" + script + "</script>")
                  .getBytes(UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/html");
          exchange
              .getResponseHeaders()
              .set(
                  "Content-Security-Policy",
                  "default-src 'none'; script-src 'unsafe-inline'; connect-src *; img-src data:");
          exchange.sendResponseHeaders(script == null ? 404 : 200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    server.start();
    browser = Browser.start();
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
    server.stop(0);
  }

  private static URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "document.write('<p style=\"color:red\">')            | policy: style-src-attr",
        "setTimeout('1')                                      | policy: script-src eval",
        "throw new Error('oh')                                | not caught: Error: oh",
        "Promise.reject(new Error('oh'))                      | not caught: Error: oh",
        "console.error('oh')                                  | console: oh",
        "fetch('http://127.0.0.1:1/').catch(e => 0)           | request to another server: GET http://127.0.0.1:1/",
        "fetch('/nothing')                                    | answer: 404 GET"
      })
  void whatMustNotHappenFailsTheTest(String script, String problem) {
    BrowserPage page = browser.page(url());
    page.open(url() + "/?" + script.replace(" ", "%20").replace("\"", "%22"))
        .waitForLoadState(LoadState.NETWORKIDLE);

    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(page::close)
        .withMessageContaining(problem);
  }

  @Test
  void whatIsExpectedAndWhatIsAllowedDoesNot() {
    try (BrowserPage page = browser.page(url())) {
      page.open(url() + "/?console.log('well')");
      page.expect(404).open(url() + "/nothing");

      assertThat(page.problems()).isEmpty();
    }
  }
}

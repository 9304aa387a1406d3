package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.DocumentedRoute;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.RawHttp;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sends requests that are answered before their body is read. The body contains a request: if the
 * server took it for one, the answer would go to the next user of the connection.
 */
@Deployment.Test
@Tag("packaging")
class EarlyAnswersIT {
  private static final String HIDDEN =
      "GET /.well-known/jwks.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
  private static final String CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
  private static final String NEXT =
      "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

  private final URI url;
  private final String organization;
  private final String authorization;

  EarlyAnswersIT(PlatformClient client) {
    this.url = client.url();
    this.organization = client.organization();
    this.authorization = "Authorization: Bearer " + client.token();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "405 | TRACE   | /iam/v2/groups                   | X: y",
        "405 | TRACE   | /metrics                         | X: y",
        "405 | CONNECT | localhost:80                     | X: y",
        "401 | POST    | /iam/v2/groups                   | X: y",
        "401 | PATCH   | /iam/v2/groups/{organization}    | Authorization: Bearer nonsense",
        "401 | POST    | /nowhere                         | X: y",
        "404 | POST    | /nowhere                         | {token}",
        "404 | POST    | /v1-compat/iam/v1/groups         | {token}",
        "405 | POST    | /openapi                         | X: y",
        "404 | POST    | /openapi/nothing                 | X: y",
        "200 | GET     | /openapi/v1.json                 | X: y",
        "405 | PUT     | /iam/v2/groups:lookupGroup       | {token}",
        "405 | FOO     | /iam/v2/groups:lookupGroup       | {token}",
        "415 | POST    | /iam/v2/groups                   | {token} & Content-Type: text/xml",
        "415 | POST    | /iam/v2/groups                   | {token} & Content-Encoding: gzip",
        "400 | POST    | /iam/v2/groups                   | {token} & Content-Type: ;;;",
        "406 | POST    | /iam/v2/groups                   | {token} & Accept: text/html",
        "400 | POST    | /iam/v2/groups?unknown=1         | {token}",
        "400 | POST    | /iam/v2/groups                   | {token}",
        "403 | GET     | /iam/v2/groups/{other}           | {token}",
        "400 | PATCH   | /iam/v2/groups/{organization}    | {token} & If-Match: x",
        "200 | GET     | /iam/v2/groups                   | {token}",
        "200 | GET     | /iam/v2/groups                   | {token} & Content-Type: text/xml",
        "200 | GET     | /iam/v1/groups                   | {token}",
        "200 | HEAD    | /iam/v2/groups                   | {token}",
        "404 | DELETE  | /iam/v2/groups/{organization}/0123456789abcdef | {token}",
        "401 | POST    | /iam/v1/groups/{organization}    | X: y",
        "401 | POST    | /sts/exchange                    | X: y",
        "415 | POST    | /sts/exchange                    | Content-Type: application/xml",
        "200 | GET     | /health/live                     | X: y",
        "200 | GET     | /metrics                         | X: y",
        "400 | POST    | /%zz                             | {token}",
        "401 | POST    | /iam/v2/groups                   | Expect: 100-continue",
        "413 | POST    | /iam/v2/groups                   | {token} & X-Long: body",
      })
  void whatIsAnsweredEarlyLeavesNothingBehind(
      int status, String method, String target, String headers) {
    String head =
        (method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n")
            .replace("{organization}", organization)
            .replace("{other}", "0123456789abcdef0123456789abcdef01234567")
            .replace(" & ", "\r\n")
            .replace("{token}", authorization);
    String filler = head.contains("X-Long") ? "a".repeat(1 << 20) : "";
    for (String body : List.of(HIDDEN + filler, HIDDEN.repeat(3) + filler)) {
      String size = Integer.toHexString(body.length());
      assertNothingLeft(
          status, head + "Content-Length: " + body.length() + "\r\n\r\n" + body + NEXT);
      assertNothingLeft(
          status,
          head
              + "Transfer-Encoding: chunked\r\n\r\n"
              + (size + "\r\n" + body + "\r\n0\r\n\r\n" + NEXT));
    }
  }

  /** Only the exchange takes its token from the body, and a feed may be for everybody. */
  @Test
  void withoutATokenNoBodyIsAskedForThatWouldBeRefused() {
    for (DocumentedRoute route : DocumentedRoute.all()) {
      if (List.of("POST", "PUT", "PATCH").contains(route.method())) {
        String answer = expecting(route, "X: y", "");

        if (route.path().equals("/sts/exchange") || route.path().startsWith("/feeds/")) {
          assertThat(answer).isEqualTo(CONTINUE);
        } else {
          assertThat(answer).as("%s", route).startsWith("HTTP/1.1 401 ").contains("TOKEN_MISSING");
          assertThat(answer).as("%s", route).contains("Connection: close\r\n");
        }
      }
    }
    DocumentedRoute create = new DocumentedRoute("POST", "/iam/v2/groups", "");
    assertThat(expecting(create, authorization, "{}")).startsWith(CONTINUE + "HTTP/1.1 400 ");
    for (DocumentedRoute nowhere :
        List.of(
            new DocumentedRoute("POST", "/nowhere", ""),
            new DocumentedRoute("POST", "/iam/v1/nowhere", ""),
            new DocumentedRoute("PATCH", "/sts", ""))) {
      assertThat(expecting(nowhere, "X: y", "")).startsWith("HTTP/1.1 401 ");
    }
    assertThat(expecting(new DocumentedRoute("PUT", "/metrics", ""), "X: y", ""))
        .startsWith("HTTP/1.1 405 ");
  }

  /** Waits for 100 (Continue), and sends the body only then. */
  private String expecting(DocumentedRoute route, String header, String body) {
    String head = route.head("Expect: 100-continue", "Content-Length: 2", header);
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      socket.setSoTimeout(15_000);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
      byte[] interim = socket.getInputStream().readNBytes(CONTINUE.length());
      String begin = new String(interim, StandardCharsets.ISO_8859_1);
      if (begin.equals(CONTINUE) && body.isEmpty()) {
        return begin;
      }
      socket.getOutputStream().write(body.getBytes(StandardCharsets.ISO_8859_1));
      byte[] rest = new byte[16_384];
      int count = Math.max(0, socket.getInputStream().read(rest));
      return begin + new String(rest, 0, count, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** After the answer comes that to the next request, or the connection ends. */
  private void assertNothingLeft(int status, String requests) {
    String answers = RawHttp.exchange(url, requests.getBytes(StandardCharsets.ISO_8859_1));
    String withoutContinue = answers.replace(CONTINUE, "");

    assertThat(RawHttp.status(withoutContinue)).as(answers).isEqualTo(status);
    assertThat(answers).doesNotContain("\"keys\"");
    String[] each = withoutContinue.split("HTTP/1\\.1 ", -1);
    assertThat(each.length).as(answers).isBetween(2, 3);
    if (each.length == 3) {
      assertThat(each[2]).startsWith("200").contains("\"process\"");
    } else {
      assertThat(each[1]).contains("Connection: close");
    }
  }
}

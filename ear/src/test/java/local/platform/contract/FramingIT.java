package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.RawHttp;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sends requests whose boundaries a proxy could see differently than the server (RFC 9112, section
 * 11.2). {@code RequestReaderTest} has further ones.
 */
@Deployment.Test
@Tag("packaging")
class FramingIT {
  private static final String NEXT =
      "GET /.well-known/jwks.json HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private final URI url;
  private final String authorization;

  FramingIT(PlatformClient client) {
    this.url = client.url();
    this.authorization = "Authorization: Bearer " + client.token() + "\r\n";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /iam/v2/groups HTTP/1.1\r\nHost: a\r\n{token}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        "POST /iam/v2/groups HTTP/1.1\r\nHost: a\r\n{token}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}",
        "POST /iam/v2/groups HTTP/1.1\r\nHost: a\r\n{token}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /iam/v2/groups HTTP/1.1\r\nHost: a\r\n{token}Transfer-Encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        "POST /iam/v2/groups HTTP/1.1\r\nHost: a\r\n{token}Transfer-Encoding: chunked;x\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        "POST /iam/v2/groups HTTP/1.1\r\nHost: a\r\n{token}Transfer-Encoding: chunked, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        "POST /iam/v2/groups HTTP/1.1\r\nHost: a\r\n{token}Transfer-Encoding: identity\r\n\r\n",
        "POST /iam/v2/groups HTTP/1.1\r\nHost: a\r\n{token}Transfer-Encoding: chunked\r\n\r\n2\n{}\r\n0\r\n\r\n",
        "POST /iam/v2/groups HTTP/1.1\r\nHost: a\r\n{token}Transfer-Encoding: chunked\r\n\r\n2;\n{}\r\n0\r\n\r\n",
        "GET /iam/v2/groups HTTP/1.1\r\nHost: a\r\nHost: b\r\n{token}\r\n",
        "GET /iam/v2/groups HTTP/1.1\r\n{token}\r\n",
        "GET /iam/v2/groups HTTP/1.1\r\nHost: a\r\nno colon\r\n{token}\r\n",
        "GET /iam/v2/groups HTTP/1.1\r\nHost: a\r\n folded\r\n{token}\r\n",
        "GET /iam/v2/groups HTTP/1.1\nHost: a\n{token}\r\n",
        "GET /iam/v2/groups\r\nHost: a\r\n{token}\r\n",
        "GET /iam/v2/groups HTTP/2.0\r\nHost: a\r\n{token}\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET /iam/v2/groups HTTP/1.1\r\nHost:\r\n{token}\r\n",
        "GET /iam/v2/groups HTTP/1.1\r\nHost: :\r\n{token}\r\n",
        "GET /iam/v2/groups HTTP/1.1\r\nHost: a:-1\r\n{token}\r\n",
        "GET http://:/iam/v2/groups HTTP/1.1\r\nHost: a\r\n{token}\r\n",
        "GET /iam/v2/groups|x HTTP/1.1\r\nHost: a\r\n{token}\r\n",
      })
  void whatCanBeReadInTwoWaysIsRefusedAndEndsTheConnection(String request) {
    String answers = exchange(request + NEXT);

    assertThat(RawHttp.status(answers)).as(answers).isEqualTo(400);
    assertThat(answers).contains("Connection: close\r\n").containsOnlyOnce("X-Request-Id: ");
    assertThat(RawHttp.body(answers)).startsWith("{\"code\":3,").endsWith("}");
  }

  /** Grizzly alone would misread these. */
  @Test
  void nothingLeavesAConnectionThatDoesNotKnowWhereTheNextRequestBegins() {
    String last = NEXT.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");

    String tab =
        exchange(
            "POST /nowhere HTTP/1.1\r\nHost: a\r\n{token}Content-Length: 2\t\r\n\r\n{}" + last);
    assertThat(tab).containsSubsequence("HTTP/1.1 404", "HTTP/1.1 200", "keys");

    String preface = exchange("PRI /nowhere HTTP/1.1\r\nHost: a\r\n{token}\r\n" + last);
    assertThat(RawHttp.status(preface)).isEqualTo(405);
    assertThat(preface).contains("Connection: close\r\n").doesNotContain("keys");

    String nobody = exchange("GET /health/live HTTP/1.0\r\n\r\n");
    assertThat(RawHttp.status(nobody)).isEqualTo(200);
  }

  @Test
  void requestsInOnePieceAreAnsweredOneAfterTheOther() {
    String first = "GET /iam/v2/groups?page_size=1 HTTP/1.1\r\nHost: a\r\n{token}\r\n";
    String second =
        "POST /nowhere HTTP/1.1\r\nHost: a\r\n{token}Transfer-Encoding: chunked\r\n\r\n";
    String chunks = "2\r\n{}\r\n0\r\n\r\n";
    String last = NEXT.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");

    String answers = exchange(first + second + chunks + last);

    assertThat(answers)
        .containsSubsequence("HTTP/1.1 200", "\"groups\"", "HTTP/1.1 404", "HTTP/1.1 200", "keys");
  }

  /** Grizzly would end a connection after 250 requests. */
  @Test
  void aConnectionTakesAnyNumberOfRequests() {
    int requests = 600;
    String request = "GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n";
    String last = NEXT.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");

    String answers = exchange(request.repeat(requests) + last);

    assertThat(answers.split("HTTP/1.1 200", -1)).hasSize(requests + 2);
    assertThat(answers.split("\r\nDate: ", -1)).hasSize(requests + 2);
    assertThat(answers).containsOnlyOnce("Connection: close").contains("keys");
  }

  @Test
  void aClientThatAsksForAnotherProtocolIsServedWithThisOne() {
    for (String protocol : new String[] {"h2c", "websocket"}) {
      String answers =
          exchange(
              "POST /iam/v2/groups HTTP/1.1\r\nHost: a\r\n{token}Upgrade: "
                  + protocol
                  + "\r\nConnection: Upgrade\r\nContent-Length: 2\r\n\r\n{}");

      assertThat(RawHttp.status(answers)).as(answers).isEqualTo(400);
      assertThat(answers).contains("\"field\":\"name\"");
    }
  }

  @Test
  void theServerIsAskedForItsOptions() {
    assertThat(RawHttp.status(exchange("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"))).isEqualTo(204);
  }

  private String exchange(String requests) {
    return RawHttp.exchange(
        url, requests.replace("{token}", authorization).getBytes(StandardCharsets.ISO_8859_1));
  }
}

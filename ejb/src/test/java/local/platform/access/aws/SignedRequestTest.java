package local.platform.access.aws;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.Map;
import local.platform.access.upstream.UpstreamToken;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignedRequestTest {
  private static final String REQUEST = "POST /?a=b HTTP/1.1\r\nHost: sts.test\r\nX-Y: a b\r\n\r\n";

  @Test
  void aRequestIsReadPartByPart() {
    assertThat(SignedRequest.parse(SdkToken.encoded(REQUEST + "body\r\n")))
        .contains(
            new SignedRequest(
                "POST", "/?a=b", Map.of("host", "sts.test", "x-y", "a b"), false, "body\r\n"));
    assertThat(SignedRequest.parse(SdkToken.encoded("GET * HTTP/1.1\r\n\r\n")))
        .contains(new SignedRequest("GET", "*", Map.of(), false, ""));
    assertThat(SignedRequest.parse(SdkToken.encoded("GET * HTTP/1.1\r\nA:\r\nB:b\r\n\r\n")))
        .contains(new SignedRequest("GET", "*", Map.of("a", "", "b", "b"), false, ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Host: sts.test", "host: sts.test", "hOST: other", "x-y:", "X-y: z"})
  void aHeaderThatIsThereTwiceIsNoted(String line) {
    String twice = REQUEST.replaceFirst("\r\n", "\r\n" + line + "\r\n");

    assertThat(SignedRequest.parse(SdkToken.encoded(twice)).orElseThrow().repeatsHeader()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "POST / HTTP/1.1",
        "POST / HTTP/1.1\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\n",
        "POST / HTTP/1.0\r\n\r\n",
        "POST / HTTP/2\r\n\r\n",
        "POST / http/1.1\r\n\r\n",
        "post / HTTP/1.1\r\n\r\n",
        "POST  / HTTP/1.1\r\n\r\n",
        "POST / a HTTP/1.1\r\n\r\n",
        "POST /\u00e9 HTTP/1.1\r\n\r\n",
        " POST / HTTP/1.1\r\n\r\n",
        "\r\nPOST / HTTP/1.1\r\n\r\n",
        "POST / HTTP/1.1\n\n",
        "POST / HTTP/1.1\nHost: a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\nB: c\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\rB: c\r\n\r\n",
        "POST / HTTP/1.1\r\nHost : a\r\n\r\n",
        "POST / HTTP/1.1\r\n Host: a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n",
        "POST / HTTP/1.1\r\nHost:  a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a \r\n\r\n",
        "POST / HTTP/1.1\r\nHost:\ta\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\tb\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\u0000\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: \u00e9\r\n\r\n",
        "POST / HTTP/1.1\r\nHost\r\n\r\n",
        "POST / HTTP/1.1\r\n: a\r\n\r\n",
        "{\"method\":\"POST\"}"
      })
  void whatIsNoRequestIsNone(String request) {
    assertThat(SignedRequest.parse(SdkToken.encoded(request))).isEmpty();
  }

  @Test
  void aRequestHasOneSpelling() {
    String padded = SdkToken.encoded(REQUEST + "x".repeat((4 - REQUEST.length() % 3) % 3));
    assertThat(padded).endsWith("==");
    assertThat(SignedRequest.parse(padded)).isPresent();

    String last = padded.substring(padded.length() - 3, padded.length() - 2);
    char next = (char) (last.charAt(0) + 1); // other bits that do not count
    for (String other :
        new String[] {
          padded.replace("=", ""),
          padded + "=",
          padded.substring(0, padded.length() - 3) + next + "==",
          padded.substring(0, 4) + "\r\n" + padded.substring(4),
          padded + " ",
          padded + ".",
          "*" + padded.substring(1),
          "=" + padded,
          Base64.getUrlEncoder()
              .encodeToString(padded.getBytes(java.nio.charset.StandardCharsets.US_ASCII))
        }) {
      assertThat(SignedRequest.parse(other)).as(other).isEmpty();
    }
  }

  @Test
  void aTokenHasALimit() {
    String start = "POST / HTTP/1.1\r\nX: ";
    int longest = UpstreamToken.MAX_LENGTH / 4 * 3 - start.length() - "\r\n\r\n".length();

    String token = SdkToken.encoded(start + "x".repeat(longest) + "\r\n\r\n");
    assertThat(token).hasSize(UpstreamToken.MAX_LENGTH);
    assertThat(SignedRequest.parse(token)).isPresent();
    assertThat(SignedRequest.parse(SdkToken.encoded(start + "x".repeat(longest + 1) + "\r\n\r\n")))
        .isEmpty();
  }

  @Test
  void noTextOfItHasTheSignature() {
    assertThat(SignedRequest.parse(SdkToken.encoded(REQUEST)).orElseThrow())
        .hasToString("a signed request");
  }
}

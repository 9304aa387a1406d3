package local.platform.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import local.platform.web.rest.HttpFailure;
import local.platform.web.upload.Uploads;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestReaderTest {
  private static final int MAX_BODY = 100;
  private static final String HOST = "Host: localhost\r\n";
  private static final String LONG =
      "POST /a HTTP/1.1\r\n" + HOST + "Content-Length: 5\r\n\r\nhello";
  private static final String CHUNKED =
      "POST /a HTTP/1.1\r\n"
          + HOST
          + "Transfer-Encoding: Chunked\r\nAccept: */*\r\n\r\n"
          + "2;name=value\r\nhe\r\n03\r\nllo\r\n0\r\nX-Trailer: 1\r\n\r\n";
  private static final String NEXT = "GET /next HTTP/1.1\r\n";

  private final RequestMemory memory = new RequestMemory(1_000_000);
  private final RequestReader reader =
      new RequestReader(memory, MAX_BODY, UploadRules.NONE, false, Routing.ALL_OURS);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /\r\nHost: a\r\n\r\n",
        "GET / HTTP/2.0\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.2\r\nHost: a\r\n\r\n",
        "GET / http/1.1\r\nHost: a\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1 \r\nHost: a\r\n\r\n",
        " GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n",
        "G@T / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /\u00e4 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\nHost: a\n\n",
        "GET / HTTP/1.1\r\nHost: a\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost:\r\n\r\n",
        "GET / HTTP/1.0\r\nHost:\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: :\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a:1:2\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a:-1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a:b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: [\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n",
        "GET http://:/ HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http://@/ HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http://\"a/ HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http://u@a/ HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /# HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http://a#/b HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a|b HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nnocolon\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
        "GET / HTTP/1.1\r\n Host: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n\tfolded\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: a\u0000b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: a\u007fb\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: \u00e4\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX\u00e4: b\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2, 2\r\n\r\n{}",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +2\r\n\r\n{}",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -2\r\n\r\n{}",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x2\r\n\r\n{}",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999999999999999\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity, chunked\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked;x\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \u000bchunked\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET nopath HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http:// HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /%c0%ae HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a%5cb HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a%00b HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a/../b HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http://a/%2e%2e/b HTTP/1.1\r\nHost: a\r\n\r\n",
      })
  void whatCanBeReadInTwoWaysIsRefused(String request) {
    assertThat(statusOfRefusal(request)).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2\n{}\r\n0\r\n\r\n",
        "2\r\n{}\n0\r\n\r\n",
        "2\r\n{}0\r\n\r\n",
        "2\r\n{}\r\n0\n\r\n",
        "2\r\n{}\r\n0\r\n\n",
        "2\r\r\n{}\r\n0\r\n\r\n",
        "\r\n{}",
        ";a\r\n",
        "2 \r\n{}\r\n0\r\n\r\n",
        " 2\r\n{}\r\n0\r\n\r\n",
        "0x2\r\n{}\r\n0\r\n\r\n",
        "-2\r\n{}\r\n0\r\n\r\n",
        "+2\r\n{}\r\n0\r\n\r\n",
        "000000002\r\n{}\r\n0\r\n\r\n",
        "2;a\nb\r\n{}\r\n0\r\n\r\n",
        "2\r\n{}\r\n0\r\nX: a\nY: b\r\n\r\n",
      })
  void chunksThatCanBeReadInTwoWaysAreRefused(String body) {
    String head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";

    assertThat(statusOfRefusal(head + body)).isEqualTo(400);
  }

  @Test
  void whatIsIgnoredInChunksIsBounded() {
    String head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";

    assertThat(statusOfRefusal(head + "1;" + "a".repeat(300) + "\r\n")).isEqualTo(400);
    assertThat(statusOfRefusal(head + "0\r\n" + "X: a\r\n".repeat(3_000))).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({"TRACE, 405", "CONNECT, 405", "PRI, 405"})
  void methodsOfWhichNothingIsServedAreAnsweredBeforeTheirBody(String method, int status) {
    assertThat(statusOfRefusal(method + " /a HTTP/1.1\r\nHost: a\r\nContent-Length: 40\r\n\r\n"))
        .isEqualTo(status);
  }

  @Test
  void headsAreBounded() {
    assertThat(statusOfRefusal("GET /" + "a".repeat(40_000))).isEqualTo(414);
    assertThat(statusOfRefusal("GET / HTTP/1.1\r\nX: " + "a".repeat(40_000))).isEqualTo(431);
    assertThat(statusOfRefusal("GET / HTTP/1.1\r\n" + "X: a\r\n".repeat(101))).isEqualTo(431);
    assertThat(read("GET / HTTP/1.1\r\n" + HOST + "X: a\r\n".repeat(99) + "\r\n")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "GET", "DELETE"})
  void bodiesAreBoundedWhateverTheMethod(String method) {
    String head = method + " / HTTP/1.1\r\n" + HOST;

    assertThat(statusOfRefusal(head + "Content-Length: 101\r\n\r\n")).isEqualTo(413);
    assertThat(statusOfRefusal(head + "Transfer-Encoding: chunked\r\n\r\n65\r\n" + "a".repeat(101)))
        .isEqualTo(413);
    assertThat(read(head + "Content-Length: 100\r\n\r\n" + "a".repeat(100))).isPresent();
  }

  @Test
  void whatIsFramedByItsLengthIsPassedOnAsItIs() {
    assertThat(read(LONG + NEXT)).contains(LONG);
  }

  @Test
  void chunksBecomeALength() {
    assertThat(read(CHUNKED + NEXT))
        .contains("POST /a HTTP/1.1\r\n" + HOST + "Accept: */*\r\nContent-Length: 5\r\n\r\nhello");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "DELETE", "OPTIONS"})
  void aBodyThatMeansNothingIsReadAndNotPassedOn(String method) {
    String head = method + " /a HTTP/1.1\r\n" + HOST;

    assertThat(read(head + "Content-Length: 2\r\n\r\n{}" + NEXT)).contains(head + "\r\n");
    assertThat(read(head + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n" + NEXT))
        .contains(head + "\r\n");
  }

  @Test
  void neitherAnotherProtocolNorAnExpectationIsPassedOn() {
    String head = "POST /a HTTP/1.1\r\n" + HOST;

    assertThat(
            read(head + "Upgrade: websocket\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\na"))
        .contains(head + "Content-Length: 1\r\n\r\na");
  }

  @Test
  void emptyLinesBeforeARequestAreNothing() {
    assertThat(read("\r\n\r\n" + LONG)).contains(LONG);
  }

  @Test
  void aClientThatWaitsForIt() {
    String head = "POST /a HTTP/1.1\r\n" + HOST + "Content-Length: 2\r\n";

    feed(head + "Expect: 100-Continue\r\n");
    assertThat(reader.mustContinue()).isFalse();
    feed("\r\n");
    assertThat(reader.mustContinue()).isTrue();
    feed("{");
    assertThat(reader.mustContinue()).isFalse();
  }

  /** A client that sends the body all the same is not waiting for anything. */
  @Test
  void whoWaitsWithoutATokenIsNotReadFurther() {
    String head =
        "POST /a HTTP/1.1\r\n" + HOST + "Connection: keep-alive\r\nExpect: 100-continue\r\n";
    String passedOn =
        "POST /a HTTP/1.1\r\n" + HOST + "Content-Length: 0\r\nConnection: close\r\n\r\n";

    assertThat(readClosed(head + "Content-Length: 2\r\n\r\n")).contains(passedOn);
    assertThat(readClosed(head + "Transfer-Encoding: chunked\r\n\r\n")).contains(passedOn);
    for (String token :
        List.of("", "Basic eDp5", "Bearer", "Bearer a\r\nAuthorization: Bearer b")) {
      String with = head + "Authorization: " + token + "\r\nContent-Length: 2\r\n\r\n";
      assertThat(readClosed(with)).as(token).isPresent();
    }
    String withToken = head + "Authorization: Bearer a\r\nContent-Length: 2\r\n\r\n";
    assertThat(readClosed(withToken)).isEmpty();
    assertThat(readClosed(head + "Content-Length: 2\r\n\r\n{}").orElseThrow())
        .endsWith("\r\n\r\n{}");
    assertThat(readClosed(head + "Content-Length: 2\r\n\r\n{")).isEmpty();
    assertThat(readClosed(head.replace("/a", "/open") + "Content-Length: 2\r\n\r\n")).isEmpty();
    assertThat(readClosed(head + "Content-Length: 0\r\n\r\n").orElseThrow()).contains("keep-alive");
  }

  /** Reads a request, of which only {@code /open} is served without a token. */
  private Optional<String> readClosed(String request) {
    UploadRules rules =
        new UploadRules(
            (method, path) -> OptionalLong.empty(),
            (method, path) -> path.equals("/open"),
            Duration.ofSeconds(1),
            new Uploads());
    RequestReader anew = new RequestReader(memory, MAX_BODY, rules, false, Routing.ALL_OURS);
    return feed(anew, request) ? Optional.of(text(anew.request())) : Optional.empty();
  }

  @Property
  void howTheBytesComeMakesNoDifference(
      @ForAll @Size(max = 20) List<@IntRange(min = 1, max = 40) Integer> pieces) {
    for (String request : List.of(LONG, CHUNKED, "GET / HTTP/1.1\r\n" + HOST + "\r\n")) {
      RequestReader inPieces =
          new RequestReader(memory, MAX_BODY, UploadRules.NONE, false, Routing.ALL_OURS);
      byte[] bytes = bytes(request + NEXT);
      int start = 0;
      boolean complete = false;
      for (int i = 0; !complete; i++) {
        int size = i < pieces.size() ? pieces.get(i) : 1;
        ByteBuffer piece = ByteBuffer.wrap(bytes, start, Math.min(size, bytes.length - start));
        complete = inPieces.read(piece);
        start = piece.position();
      }

      assertThat(start).isEqualTo(request.length());
      assertThat(text(inPieces.request())).isEqualTo(read(request).orElseThrow());
    }
  }

  @Test
  void aShortRequestTakesNothingOfWhatAllShare() {
    RequestMemory exhausted = new RequestMemory(0);
    RequestReader small =
        new RequestReader(exhausted, MAX_BODY, UploadRules.NONE, false, Routing.ALL_OURS);

    for (byte octet : bytes(LONG)) {
      small.read(ByteBuffer.wrap(new byte[] {octet}));
    }

    assertThat(text(small.request())).isEqualTo(LONG);
  }

  @Test
  void aLongRequestTakesWhatItHoldsAndGivesItBack() {
    int body = 1 << 20;
    RequestMemory shared = new RequestMemory(3L << 20);
    RequestReader large =
        new RequestReader(shared, body, UploadRules.NONE, false, Routing.ALL_OURS);
    feed(large, "POST / HTTP/1.1\r\n" + HOST + "Content-Length: " + body + "\r\n\r\n");
    assertThat(shared.used()).isZero(); // memory is not reserved for what is only announced

    feed(large, "a".repeat(body - 1));
    assertThat(shared.used()).isBetween(body - 1L - RequestReader.OWN, 2L * body);
    feed(large, "a");
    assertThat(large.request().remaining()).isGreaterThan(body);
    assertThat(shared.used()).isPositive(); // the memory of the request is held while it is served
    large.release();
    assertThat(shared.used()).isZero();
  }

  @Test
  void whoeverWantsMoreThanThereIsIsTurnedAway() {
    RequestMemory shared = new RequestMemory(100_000);
    String head = "POST / HTTP/1.1\r\n" + HOST + "Content-Length: 70000\r\n\r\n";
    RequestReader first =
        new RequestReader(shared, 70_000, UploadRules.NONE, false, Routing.ALL_OURS);
    feed(first, head + "a".repeat(69_999));
    RequestReader second =
        new RequestReader(shared, 70_000, UploadRules.NONE, false, Routing.ALL_OURS);

    assertThatExceptionOfType(HttpFailure.class)
        .isThrownBy(() -> feed(second, head + "a".repeat(69_999)))
        .extracting(HttpFailure::status)
        .isEqualTo(503);
    second.release();
    first.release();
    assertThat(shared.used()).isZero();
  }

  private Optional<String> read(String request) {
    RequestReader anew =
        new RequestReader(memory, MAX_BODY, UploadRules.NONE, false, Routing.ALL_OURS);
    return feed(anew, request) ? Optional.of(text(anew.request())) : Optional.empty();
  }

  private int statusOfRefusal(String request) {
    try {
      feed(new RequestReader(memory, MAX_BODY, UploadRules.NONE, false, Routing.ALL_OURS), request);
    } catch (HttpFailure e) {
      return e.status();
    }
    return 0;
  }

  private void feed(String request) {
    feed(reader, request);
  }

  private static boolean feed(RequestReader reader, String request) {
    return reader.read(ByteBuffer.wrap(bytes(request)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String text(ByteBuffer bytes) {
    return StandardCharsets.ISO_8859_1.decode(bytes).toString();
  }
}

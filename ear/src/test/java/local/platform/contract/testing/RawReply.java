package local.platform.contract.testing;

import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import local.platform.contract.testing.PlatformClient.Reply;

/** Reads a reply of what came over a connection, which has one character for each byte. */
final class RawReply {
  private static final String LINE_END = "\r\n";
  private static final String HEAD_END = LINE_END + LINE_END;
  private static final String INTERIM = "HTTP/1.1 100 ";
  private static final int HEXADECIMAL = 16;

  /** The statuses of replies that have no body (RFC 9112, section 6.3). */
  private static final Set<Integer> WITHOUT_BODY = Set.of(204, 304);

  private RawReply() {}

  /**
   * Returns the first reply; empty if it is not whole, or does not tell its end.
   *
   * @param method the method of the request
   */
  static Optional<Reply> first(String method, String received) {
    int end = received.indexOf(HEAD_END);
    int status = RawHttp.status(received);
    if (end < 0 || status == 0) {
      return Optional.empty();
    }
    if (received.startsWith(INTERIM)) {
      return first(method, RawHttp.body(received));
    }
    HttpHeaders headers = headers(received.substring(0, end));
    Optional<String> body =
        method.equals("HEAD") || WITHOUT_BODY.contains(status)
            ? Optional.of("")
            : body(headers, RawHttp.body(received));
    return body.map(
        bytes ->
            new Reply(
                status,
                headers,
                new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)));
  }

  private static HttpHeaders headers(String head) {
    Map<String, List<String>> fields = new HashMap<>();
    head.lines()
        .skip(1)
        .map(line -> line.split(":", 2))
        .forEach(
            field ->
                fields.computeIfAbsent(field[0], name -> new ArrayList<>()).add(field[1].strip()));
    return HttpHeaders.of(fields, (name, value) -> true);
  }

  private static Optional<String> body(HttpHeaders headers, String rest) {
    if (headers.firstValue("Transfer-Encoding").isPresent()) {
      return chunks(rest);
    }
    return headers
        .firstValue("Content-Length")
        .map(Integer::parseInt)
        .filter(length -> length <= rest.length())
        .map(length -> rest.substring(0, length));
  }

  /** Returns what is in the chunks; empty if the last one is missing. */
  private static Optional<String> chunks(String rest) {
    StringBuilder body = new StringBuilder();
    int begin = 0;
    while (true) {
      int end = rest.indexOf(LINE_END, begin);
      if (end < 0) {
        return Optional.empty();
      }
      int length = Integer.parseInt(rest.substring(begin, end), HEXADECIMAL);
      begin = end + LINE_END.length();
      if (length == 0) {
        return Optional.of(body.toString());
      }
      if (begin + length > rest.length()) {
        return Optional.empty();
      }
      body.append(rest, begin, begin + length);
      begin += length + LINE_END.length();
    }
  }
}

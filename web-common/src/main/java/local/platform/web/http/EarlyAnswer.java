package local.platform.web.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import local.platform.web.observability.RequestId;
import local.platform.web.rest.CrossOrigin;
import local.platform.web.rest.ErrorBody;
import local.platform.web.rest.HttpFailure;
import org.glassfish.grizzly.http.util.HttpStatus;

/**
 * Answers to requests that are not passed to the application server. The connection is closed after
 * each of them.
 */
final class EarlyAnswer {
  private final String serviceDomain;
  private final Set<String> corsOrigins;
  private final HttpDate date;

  EarlyAnswer(String serviceDomain, Set<String> corsOrigins, HttpDate date) {
    this.serviceDomain = serviceDomain;
    this.corsOrigins = corsOrigins;
    this.date = date;
  }

  /** Returns the refusal of a request. */
  ByteBuffer refusal(HttpFailure failure, RequestHead request) {
    RequestId id = request.requestId();
    byte[] body = ErrorBody.of(failure.error(), serviceDomain, id.requestId());
    StringBuilder head = head(failure.status(), id);
    head.append("Content-Type: application/json\r\n")
        .append("Content-Length: " + body.length + "\r\n")
        .append("X-Content-Type-Options: nosniff\r\n")
        .append("Cache-Control: private, no-cache\r\n");
    failure.headers().forEach((name, value) -> addHeader(head, name, value));
    CrossOrigin.headers(corsOrigins, request.path(), request.origin(), false)
        .forEach((name, value) -> addHeader(head, name, value));
    return answer(head, request.isHead() ? new byte[0] : body);
  }

  /** Returns the answer to {@code OPTIONS *}. */
  ByteBuffer serverOptions(RequestHead request) {
    return answer(head(204, request.requestId()), new byte[0]);
  }

  /** Returns the value of {@code Date} in every answer. */
  String date() {
    return date.now();
  }

  /** Returns the interim answer 100 (Continue). */
  static ByteBuffer goOn() {
    return ByteBuffer.wrap("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
  }

  private static void addHeader(StringBuilder head, String name, String value) {
    head.append(name + ": " + value + "\r\n");
  }

  private StringBuilder head(int status, RequestId id) {
    return new StringBuilder("HTTP/1.1 ")
        .append(status + " " + HttpStatus.getHttpStatus(status).getReasonPhrase() + "\r\n")
        .append("Date: " + date() + "\r\n")
        .append("Connection: close\r\n")
        .append(RequestId.HEADER + ": " + id.requestId() + "\r\n");
  }

  private static ByteBuffer answer(StringBuilder head, byte[] body) {
    byte[] bytes = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    return ByteBuffer.allocate(bytes.length + body.length).put(bytes).put(body).flip();
  }
}

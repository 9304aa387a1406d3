package local.platform.web.rest;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import local.platform.error.ErrorCode;
import local.platform.error.PlatformException;

/** A failure that only HTTP knows: its status does not follow from the canonical code. */
public final class HttpFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final PlatformException error;
  private final transient Map<String, String> headers;

  private HttpFailure(int status, PlatformException error, Map<String, String> headers) {
    super(error.getMessage());
    this.status = status;
    this.error = error;
    this.headers = Map.copyOf(headers);
  }

  /** The status. */
  public int status() {
    return status;
  }

  /** The error in the body. */
  public PlatformException error() {
    return error;
  }

  /** Headers that belong to the status. */
  public Map<String, String> headers() {
    return headers;
  }

  /** 404: no route has this path; told apart from a missing resource by its reason. */
  public static HttpFailure noRoute() {
    return new HttpFailure(
        404,
        new PlatformException(
            ErrorCode.NOT_FOUND, "ROUTE_NOT_FOUND", "there is no such path", Map.of()),
        Map.of());
  }

  /** 405: the path has routes, for other methods. */
  public static HttpFailure methodNotAllowed(String method, Set<String> allowedMethods) {
    String allowed = String.join(", ", new TreeSet<>(allowedMethods));
    return new HttpFailure(
        405,
        new PlatformException(
            ErrorCode.UNIMPLEMENTED,
            "METHOD_NOT_ALLOWED",
            "this path does not take " + method + ", only " + allowed,
            Map.of("method", method, "allowed", allowed)),
        Map.of("Allow", allowed));
  }

  /** 406: no media type of the answer suits the client. */
  public static HttpFailure notAcceptable() {
    return new HttpFailure(
        406,
        new PlatformException(
            ErrorCode.INVALID_ARGUMENT,
            "NOT_ACCEPTABLE",
            "answers are application/json, which Accept must allow",
            Map.of()),
        Map.of());
  }

  /** 408: the request did not come to its end in time. */
  public static HttpFailure requestTimeout(Duration limit) {
    return new HttpFailure(
        408,
        new PlatformException(
            ErrorCode.DEADLINE_EXCEEDED,
            "REQUEST_TIMEOUT",
            "the whole request must be sent within " + limit.toSeconds() + " seconds",
            Map.of("seconds", String.valueOf(limit.toSeconds()))),
        Map.of());
  }

  /** 413: the body is too long. */
  public static HttpFailure bodyTooLong(int limit) {
    return new HttpFailure(
        413,
        new PlatformException(
            ErrorCode.INVALID_ARGUMENT,
            "BODY_TOO_LONG",
            "the body must have at most " + limit + " bytes",
            Map.of("limit", String.valueOf(limit))),
        Map.of());
  }

  /** 414: the request line is too long. */
  public static HttpFailure targetTooLong(int limit) {
    return new HttpFailure(
        414,
        new PlatformException(
            ErrorCode.INVALID_ARGUMENT,
            "TARGET_TOO_LONG",
            "the request line must have at most " + limit + " bytes",
            Map.of("limit", String.valueOf(limit))),
        Map.of());
  }

  /**
   * 415: the body is of another media type.
   *
   * @param expected the media type that it must be
   */
  public static HttpFailure unsupportedMediaType(String method, String expected) {
    return new HttpFailure(
        415,
        new PlatformException(
            ErrorCode.INVALID_ARGUMENT,
            "UNSUPPORTED_MEDIA_TYPE",
            "the body must be " + expected,
            Map.of()),
        Map.of(method.equals("PATCH") ? "Accept-Patch" : "Accept", expected));
  }

  /** 415: the body is encoded, which this server does not undo. */
  public static HttpFailure unsupportedEncoding() {
    return new HttpFailure(
        415,
        new PlatformException(
            ErrorCode.INVALID_ARGUMENT,
            "UNSUPPORTED_CONTENT_ENCODING",
            "the body must not be compressed",
            Map.of()),
        Map.of("Accept-Encoding", "identity"));
  }

  /** 431: there is too much before the body. */
  public static HttpFailure headTooLong(String text) {
    return new HttpFailure(
        431,
        new PlatformException(ErrorCode.INVALID_ARGUMENT, "HEAD_TOO_LONG", text, Map.of()),
        Map.of());
  }

  /** 503: too much is held for requests that were not answered yet. */
  public static HttpFailure overloaded() {
    return new HttpFailure(
        503,
        PlatformException.unavailable(
            "the server holds as many unfinished requests as it can: try again later"),
        Map.of("Retry-After", "1"));
  }

  /** 400: the request cannot be read at all. */
  public static HttpFailure badRequest(String text) {
    return new HttpFailure(
        400,
        new PlatformException(ErrorCode.INVALID_ARGUMENT, "BAD_REQUEST", text, Map.of()),
        Map.of());
  }
}

package local.platform.web.rest;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.ErrorDetail.RetryInfo;
import local.platform.foundation.error.PlatformException;

/**
 * An error with what HTTP has besides: a status and headers. Thrown for failures that exist only in
 * HTTP, where the status does not follow from the canonical code. They have no stack trace, as in
 * {@link PlatformException}.
 */
public final class HttpFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final String REALM = "Bearer realm=\"platform\"";

  /** The reasons for which a precondition of the request is not met. */
  private static final Set<String> PRECONDITIONS = Set.of("ETAG_MISMATCH", "ETAG_MATCH");

  private static final int PRECONDITION_FAILED = 412;

  private final int status;
  private final PlatformException error;
  private final transient Map<String, String> headers;

  private HttpFailure(int status, PlatformException error, Map<String, String> headers) {
    super(error.getMessage(), null, true, false);
    this.status = status;
    this.error = error;
    this.headers = Map.copyOf(headers);
  }

  /**
   * Returns how an error is answered over HTTP.
   *
   * @param isAuthenticated whether it is known who makes the request
   */
  public static HttpFailure of(PlatformException error, boolean isAuthenticated) {
    int status =
        PRECONDITIONS.contains(error.reason()) ? PRECONDITION_FAILED : error.code().httpStatus();
    return new HttpFailure(status, error, headers(error, isAuthenticated));
  }

  private static Map<String, String> headers(PlatformException error, boolean isAuthenticated) {
    Optional<String> challenge = challenge(error, isAuthenticated);
    if (challenge.isPresent()) {
      return Map.of("WWW-Authenticate", challenge.get());
    }
    return error.details().stream()
        .filter(RetryInfo.class::isInstance)
        .map(RetryInfo.class::cast)
        .findFirst()
        .map(retry -> Map.of("Retry-After", String.valueOf(retry.delay().toSeconds())))
        .orElse(Map.of());
  }

  /** Returns the challenge of RFC 6750 for a missing or insufficient token. */
  private static Optional<String> challenge(PlatformException error, boolean isAuthenticated) {
    return switch (error.code()) {
      case UNAUTHENTICATED ->
          Optional.of(
              error.reason().equals("TOKEN_MISSING") ? REALM : REALM + ", error=\"invalid_token\"");
      // at the exchange nobody is authenticated, and a token with more permissions would not help
      case PERMISSION_DENIED ->
          isAuthenticated
              ? Optional.of(REALM + ", error=\"insufficient_scope\"")
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  /** Returns the status. */
  public int status() {
    return status;
  }

  /** Returns the error in the body. */
  public PlatformException error() {
    return error;
  }

  /** Returns the headers that belong to the status. */
  public Map<String, String> headers() {
    return headers;
  }

  /** Returns 404 for a path without a route, which has another reason than a missing resource. */
  public static HttpFailure noRoute() {
    return new HttpFailure(
        404,
        new PlatformException(
            ErrorCode.NOT_FOUND, "ROUTE_NOT_FOUND", "there is no such path", Map.of()),
        Map.of());
  }

  /** Returns 405 for a path that has routes only for other methods. */
  public static HttpFailure methodNotAllowed(String method, Set<String> allowedMethods) {
    String allowed = String.join(", ", new TreeSet<>(allowedMethods));
    return new HttpFailure(
        405,
        new PlatformException(
            ErrorCode.UNIMPLEMENTED,
            "METHOD_NOT_ALLOWED",
            "this path does not allow " + method + ", only " + allowed,
            Map.of("method", method, "allowed", allowed)),
        Map.of("Allow", allowed));
  }

  /** Returns 406 for a client that accepts no available media type. */
  public static HttpFailure notAcceptable() {
    return new HttpFailure(
        406,
        new PlatformException(
            ErrorCode.INVALID_ARGUMENT,
            "NOT_ACCEPTABLE",
            "Accept must allow application/json",
            Map.of()),
        Map.of());
  }

  /** Returns 408 for a request that was not complete in time. */
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

  /** Returns 408 for an upload that is too slow. */
  public static HttpFailure uploadTooSlow(long rate) {
    return new HttpFailure(
        408,
        new PlatformException(
            ErrorCode.DEADLINE_EXCEEDED,
            "UPLOAD_TOO_SLOW",
            "an upload must be sent with at least " + rate + " bytes per second",
            Map.of("rate", String.valueOf(rate))),
        Map.of());
  }

  /** Returns 413 for a body that is too long. */
  public static HttpFailure bodyTooLong(long limit) {
    return new HttpFailure(
        413,
        new PlatformException(
            ErrorCode.INVALID_ARGUMENT,
            "BODY_TOO_LONG",
            "the body must have at most " + limit + " bytes",
            Map.of("limit", String.valueOf(limit))),
        Map.of());
  }

  /** Returns 414 for a request line that is too long. */
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
   * Returns 415 for a body of another media type.
   *
   * @param expected the required media type
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

  /** Returns 415 for a body with a content encoding, none of which is supported. */
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

  /** Returns 431 for a head that is too long. */
  public static HttpFailure headTooLong(String text) {
    return new HttpFailure(
        431,
        new PlatformException(ErrorCode.INVALID_ARGUMENT, "HEAD_TOO_LONG", text, Map.of()),
        Map.of());
  }

  /** Returns 503 for a request for which there is no memory left. */
  public static HttpFailure overloaded() {
    return new HttpFailure(
        503,
        PlatformException.unavailable(
            "the server has too many unfinished requests: try again later"),
        Map.of("Retry-After", "1"));
  }

  /** Returns 503 for a request that has not passed the guard of the listener. */
  public static HttpFailure unguarded() {
    return new HttpFailure(
        503,
        PlatformException.unavailable(
            "the request came by a connection that does not serve this application: send it on another one"),
        Map.of("Connection", "close"));
  }

  /** Returns 400 for an upload over a connection on which it cannot be read. */
  public static HttpFailure uploadOverTls() {
    return new HttpFailure(
        400,
        new PlatformException(
            ErrorCode.FAILED_PRECONDITION,
            "UPLOAD_OVER_TLS",
            "this listener takes no uploads over TLS: send them by the proxy in front of it",
            Map.of()),
        Map.of());
  }

  /** Returns 400 for a request that cannot be parsed. */
  public static HttpFailure badRequest(String text) {
    return new HttpFailure(
        400,
        new PlatformException(ErrorCode.INVALID_ARGUMENT, "BAD_REQUEST", text, Map.of()),
        Map.of());
  }
}

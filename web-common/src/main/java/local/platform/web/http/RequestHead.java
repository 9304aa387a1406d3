package local.platform.web.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import local.platform.foundation.error.PlatformException;
import local.platform.web.endpoint.BearerToken;
import local.platform.web.observability.RequestId;
import local.platform.web.rest.HttpFailure;
import local.platform.web.rest.PercentEncoding;
import local.platform.web.upload.Uploads;
import org.jspecify.annotations.Nullable;

/**
 * The request line and the header lines of one request (RFC 9112, sections 2 to 6), parsed
 * strictly: everything that the RFC allows a recipient to repair is refused, because a proxy in
 * front may repair it differently.
 */
final class RequestHead {
  /** Maximum number of header lines. */
  static final int MAX_HEADERS = 100;

  private static final Pattern DOT_SEGMENT = Pattern.compile("/\\.{1,2}(/|$)");
  private static final Pattern ABSOLUTE_FORM = Pattern.compile("https?://([^/?]*)");
  private static final Pattern HOST =
      Pattern.compile("(?:\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._~!$&'()*+;=%-]+)(?::[0-9]{1,5})?");
  private static final String NOT_IN_PATHS = "\"<>{}|^`#";
  private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");
  private static final Pattern METHOD = Pattern.compile("[A-Za-z-]{1,32}");
  private static final String TOKEN_SYMBOLS = "!#$%&'*+-.^_`|~";

  /** Methods whose request body has no meaning; it is read and not passed on. */
  private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "DELETE", "OPTIONS");

  /**
   * Methods that are refused here. The parser would treat everything after CONNECT, and after PRI
   * of HTTP/2, as an endless body.
   */
  private static final Set<String> REFUSED = Set.of("TRACE", "CONNECT", "PRI");

  private final List<Line> omitted = new ArrayList<>();
  private final List<Line> connection = new ArrayList<>();
  private final List<String> authorization = new ArrayList<>();
  private String method = "";
  private String target = "";
  private boolean http11;
  private int headers;
  private int hosts;
  private final List<String> requestIds = new ArrayList<>();
  private @Nullable String traceParent;
  private @Nullable String origin;
  private long length = -1;
  private boolean chunked;
  private boolean continueExpected;
  private boolean bodyUnread;
  private String ticket = "";

  /** A line that is not passed on, including its CRLF. */
  record Line(int start, int end) {}

  /**
   * Parses the request line.
   *
   * @param start where it begins
   * @param end where its CRLF begins
   * @throws HttpFailure if it is not a request line
   */
  void addRequestLine(byte[] bytes, int start, int end) {
    String[] parts =
        new String(bytes, start, end - start, StandardCharsets.ISO_8859_1).split(" ", -1);
    if (parts.length != 3
        || !METHOD.matcher(parts[0]).matches()
        || !parts[1].chars().allMatch(c -> c > ' ' && c < 0x7f)
        || parts[1].isEmpty()) {
      throw HttpFailure.badRequest(
          "the request line must be a method, a target in visible ASCII and a version, separated by single blanks");
    }
    if (!parts[2].equals("HTTP/1.1") && !parts[2].equals("HTTP/1.0")) {
      throw HttpFailure.badRequest("the version must be HTTP/1.1 or HTTP/1.0");
    }
    method = parts[0];
    target = parts[1];
    http11 = parts[2].equals("HTTP/1.1");
  }

  /**
   * Parses a header line.
   *
   * @param start where it begins
   * @param end where its CRLF begins
   * @throws HttpFailure if it is not a header line, or is ambiguous
   */
  void addHeader(byte[] bytes, int start, int end) {
    if (++headers > MAX_HEADERS) {
      throw HttpFailure.headTooLong("there must be at most " + MAX_HEADERS + " header lines");
    }
    int colon = checkedName(bytes, start, end);
    checkValue(bytes, colon + 1, end);
    switch (text(bytes, start, colon).toLowerCase(Locale.ROOT)) {
      case "host" -> {
        hosts++;
        if (!HOST.matcher(value(bytes, colon, end)).matches()) {
          throw HttpFailure.badRequest("Host must be a host with an optional port");
        }
      }
      case "content-length" -> {
        String digits = value(bytes, colon, end);
        if (length >= 0 || !LENGTH.matcher(digits).matches()) {
          throw HttpFailure.badRequest(
              "there must be at most one Content-Length, which is a number of bytes");
        }
        length = Long.parseLong(digits);
        omitted.add(new Line(start, end + 2));
      }
      case "transfer-encoding" -> {
        if (chunked || !value(bytes, colon, end).equalsIgnoreCase("chunked")) {
          throw HttpFailure.badRequest("Transfer-Encoding must be chunked, and given once");
        }
        chunked = true;
        omitted.add(new Line(start, end + 2));
      }
      case "expect" -> {
        continueExpected = value(bytes, colon, end).equalsIgnoreCase("100-continue");
        omitted.add(new Line(start, end + 2));
      }
      // Only the server itself may set it.
      case Uploads.TICKET -> omitted.add(new Line(start, end + 2));
      case "connection" -> connection.add(new Line(start, end + 2));
      // No other protocol is supported, and a server may ignore the request to upgrade.
      case "upgrade" -> omitted.add(new Line(start, end + 2));
      case "authorization" -> authorization.add(value(bytes, colon, end));
      case "x-request-id" -> requestIds.add(value(bytes, colon, end));
      case "traceparent" -> traceParent = value(bytes, colon, end);
      case "origin" -> origin = value(bytes, colon, end);
      default -> {
        // has no influence on the framing
      }
    }
  }

  /**
   * Checks the complete head.
   *
   * @throws HttpFailure if the framing of the body is ambiguous or missing, if there is not exactly
   *     one host, or if the method or the target is not supported
   */
  void end() {
    if (hosts > 1 || (http11 && hosts == 0)) {
      throw HttpFailure.badRequest("there must be exactly one Host");
    }
    if (chunked && (length >= 0 || !http11)) {
      throw HttpFailure.badRequest(
          "Transfer-Encoding must not be sent together with Content-Length, nor over HTTP/1.0");
    }
    if (REFUSED.contains(method)) {
      throw HttpFailure.methodNotAllowed(
          method, Set.of("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"));
    }
    Matcher absolute = ABSOLUTE_FORM.matcher(target);
    if (absolute.lookingAt() && !HOST.matcher(absolute.group(1)).matches()) {
      throw HttpFailure.badRequest("the target must have a host with an optional port");
    }
    if (!asksForServerOptions() && !isReadable(path())) {
      throw HttpFailure.badRequest(
          "the path must start with a slash and be percent-encoded UTF-8 without backslashes and dot segments");
    }
  }

  /** Returns the path, without the query, and without scheme and authority of the absolute form. */
  String path() {
    String path = ABSOLUTE_FORM.matcher(target).lookingAt() ? afterAuthority() : target;
    int query = path.indexOf('?');
    return query < 0 ? path : path.substring(0, query);
  }

  private String afterAuthority() {
    String rest = ABSOLUTE_FORM.matcher(target).replaceFirst("");
    return rest.startsWith("/") ? rest : "/" + rest;
  }

  /**
   * Returns whether a path is unambiguous. The application server would refuse some others by
   * itself, but without a body or with 200.
   */
  private static boolean isReadable(String path) {
    if (path.chars().anyMatch(c -> NOT_IN_PATHS.indexOf(c) >= 0)) {
      return false;
    }
    return PercentEncoding.decode(path, false)
        .filter(decoded -> decoded.startsWith("/"))
        .filter(decoded -> decoded.indexOf('\\') < 0 && decoded.indexOf('\0') < 0)
        .filter(decoded -> !DOT_SEGMENT.matcher(decoded).find())
        .isPresent();
  }

  /**
   * Returns whether the request is {@code OPTIONS *}, which is about the server and not about a
   * resource.
   */
  boolean asksForServerOptions() {
    return method.equals("OPTIONS") && target.equals("*");
  }

  /** Returns the method. */
  String method() {
    return method;
  }

  /**
   * Makes this the head of an upload, whose body is not passed on with it.
   *
   * @param uploadTicket by which the request finds its body
   */
  void announceUpload(String uploadTicket) {
    ticket = uploadTicket;
    leaveBodyUnread();
  }

  /**
   * Makes this a head that is passed on without its body. The connection is closed after the
   * answer, so that nothing of the body can be taken for another request.
   */
  void leaveBodyUnread() {
    bodyUnread = true;
    omitted.addAll(connection);
    omitted.sort(Comparator.comparingInt(Line::start));
  }

  /** Returns whether the body is not passed on with the head. */
  boolean isBodyUnread() {
    return bodyUnread;
  }

  /** Returns whether the answer must not have a body. */
  boolean isHead() {
    return method.equals("HEAD");
  }

  /** Returns whether a chunked body follows. */
  boolean isChunked() {
    return chunked;
  }

  /** Returns the length of the body in bytes, if it is not chunked. */
  long contentLength() {
    return Math.max(0, length);
  }

  /** Returns whether the body has a meaning and is passed on. */
  boolean hasContent() {
    return !WITHOUT_BODY.contains(method);
  }

  /** Returns whether the client waits for 100 (Continue) before it sends the body. */
  boolean expectsContinue() {
    return continueExpected && http11;
  }

  /** Returns whether the client brings a bearer token, whether it is valid or not. */
  boolean hasToken() {
    try {
      return !BearerToken.of(authorization).isEmpty();
    } catch (PlatformException e) {
      return false;
    }
  }

  /** Returns the lines that replace the omitted ones, each including its CRLF. */
  String added(long bodyLength) {
    StringBuilder lines = new StringBuilder();
    if (hasContent() && (chunked || length >= 0)) {
      lines.append("Content-Length: ").append(bodyLength).append("\r\n");
    }
    if (bodyUnread) {
      lines.append("Connection: close\r\n");
    }
    if (!ticket.isEmpty()) {
      lines.append(Uploads.TICKET + ": " + ticket + "\r\n");
    }
    if (hosts == 0) {
      // Otherwise the server would look up its own name in DNS.
      lines.append("Host: localhost\r\n");
    }
    return lines.toString();
  }

  /** Returns the lines that are not passed on, in their order. */
  List<Line> omitted() {
    return omitted;
  }

  /**
   * Returns the value of {@code Origin}, the origin of the page that makes the request; null if
   * there is none.
   */
  @Nullable String origin() {
    return origin;
  }

  /** Returns the id of the request for logs and for the answer. */
  RequestId requestId() {
    return RequestId.ofHeaders(requestIds, traceParent);
  }

  /**
   * Returns the position of the colon, after checking that the name before it is a token (RFC 9110,
   * section 5.6.2).
   */
  private static int checkedName(byte[] bytes, int start, int end) {
    for (int i = start; i < end; i++) {
      if (bytes[i] == ':' && i > start) {
        return i;
      }
      if (!isToken(bytes[i])) {
        break;
      }
    }
    throw HttpFailure.badRequest(
        "a header line must be a name, directly followed by a colon, and a value on the same line");
  }

  private static boolean isToken(byte octet) {
    return (octet >= '0' && octet <= '9')
        || (octet >= 'A' && octet <= 'Z')
        || (octet >= 'a' && octet <= 'z')
        || TOKEN_SYMBOLS.indexOf(octet) >= 0;
  }

  /**
   * Checks the value of a header (RFC 9110, section 5.5). The RFC has other characters than ASCII
   * for obsolete; the application server would refuse them by itself, but without a body.
   */
  private static void checkValue(byte[] bytes, int start, int end) {
    for (int i = start; i < end; i++) {
      int octet = Byte.toUnsignedInt(bytes[i]);
      if ((octet < ' ' && octet != '\t') || octet >= 0x7f) {
        throw HttpFailure.badRequest(
            "a header value must consist of visible ASCII characters, blanks and tabs");
      }
    }
  }

  private static String value(byte[] bytes, int colon, int end) {
    return text(bytes, colon + 1, end).strip();
  }

  private static String text(byte[] bytes, int start, int end) {
    return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
  }
}

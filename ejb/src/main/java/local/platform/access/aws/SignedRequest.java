package local.platform.access.aws;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import local.platform.access.upstream.UpstreamToken;

/**
 * A well-formed HTTP request that somebody has brought as a token: base64url of its text. Its
 * sender may have made up everything in it.
 *
 * @param method the method
 * @param target what is between the method and the version
 * @param headers the headers, with names in lower case
 * @param repeatsHeader whether a header is there more than once, in whatever letters; then only one
 *     of its values is among the headers
 * @param body what follows the headers
 */
public record SignedRequest(
    String method, String target, Map<String, String> headers, boolean repeatsHeader, String body) {
  /** Base64url with padding (RFC 4648, section 5), as the SDK writes it. */
  private static final Pattern BASE64URL =
      Pattern.compile("(?:[A-Za-z0-9_-]{4})++(?:[A-Za-z0-9_-]{2}==|[A-Za-z0-9_-]{3}=)?");

  private static final String LINE_END = "\r\n";

  private static final Pattern REQUEST_LINE =
      Pattern.compile("([A-Z]++) ([\\x21-\\x7e]++) HTTP/1\\.1");

  /** A name and a value in ASCII, without blanks around the value except for one before it. */
  private static final Pattern HEADER =
      Pattern.compile(
          "([!#$%&'*+.^_`|~0-9A-Za-z-]++): ?((?:[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?)?)");

  public SignedRequest {
    headers = Map.copyOf(headers);
  }

  /**
   * Parses a token.
   *
   * @return empty if it is not such a request, in the one spelling that it has in base64url, or
   *     longer than {@link UpstreamToken#MAX_LENGTH}
   */
  public static Optional<SignedRequest> parse(String token) {
    if (token.length() > UpstreamToken.MAX_LENGTH || !BASE64URL.matcher(token).matches()) {
      return Optional.empty();
    }
    byte[] bytes = Base64.getUrlDecoder().decode(token);
    return Base64.getUrlEncoder().encodeToString(bytes).equals(token)
        ? read(new String(bytes, ISO_8859_1))
        : Optional.empty();
  }

  private static Optional<SignedRequest> read(String text) {
    int end = text.indexOf(LINE_END + LINE_END);
    if (end < 0) {
      return Optional.empty();
    }
    String[] lines = text.substring(0, end).split(LINE_END, -1);
    Matcher start = REQUEST_LINE.matcher(lines[0]);
    if (!start.matches()) {
      return Optional.empty();
    }
    Map<String, String> headers = new HashMap<>();
    for (int i = 1; i < lines.length; i++) {
      Matcher header = HEADER.matcher(lines[i]);
      if (!header.matches()) {
        return Optional.empty();
      }
      headers.put(header.group(1).toLowerCase(Locale.ROOT), header.group(2));
    }
    return Optional.of(
        new SignedRequest(
            start.group(1),
            start.group(2),
            headers,
            headers.size() < lines.length - 1,
            text.substring(end + 2 * LINE_END.length())));
  }

  /** Returns the value of a header; empty if there is none. */
  Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  /** Returns a text without the signature. */
  @Override
  public String toString() {
    return "a signed request";
  }
}

package local.platform.access.upstream;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import local.platform.foundation.error.FieldViolations;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * The identifier of an issuer (OpenID Connect Core 1.0, section 2): an https URL without user,
 * query and fragment. Two are equal only if all characters are, so a trailing slash counts. The URL
 * must also mean the same when it is fetched: patterns match it as written, so a path that
 * normalises to another one ({@code /tenant/../other}) would be that of another issuer (RFC 3986,
 * section 6.2.2; RFC 8725, section 3.10). Plain http is well-formed on a loopback host; whether it
 * is trusted depends on a setting.
 *
 * @param value the URL, at most 1,024 characters; {@code accounts.google.com} with its scheme
 */
public record IssuerUrl(String value) {
  /** Maximum length, in characters. */
  public static final int MAX_LENGTH = 1_024;

  /** An issuer that some of its tokens name without the scheme; the only one. */
  private static final String GOOGLE_WITHOUT_SCHEME = "accounts.google.com";

  private static final String DISCOVERY_PATH = "/.well-known/openid-configuration";

  /** Segments that a client or a server may remove, together with the preceding segment. */
  private static final Set<String> DOTS = Set.of(".", "..");

  private static final Pattern LOOPBACK_HOST =
      Pattern.compile("localhost|127\\.[0-9]+\\.[0-9]+\\.[0-9]+|\\[::1]");

  /**
   * Creates an issuer from a text that is known to be one.
   *
   * @throws IllegalArgumentException if it is not; for other texts see {@link #parse}
   */
  public IssuerUrl {
    if (!isIssuer(value)) {
      throw new IllegalArgumentException("not the URL of an issuer");
    }
  }

  /**
   * Parses the issuer of a token or of an identity.
   *
   * @return empty if it is not an issuer
   */
  public static Optional<IssuerUrl> parse(String text) {
    String value = text.equals(GOOGLE_WITHOUT_SCHEME) ? "https://" + text : text;
    return isIssuer(value) ? Optional.of(new IssuerUrl(value)) : Optional.empty();
  }

  /**
   * Parses the issuer in a request, and adds violations.
   *
   * @param allowLoopback whether plain http on a loopback host is accepted
   * @return empty if a violation was added
   */
  public static Optional<IssuerUrl> check(
      String field, String text, boolean allowLoopback, FieldViolations violations) {
    if (text.length() > MAX_LENGTH) {
      violations.add(field, field + " must have at most " + MAX_LENGTH + " characters");
      return Optional.empty();
    }
    Optional<IssuerUrl> issuer =
        parse(text).filter(parsed -> allowLoopback || !parsed.isPlainHttp());
    if (issuer.isEmpty()) {
      violations.add(
          field,
          field
              + " must be an https URL"
              + (allowLoopback ? " (http only on a loopback host)" : "")
              + " without user, query and fragment, and with a path as it is fetched");
    }
    return issuer;
  }

  /** Returns the host name in lower case, or the address. */
  public String host() {
    return URI.create(value).getHost().toLowerCase(Locale.ROOT);
  }

  /** Returns whether the scheme is plain http, which is on a loopback host. */
  public boolean isPlainHttp() {
    return value.startsWith("http://");
  }

  /** Returns the URL of the metadata (OpenID Connect Discovery 1.0, section 4). */
  String discoveryUrl() {
    String base = value.endsWith("/") ? value.substring(0, value.length() - 1) : value;
    return base + DISCOVERY_PATH;
  }

  @Override
  public String toString() {
    return value;
  }

  private static boolean isIssuer(String text) {
    if (text.length() > MAX_LENGTH) {
      return false;
    }
    try {
      URI uri = new URI(text);
      return uri.getHost() != null
          && (text.startsWith("https://") || (text.startsWith("http://") && isLoopback(uri)))
          && uri.getRawUserInfo() == null
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null
          && isPlainPath(uri.getRawPath())
          && isReadAsWritten(uri, HttpUrl.parse(text));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** Returns whether no client or server can interpret the path as a different one. */
  private static boolean isPlainPath(String path) {
    return path.indexOf('%') < 0
        && path.indexOf('\\') < 0
        && !path.contains("//")
        && Arrays.stream(path.split("/"))
            // Some servers drop what follows a semicolon before they look for dots.
            .map(segment -> segment.replaceFirst(";.*", ""))
            .noneMatch(DOTS::contains);
  }

  /**
   * Returns whether the HTTP client interprets the URL as it is written.
   *
   * @param read the URL as parsed by the client; null if its port or address is invalid
   */
  private static boolean isReadAsWritten(URI uri, @Nullable HttpUrl read) {
    if (read == null) {
      return false;
    }
    String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String host = read.host().indexOf(':') < 0 ? read.host() : "[" + read.host() + "]";
    int port = uri.getPort() < 0 ? HttpUrl.defaultPort(uri.getScheme()) : uri.getPort();
    return read.encodedPath().equals(path)
        && host.equalsIgnoreCase(uri.getHost())
        && read.port() == port;
  }

  private static boolean isLoopback(URI uri) {
    return LOOPBACK_HOST.matcher(uri.getHost()).matches();
  }
}

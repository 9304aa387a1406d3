package local.platform.upstream;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import local.platform.error.FieldViolations;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * The identifier of an issuer (OpenID Connect Core 1.0, section 2): an https URL without user,
 * query and fragment. Two are equal only if every character is, so a trailing slash counts. For the
 * same reason nothing of it may mean something else once it is fetched: patterns match it as it is
 * written, so a path that normalises to another one ({@code /tenant/../other}) would be that of
 * another issuer (RFC 3986, section 6.2.2; RFC 8725, section 3.10). Plain http is well-formed on a
 * loopback host; whether it is trusted depends on a setting.
 *
 * @param value the URL, at most 1,024 characters; {@code accounts.google.com} has its scheme
 */
public record IssuerUrl(String value) {
  /** Longest issuer, in characters. */
  public static final int MAX_LENGTH = 1_024;

  /** The one issuer that names itself without a scheme in some of its tokens. */
  private static final String GOOGLE_WITHOUT_SCHEME = "accounts.google.com";

  private static final String DISCOVERY_PATH = "/.well-known/openid-configuration";

  /** Segments that a client or a server may take away, along with what is before them. */
  private static final Set<String> DOTS = Set.of(".", "..");

  private static final Pattern LOOPBACK_HOST =
      Pattern.compile("localhost|127\\.[0-9]+\\.[0-9]+\\.[0-9]+|\\[::1]");

  /**
   * @throws IllegalArgumentException if it is not an issuer; {@link #parse} asks
   */
  public IssuerUrl {
    if (!isIssuer(value)) {
      throw new IllegalArgumentException("not the URL of an issuer");
    }
  }

  /**
   * Reads an issuer, of a token or of an identity.
   *
   * @return empty if it is not an issuer
   */
  public static Optional<IssuerUrl> parse(String text) {
    String value = text.equals(GOOGLE_WITHOUT_SCHEME) ? "https://" + text : text;
    return isIssuer(value) ? Optional.of(new IssuerUrl(value)) : Optional.empty();
  }

  /**
   * Reads the issuer of a request, and notes what is wrong with it.
   *
   * @param allowLoopback whether plain http on a loopback host is accepted
   * @return empty if something is wrong
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

  /** The host name in lower case, or the address. */
  public String host() {
    return URI.create(value).getHost().toLowerCase(Locale.ROOT);
  }

  /** Whether it is plain http, on a loopback host. */
  public boolean isPlainHttp() {
    return value.startsWith("http://");
  }

  /** Where its metadata is (OpenID Connect Discovery 1.0, section 4). */
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

  /** Whether nobody who reads the path, client or server, has a reason to read another one. */
  private static boolean isPlainPath(String path) {
    return path.indexOf('%') < 0
        && path.indexOf('\\') < 0
        && !path.contains("//")
        && Arrays.stream(path.split("/"))
            // Some servers leave out what follows a semicolon before they look for dots.
            .map(segment -> segment.replaceFirst(";.*", ""))
            .noneMatch(DOTS::contains);
  }

  /**
   * Whether the client that fetches takes it as it is written.
   *
   * @param read null if the client cannot read it, for its port or address
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

package local.platform.upstream;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import local.platform.error.FieldViolations;
import okhttp3.HttpUrl;

/**
 * The identifier of an issuer (OpenID Connect Core 1.0, section 2): an https URL without user,
 * query and fragment. Two are equal only if every character is, so a trailing slash counts. Plain
 * http is well-formed on a loopback host; whether it is trusted depends on a setting.
 *
 * @param value the URL, at most 1,024 characters; {@code accounts.google.com} has its scheme
 */
public record IssuerUrl(String value) {
  /** Longest issuer, in characters. */
  public static final int MAX_LENGTH = 1_024;

  /** The one issuer that names itself without a scheme in some of its tokens. */
  private static final String GOOGLE_WITHOUT_SCHEME = "accounts.google.com";

  private static final String DISCOVERY_PATH = "/.well-known/openid-configuration";
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
              + " without user, query and fragment");
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
          // What the client that fetches cannot read has ports or addresses of no meaning.
          && HttpUrl.parse(text) != null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static boolean isLoopback(URI uri) {
    return LOOPBACK_HOST.matcher(uri.getHost()).matches();
  }
}

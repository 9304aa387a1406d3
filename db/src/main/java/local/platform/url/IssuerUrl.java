package local.platform.url;

import static local.platform.url.StrictUrl.check;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The identifier of an issuer (OpenID Connect Core 1.0, section 2): an https URL without user,
 * query and fragment. Two are equal only if all characters are, so a trailing slash counts. The URL
 * must also mean the same to everybody who handles it when it is fetched: patterns match it as
 * written, so a path that a proxy or a server may read as another one ({@code
 * /tenant/%2e%2e/other}) would be that of another issuer (RFC 3986, section 6.2.2; RFC 8725,
 * section 3.10). Plain http is well-formed on a loopback host; whether it is trusted depends on a
 * setting.
 *
 * @param value the URL, at most 1,024 characters; {@code accounts.google.com} with its scheme
 */
public record IssuerUrl(String value) {
  /** Maximum length, in characters. */
  public static final int MAX_LENGTH = 1_024;

  /** An issuer that some of its tokens name without the scheme; the only one. */
  private static final String GOOGLE_WITHOUT_SCHEME = "accounts.google.com";

  private static final String HTTPS = "must begin with https:// (http:// only on a loopback host)";
  private static final String DISCOVERY_PATH = "/.well-known/openid-configuration";

  /** Segments that a client or a server may remove, together with the preceding segment. */
  private static final Set<String> DOTS = Set.of(".", "..");

  private static final Pattern ENCODED = Pattern.compile("(?:%[0-9A-Fa-f]{2})+");

  /**
   * The characters that must not be percent-encoded. Unreserved ones mean the same without, and
   * some proxies decode them (RFC 3986, section 6.2.2.2). The others delimit something once they
   * are decoded; a percent sign would begin another encoding.
   */
  private static final Pattern NOT_ENCODED = Pattern.compile("[A-Za-z0-9._~/\\\\?#;%\\p{Cc}-]");

  /**
   * Creates an issuer from a text that is known to be one.
   *
   * @throws IllegalArgumentException if it is not; for other texts see {@link #parse}
   */
  public IssuerUrl {
    try {
      checkIssuer(value);
    } catch (InvalidUrlException e) {
      throw new IllegalArgumentException("the URL of an issuer " + e.getMessage(), e);
    }
  }

  /**
   * Parses the issuer of a token or of an identity.
   *
   * @return empty if it is not an issuer
   */
  public static Optional<IssuerUrl> parse(String text) {
    try {
      return Optional.of(of(text));
    } catch (InvalidUrlException e) {
      return Optional.empty();
    }
  }

  /**
   * Parses an issuer.
   *
   * @throws InvalidUrlException if it is not one
   */
  public static IssuerUrl of(String text) throws InvalidUrlException {
    String value = text.equals(GOOGLE_WITHOUT_SCHEME) ? "https://" + text : text;
    checkIssuer(value);
    return new IssuerUrl(value);
  }

  private static void checkIssuer(String text) throws InvalidUrlException {
    check(text.length() <= MAX_LENGTH, "must have at most " + MAX_LENGTH + " characters");
    check(text.startsWith("https://") || text.startsWith("http://"), HTTPS);
    StrictUrl url = StrictUrl.of(text);
    check(url.isHttps() || url.isLoopback(), HTTPS);
    check(!url.hasQuery(), "must have no query");
    check(
        !url.path().contains("//")
            && Arrays.stream(url.path().split("/"))
                // Some servers drop what follows a semicolon before they look for dots.
                .map(segment -> segment.replaceFirst(";.*", ""))
                .noneMatch(DOTS::contains),
        "must have a path without empty segments and dot segments");
    checkEncoded(url.path());
  }

  /** Checks that decoding the path once gives the same segments, whoever does that. */
  private static void checkEncoded(String path) throws InvalidUrlException {
    for (Matcher encoded = ENCODED.matcher(path); encoded.find(); ) {
      check(
          !NOT_ENCODED.matcher(decoded(encoded.group())).find(),
          "must not percent-encode letters, digits, control characters and -._~/\\?#;% in its path");
    }
  }

  private static String decoded(String encoded) throws InvalidUrlException {
    byte[] bytes = HexFormat.of().parseHex(encoded.replace("%", ""));
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidUrlException("must have a path whose percent-encoding is that of UTF-8");
    }
  }

  /** Returns the host name in lower case, or the address, an IPv6 address in brackets. */
  public String host() {
    return StrictUrl.parse(value).orElseThrow().host().toLowerCase(Locale.ROOT);
  }

  /** Returns whether the scheme is plain http, which is on a loopback host. */
  public boolean isPlainHttp() {
    return value.startsWith("http://");
  }

  /** Returns the URL of the metadata (OpenID Connect Discovery 1.0, section 4). */
  public String discoveryUrl() {
    String base = value.endsWith("/") ? value.substring(0, value.length() - 1) : value;
    return base + DISCOVERY_PATH;
  }

  @Override
  public String toString() {
    return value;
  }
}

package local.platform.url;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * An absolute https or http URL (RFC 3986) that the HTTP client reads as it is written. The client
 * itself is tolerant: it removes blanks, takes backslashes for slashes, decodes and maps host
 * names, and resolves dot segments. Whoever compares the text with a pattern or a list would then
 * judge another URL than the one that is fetched, so such texts are refused. Only three spellings
 * differ from the client's: the host may have upper-case letters, the port may be the default one,
 * and the path may be empty.
 */
public final class StrictUrl {
  private static final String LABEL = "[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?";

  /**
   * The names that are used: not only those of hosts (RFC 952, RFC 1123), but with underscores too.
   * A trailing dot is not accepted, because the same host would have two names.
   */
  private static final Pattern NAME = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*");

  /**
   * The hosts that are IPv4 addresses (URL Standard, section 3.5, "ends in a number"). The client
   * takes them for names, and the resolver of the platform reads 2130706433 and 0x7f.1 as
   * 127.0.0.1.
   */
  private static final Pattern NUMBER = Pattern.compile("(?:.*\\.)?(?:[0-9]+|0x[0-9a-f]*)");

  private static final String BYTE = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
  private static final Pattern IPV4 = Pattern.compile(BYTE + "(?:\\." + BYTE + "){3}");

  /**
   * Characters that no path has (RFC 3986, section 3.3); the client would leave some as they are.
   */
  private static final Pattern NOT_IN_PATH =
      Pattern.compile("[^A-Za-z0-9._~!$&'()*+,;=:@/%-]|%(?![0-9A-Fa-f]{2})");

  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(?:\\." + BYTE + "){3}|\\[::1]");

  private final String text;
  private final HttpUrl read;
  private final String host;
  private final String path;

  private StrictUrl(String text, HttpUrl read, String host, String path) {
    this.text = text;
    this.read = read;
    this.host = host;
    this.path = path;
  }

  /**
   * Parses a URL.
   *
   * @return empty if it is not one
   */
  public static Optional<StrictUrl> parse(String text) {
    try {
      return Optional.of(of(text));
    } catch (InvalidUrlException e) {
      return Optional.empty();
    }
  }

  /**
   * Parses a URL.
   *
   * @throws InvalidUrlException if it is not one
   */
  public static StrictUrl of(String text) throws InvalidUrlException {
    check(
        text.chars().allMatch(character -> character > ' ' && character < 0x7f),
        "must be ASCII without blanks and control characters (a host name in another script is written with xn--)");
    check(
        text.startsWith("https://") || text.startsWith("http://"),
        "must begin with https:// or http://");
    @Nullable HttpUrl read = HttpUrl.parse(text);
    int begin = text.indexOf("://") + "://".length();
    String authority = text.substring(begin, end(text, begin, "/?#"));
    check(read != null && !authority.isEmpty(), "must have a valid host and port");
    check(authority.indexOf('@') < 0, "must have no user");
    check(text.indexOf('#') < 0, "must have no fragment");
    String host = authority.substring(0, end(authority, authority.lastIndexOf(']') + 1, ":"));
    checkHost(host, read.host());
    String port = authority.substring(host.length());
    check(
        port.isEmpty() || port.equals(":" + read.port()),
        "must have its port as a number without leading zeros, or none");
    int pathBegin = begin + authority.length();
    String path = text.substring(pathBegin, end(text, pathBegin, "?"));
    check(
        !NOT_IN_PATH.matcher(path).find()
            && (path.isEmpty() ? "/" : path).equals(read.encodedPath()),
        "must have a path as it is fetched: without dot segments and backslashes, and percent-encoded where necessary");
    String query = text.substring(pathBegin + path.length());
    check(
        query.equals(read.encodedQuery() == null ? "" : "?" + read.encodedQuery()),
        "must have a query that is percent-encoded");
    return new StrictUrl(text, read, host, path);
  }

  /**
   * Checks that the host as it is written is the host that the client connects to.
   *
   * @param read the host as the client reads it: in lower case, an IPv6 address without brackets
   */
  private static void checkHost(String host, String read) throws InvalidUrlException {
    boolean ipv6 = read.indexOf(':') >= 0;
    String lowerCase = host.toLowerCase(Locale.ROOT);
    check(
        ipv6 || NAME.matcher(read).matches(),
        "must have a host name of letters, digits, hyphens and underscores, without a trailing dot, or an address");
    check(
        !NUMBER.matcher(read).matches() || IPV4.matcher(read).matches(),
        "must have an IPv4 address as four decimal numbers without leading zeros");
    check(
        lowerCase.equals(ipv6 ? "[" + read + "]" : read),
        "must have a host that is not encoded, and an address in its shortest form");
  }

  /** Returns where the first of these characters is, from an index on; otherwise the length. */
  private static int end(String text, int from, String characters) {
    int end = from;
    while (end < text.length() && characters.indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  static void check(boolean holds, String rule) throws InvalidUrlException {
    if (!holds) {
      throw new InvalidUrlException(rule);
    }
  }

  /** Returns the host as it is written, an IPv6 address in brackets. */
  public String host() {
    return host;
  }

  /** Returns the path as it is written, possibly empty. */
  public String path() {
    return path;
  }

  /** Returns whether there is a query, even if it is empty. */
  public boolean hasQuery() {
    return read.encodedQuery() != null;
  }

  /** Returns whether the scheme is https. */
  public boolean isHttps() {
    return read.isHttps();
  }

  /** Returns whether the host is the usual name, or an address, of the loopback interface. */
  public boolean isLoopback() {
    return LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches();
  }

  /**
   * Returns the origin as browsers write it (RFC 6454, section 6.2): scheme and host in lower case,
   * and the port unless it is the default of the scheme.
   */
  public String origin() {
    boolean standard = read.port() == HttpUrl.defaultPort(read.scheme());
    return read.scheme()
        + "://"
        + host.toLowerCase(Locale.ROOT)
        + (standard ? "" : ":" + read.port());
  }

  /** Returns the URL as it is written. */
  @Override
  public String toString() {
    return text;
  }
}

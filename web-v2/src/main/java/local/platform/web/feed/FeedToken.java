package local.platform.web.feed;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import local.platform.foundation.error.PlatformException;
import local.platform.web.endpoint.BearerToken;

/**
 * Reads the token of a request below a feed. Besides a bearer token there may be one as the
 * password of Basic (RFC 7617), with any user: tools of which only an address can be configured
 * send what is before its {@code @} in this way.
 */
final class FeedToken {
  /** The challenge besides that for a bearer token. */
  static final String CHALLENGE = "Basic realm=\"platform\", charset=\"UTF-8\"";

  private static final Pattern BASIC =
      Pattern.compile("[ \t]*+[Bb][Aa][Ss][Ii][Cc] ++([A-Za-z0-9+/]++=*+)[ \t]*+");

  private FeedToken() {}

  /**
   * Returns the token of a request.
   *
   * @param authorization the values of {@code Authorization}
   * @throws PlatformException UNAUTHENTICATED if there is none, or it cannot be read. The message
   *     has nothing of what was sent
   */
  static String of(List<String> authorization) {
    if (authorization.size() != 1) {
      return BearerToken.of(authorization);
    }
    Matcher basic = BASIC.matcher(authorization.get(0));
    return basic.matches() ? password(basic.group(1)) : BearerToken.of(authorization);
  }

  private static String password(String credentials) {
    String text = new String(decoded(credentials), StandardCharsets.UTF_8);
    int colon = text.indexOf(':');
    // The rules of bearer tokens hold for this one too.
    return colon < 0
        ? BearerToken.of(List.of(""))
        : BearerToken.of(List.of("Bearer " + text.substring(colon + 1)));
  }

  private static byte[] decoded(String credentials) {
    try {
      return Base64.getDecoder().decode(credentials);
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }
}

package local.platform.web.endpoint;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import local.platform.foundation.error.PlatformException;
import org.jspecify.annotations.Nullable;

/** Reads the bearer tokens of requests (RFC 6750, section 2.1). */
public final class BearerToken {
  /**
   * One or more spaces, but no tab, are between the scheme, in letters of any case, and the token
   * (RFC 9110, section 11.4). Blanks around the value do not belong to it (section 5.5).
   */
  private static final Pattern CREDENTIALS =
      Pattern.compile("[ \t]*+[Bb][Ee][Aa][Rr][Ee][Rr] ++([A-Za-z0-9._~+/-]++=*+)[ \t]*+");

  private BearerToken() {}

  /**
   * Returns the token of a request.
   *
   * @param values the values of {@code Authorization} in the request; null or empty if there are
   *     none
   * @throws PlatformException UNAUTHENTICATED if there is not exactly one, or it is not a bearer
   *     token
   */
  public static String of(@Nullable List<String> values) {
    if (values == null || values.isEmpty()) {
      throw PlatformException.unauthenticated(
          "TOKEN_MISSING", "the request must have Authorization: Bearer <token>");
    }
    Matcher credentials = CREDENTIALS.matcher(values.get(0));
    if (values.size() > 1 || !credentials.matches()) {
      throw PlatformException.unauthenticated(
          "TOKEN_MALFORMED", "the request must have exactly one Authorization: Bearer <token>");
    }
    return credentials.group(1);
  }
}

package local.platform.web.endpoint;

import java.util.List;
import local.platform.foundation.error.PlatformException;
import org.jspecify.annotations.Nullable;

/** Reads the bearer tokens of requests (RFC 6750, section 2.1). */
public final class BearerToken {
  private static final String SCHEME = "Bearer ";

  private BearerToken() {}

  /**
   * Returns the token of a request.
   *
   * @param values the values of {@code Authorization} in the request; null or empty if there are
   *     none
   * @throws PlatformException UNAUTHENTICATED if there is not exactly one
   */
  public static String of(@Nullable List<String> values) {
    if (values == null || values.isEmpty()) {
      throw PlatformException.unauthenticated(
          "TOKEN_MISSING", "the request must have Authorization: Bearer <token>");
    }
    String value = values.get(0).strip();
    if (values.size() > 1 || !value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw PlatformException.unauthenticated(
          "TOKEN_MALFORMED", "the request must have exactly one Authorization: Bearer <token>");
    }
    return value.substring(SCHEME.length()).strip();
  }
}

package local.platform.web.rest;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The CORS headers for requests by pages of other origins (Fetch standard). Credentials of the
 * browser are never allowed: a token is in a header that the page sets.
 */
public final class CrossOrigin {
  /**
   * The paths for operators and monitoring, which do not need browsers, and those of feeds: there a
   * browser could send a password by itself.
   */
  private static final Pattern EXCLUDED =
      Pattern.compile("/(operator|metrics|health|feeds)([/;].*)?");

  private static final String METHODS = "DELETE, GET, HEAD, PATCH, POST, PUT";
  private static final String READ =
      "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match,"
          + " Platform-Validate-Only, traceparent, X-Request-Id";
  private static final String WRITTEN =
      "Accept-Patch, Allow, ETag, Idempotent-Replayed, Platform-Validate-Only, RateLimit,"
          + " RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id";
  private static final String PREFLIGHT_SECONDS = "600";

  private CrossOrigin() {}

  /**
   * Returns the headers of an answer, including errors.
   *
   * @param origins the origins whose pages may read answers; if it is empty, there are no headers
   * @param rawPath path of the request, undecoded
   * @param origin value of {@code Origin}; compared exactly
   * @param preflight whether the request is a preflight request
   */
  public static Map<String, String> headers(
      Set<String> origins, String rawPath, @Nullable String origin, boolean preflight) {
    boolean excluded =
        PercentEncoding.decode(rawPath, false)
            .filter(p -> !EXCLUDED.matcher(p).matches())
            .isEmpty();
    if (origins.isEmpty() || excluded) {
      return Map.of();
    }
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Vary", "Origin");
    if (origin != null && origins.contains(origin)) {
      headers.put("Access-Control-Allow-Origin", origin);
      headers.put("Access-Control-Expose-Headers", WRITTEN);
      if (preflight) {
        headers.put("Access-Control-Allow-Methods", METHODS);
        headers.put("Access-Control-Allow-Headers", READ);
        headers.put("Access-Control-Max-Age", PREFLIGHT_SECONDS);
      }
    }
    return headers;
  }
}

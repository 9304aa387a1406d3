package local.platform.web.endpoint;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import local.platform.access.limit.Allowance;
import local.platform.access.limit.RateLimits;
import local.platform.config.RateLimitSettings.RateLimit;
import local.platform.foundation.error.PlatformException;

/**
 * The limits of one request, and what its answer shows of them: the fields of
 * draft-ietf-httpapi-ratelimit-headers-11.
 */
public final class RequestLimit {
  /** The field with all limits that apply to a request. */
  public static final String POLICY_FIELD = "RateLimit-Policy";

  /** The field with what is left of the limit that is nearest. */
  public static final String FIELD = "RateLimit";

  private final RateLimits limits;
  private Optional<Allowance> allowance = Optional.empty();

  /** Creates the limits of a request that is not taken from them yet. */
  public RequestLimit(RateLimits limits) {
    this.limits = limits;
  }

  /**
   * Takes the request from the limits of its caller. A request without a caller is not limited.
   *
   * @param reads whether its method only reads
   * @param version name of the version of the API as the client wrote it; empty if there is none
   * @throws PlatformException RESOURCE_EXHAUSTED with RATE_LIMITED
   */
  public void take(Requester requester, boolean reads, Optional<String> version) {
    if (requester instanceof Requester.Known known) {
      boolean isBeta = version.filter(ApiVersion::isBeta).isPresent();
      allowance = limits.take(known.authenticated().caller().identity(), reads, isBeta);
      allowance.ifPresent(Allowance::throwIfRefused);
    }
  }

  /** Returns the fields of the answer by their names; none if the request is not limited. */
  public Map<String, String> fields() {
    return allowance.map(RequestLimit::fields).orElse(Map.of());
  }

  private static Map<String, String> fields(Allowance allowance) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put(
        POLICY_FIELD,
        allowance.limits().stream().map(RequestLimit::item).collect(Collectors.joining(", ")));
    fields.put(
        FIELD, name(allowance.nearest()) + ";r=" + allowance.left() + ";t=" + allowance.seconds());
    return fields;
  }

  private static String item(RateLimit limit) {
    return name(limit) + ";q=" + limit.quota() + ";w=" + limit.window();
  }

  /** Returns the name of a limit as a string of structured fields. */
  private static String name(RateLimit limit) {
    return "\"" + limit.policy().text() + "\"";
  }
}

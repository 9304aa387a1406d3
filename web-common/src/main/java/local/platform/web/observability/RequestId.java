package local.platform.web.observability;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a request is called in logs.
 *
 * @param requestId the client's X-Request-Id, or one that was made
 * @param traceId the trace that the client's traceparent names (W3C Trace Context, section 3.2)
 */
public record RequestId(String requestId, Optional<String> traceId) {
  /** The header that carries the id. */
  public static final String HEADER = "X-Request-Id";

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:/+=-]{1,128}");
  private static final Pattern TRACE_PARENT =
      Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?");
  private static final String NO_TRACE = "0".repeat(32);

  /**
   * Reads the headers of a request; what is not of their form is not taken over, and neither into a
   * log.
   */
  public static RequestId of(@Nullable String requestId, @Nullable String traceParent) {
    Matcher trace = TRACE_PARENT.matcher(traceParent == null ? "" : traceParent);
    return new RequestId(
        requestId != null && ID.matcher(requestId).matches()
            ? requestId
            : UUID.randomUUID().toString(),
        trace.matches() && !trace.group(1).equals(NO_TRACE)
            ? Optional.of(trace.group(1))
            : Optional.empty());
  }
}

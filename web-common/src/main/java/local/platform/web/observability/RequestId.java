package local.platform.web.observability;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a request is called in logs: the client's X-Request-Id, or one that is made when needed. A
 * request may be read in one thread and served in another.
 */
public final class RequestId {
  /** The header that carries the id. */
  public static final String HEADER = "X-Request-Id";

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:/+=-]{1,128}");
  private static final Pattern TRACE_PARENT =
      Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?");
  private static final String NO_TRACE = "0".repeat(32);

  private final Optional<String> traceId;
  private @Nullable String requestId;

  private RequestId(@Nullable String requestId, Optional<String> traceId) {
    this.requestId = requestId;
    this.traceId = traceId;
  }

  /**
   * Reads the headers of a request; what is not of their form is not taken over, and neither into a
   * log.
   */
  public static RequestId of(@Nullable String requestId, @Nullable String traceParent) {
    return new RequestId(
        requestId != null && ID.matcher(requestId).matches() ? requestId : null,
        traceParent == null ? Optional.empty() : traceId(traceParent));
  }

  private static Optional<String> traceId(String traceParent) {
    Matcher trace = TRACE_PARENT.matcher(traceParent);
    return trace.matches() && !trace.group(1).equals(NO_TRACE)
        ? Optional.of(trace.group(1))
        : Optional.empty();
  }

  /** The id. If the client sent none, it is made now, and known from then on. */
  public synchronized String requestId() {
    if (requestId == null) {
      requestId = UUID.randomUUID().toString();
    }
    return requestId;
  }

  /** The id, if there is one by now: if not, nothing can be found by it. */
  public synchronized Optional<String> known() {
    return Optional.ofNullable(requestId);
  }

  /** The trace that the client's traceparent names (W3C Trace Context, section 3.2). */
  public Optional<String> traceId() {
    return traceId;
  }
}

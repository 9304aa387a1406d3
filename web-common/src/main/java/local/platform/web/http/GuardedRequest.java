package local.platform.web.http;

import jakarta.servlet.ServletRequest;
import org.glassfish.grizzly.http.server.Request;

/**
 * Marks the requests that have passed a {@link RequestGate}. The mark is an attribute of the
 * request, so that no client can set it.
 */
public final class GuardedRequest {
  private static final String MARK = GuardedRequest.class.getName();

  private GuardedRequest() {}

  /** Marks a request. */
  static void mark(Request request) {
    request.setAttribute(MARK, true);
  }

  /** Returns whether a request, or the one from which it was forwarded, has passed the guard. */
  public static boolean is(ServletRequest request) {
    return request.getAttribute(MARK) != null;
  }
}

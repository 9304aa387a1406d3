package local.platform.web.feed;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import local.platform.vulnerability.feed.Feed;

/**
 * What serves a path below a feed. Whatever its method is, a request only reads.
 *
 * @param operation its name in metrics and in the log
 * @param method the HTTP method, {@code GET} or {@code POST}; with GET there is HEAD, whose content
 *     is not sent
 * @param handler answers requests
 */
public record FeedRoute(String operation, String method, Handler handler) {
  private static final String GET = "GET";

  /** Answers requests of those who may read the feed. */
  @FunctionalInterface
  public interface Handler {
    /**
     * Answers a request.
     *
     * @throws RuntimeException which is answered as an error
     */
    FeedAnswer answer(Feed feed, HttpServletRequest request) throws IOException;
  }

  /** Returns whether it serves a method. */
  boolean serves(String httpMethod) {
    return httpMethod.equals(method) || (httpMethod.equals("HEAD") && method.equals(GET));
  }

  /** Returns all methods that the path allows. */
  Set<String> allowed() {
    Set<String> allowed = new TreeSet<>(Set.of(method, "OPTIONS"));
    if (method.equals(GET)) {
      allowed.add("HEAD");
    }
    return allowed;
  }
}

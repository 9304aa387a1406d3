package local.platform.web.v2.root;

import jakarta.inject.Inject;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import local.platform.config.Configuration;
import local.platform.web.observability.RequestId;
import local.platform.web.observability.RequestLog;
import local.platform.web.rest.CrossOrigin;
import local.platform.web.rest.ErrorBody;
import local.platform.web.rest.HttpFailure;

/**
 * The first that a request meets: it gets its id, is kept from what the application server would
 * serve by itself and is not to be seen, and goes to the version that it is for.
 */
@WebFilter("/*")
public class EdgeFilter extends HttpFilter {
  private static final long serialVersionUID = 1L;
  private static final String METRICS = "/metrics";
  private static final String OPENAPI = "/openapi";
  private static final String OPTIONS = "OPTIONS";

  /** What the application server serves by itself, and to which methods it has an answer. */
  private static final Map<String, Set<String>> BESIDE =
      Map.of(METRICS, Set.of("GET", OPTIONS), "/health", Set.of("GET", "HEAD", OPTIONS, "POST"));

  @Inject private transient Configuration configuration;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    RequestId id =
        RequestId.of(request.getHeader(RequestId.HEADER), request.getHeader("traceparent"));
    response.setHeader(RequestId.HEADER, id.requestId());
    allowOrigin(request, response);
    RequestLog.begin(id);
    try {
      Optional<HttpFailure> refusal = refusal(request);
      if (refusal.isPresent()) {
        ErrorBody.send(response, refusal.get(), configuration.serviceDomain());
      } else if (asksBeside(request)) {
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
        response.setHeader("Allow", String.join(", ", new TreeSet<>(beside(request))));
      } else if (V1Forward.has(request.getRequestURI())) {
        V1Forward.forward(getServletContext(), request, response);
      } else {
        chain.doFilter(request, response);
      }
    } finally {
      RequestLog.end();
    }
  }

  /** Tells browsers which pages may read the answer. */
  private void allowOrigin(HttpServletRequest request, HttpServletResponse response) {
    boolean preflight =
        request.getMethod().equals(OPTIONS)
            && request.getHeader("Access-Control-Request-Method") != null;
    CrossOrigin.headers(
            configuration.http().corsOrigins(),
            request.getRequestURI(),
            request.getHeader("Origin"),
            preflight)
        .forEach(response::setHeader);
  }

  /** What would be answered without a body, or with one that is not ours. */
  private Optional<HttpFailure> refusal(HttpServletRequest request) throws IOException {
    if (isHidden(request)) {
      return Optional.of(HttpFailure.noRoute());
    }
    if (!hasReadableContentType(request)) {
      return Optional.of(HttpFailure.badRequest("Content-Type cannot be read"));
    }
    Set<String> methods = beside(request);
    if (methods.isEmpty() || methods.contains(request.getMethod())) {
      return Optional.empty();
    }
    return Optional.of(HttpFailure.methodNotAllowed(request.getMethod(), methods));
  }

  /** The methods of a path that the application server serves by itself; empty for any other. */
  private static Set<String> beside(HttpServletRequest request) {
    return BESIDE.getOrDefault(request.getServletPath(), Set.of());
  }

  private static boolean asksBeside(HttpServletRequest request) {
    return request.getMethod().equals(OPTIONS) && !beside(request).isEmpty();
  }

  /** JAX-RS would answer it without a body, before any of its filters runs. */
  private static boolean hasReadableContentType(HttpServletRequest request) {
    String type = request.getContentType();
    try {
      return type == null || MediaType.valueOf(type) != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private boolean isHidden(HttpServletRequest request) throws IOException {
    String path = request.getServletPath();
    if (path.startsWith(METRICS)) {
      if (request.getPathInfo() != null) {
        return true; // nothing is there, and the application server would say so in HTML
      }
      boolean loopback = InetAddress.getByName(request.getRemoteAddr()).isLoopbackAddress();
      return !loopback && !configuration.http().metricsPublic();
    }
    return path.startsWith(OPENAPI);
  }
}

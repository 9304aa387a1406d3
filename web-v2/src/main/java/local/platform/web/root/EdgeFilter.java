package local.platform.web.root;

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
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import local.platform.config.Configuration;
import local.platform.web.feed.FeedServlet;
import local.platform.web.http.GuardedRequest;
import local.platform.web.observability.RequestId;
import local.platform.web.observability.RequestLog;
import local.platform.web.rest.CrossOrigin;
import local.platform.web.rest.CurrentCall;
import local.platform.web.rest.ErrorBody;
import local.platform.web.rest.HttpFailure;
import local.platform.web.rest.Routes;

/**
 * The first filter that a request passes. Refuses what has not passed the guard of the listener,
 * assigns the request id, hides routes of the application server that clients must not see, tells
 * which methods static files have, leads browsers to the console, and forwards requests of version
 * 1 to its module.
 */
@WebFilter("/*")
public class EdgeFilter extends HttpFilter {
  private static final long serialVersionUID = 1L;
  private static final String METRICS = "/metrics";

  /** Where the files are. What is not there, or is switched off, is told to everybody. */
  private static final Set<String> FILES = Set.of("/openapi", "/explorer", "/console");

  private static final Set<String> FILE_METHODS = Set.of("GET", "HEAD", "OPTIONS");
  private static final String OPTIONS = "OPTIONS";

  /** The routes that the application server itself serves, with the methods that they allow. */
  private static final Map<String, Set<String>> SERVER_ROUTES =
      Map.of(METRICS, Set.of("GET", OPTIONS), "/health", Set.of("GET", "HEAD", OPTIONS, "POST"));

  @Inject private transient Configuration configuration;
  @Inject private transient CurrentCall calls;
  @Inject private transient Routes routes;

  private final transient UnguardedRequests unguarded = new UnguardedRequests(System::nanoTime);

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    RequestId id =
        RequestId.ofHeaders(
            Collections.list(request.getHeaders(RequestId.HEADER)),
            request.getHeader("traceparent"));
    response.setHeader(RequestId.HEADER, id.requestId());
    allowOrigin(request, response);
    FeedServlet.guard(request, response);
    calls.begin(request, response);
    RequestLog.begin(id);
    try {
      Optional<HttpFailure> refusal = refusal(request);
      if (refusal.isPresent()) {
        ErrorBody.send(response, refusal.get(), configuration.serviceDomain());
      } else if (asksForServerMethods(request)) {
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
        response.setHeader("Allow", String.join(", ", new TreeSet<>(serverMethods(request))));
      } else if (asksForConsole(request)) {
        response.setStatus(HttpServletResponse.SC_FOUND);
        response.setHeader("Location", Console.PATH);
        response.addHeader("Vary", "Accept");
      } else if (routes.forwardedFiles().contains(path(request))) {
        V1Forward.forward(getServletContext(), path(request), request, response);
      } else if (V1Forward.has(routes.forwarded(), request.getRequestURI())) {
        V1Forward.forward(getServletContext(), request.getRequestURI(), request, response);
      } else {
        chain.doFilter(request, response);
      }
    } finally {
      RequestLog.end();
      calls.end();
    }
  }

  /** Sets the CORS headers, which tell browsers which pages may read the answer. */
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

  /**
   * Returns the error for a request that the application server would answer without a body or with
   * a body of its own; empty for any other request.
   */
  private Optional<HttpFailure> refusal(HttpServletRequest request) throws IOException {
    if (!GuardedRequest.is(request)) {
      unguarded.log();
      return Optional.of(HttpFailure.unguarded());
    }
    if (isHidden(request)) {
      return Optional.of(HttpFailure.noRoute());
    }
    if (!hasReadableContentType(request)) {
      return Optional.of(HttpFailure.badRequest("Content-Type cannot be read"));
    }
    Set<String> methods = serverMethods(request);
    if (methods.isEmpty() || methods.contains(request.getMethod())) {
      return Optional.empty();
    }
    return Optional.of(HttpFailure.methodNotAllowed(request.getMethod(), methods));
  }

  /**
   * Returns the allowed methods if the path is that of a file, or if the application server itself
   * serves it; otherwise empty.
   */
  private Set<String> serverMethods(HttpServletRequest request) {
    return routes.files().contains(path(request))
        ? FILE_METHODS
        : SERVER_ROUTES.getOrDefault(request.getServletPath(), Set.of());
  }

  private boolean asksForServerMethods(HttpServletRequest request) {
    return request.getMethod().equals(OPTIONS) && !serverMethods(request).isEmpty();
  }

  /** Returns whether a browser has opened the address of the server, and there is a console. */
  private boolean asksForConsole(HttpServletRequest request) {
    return path(request).equals("/")
        && Set.of("GET", "HEAD").contains(request.getMethod())
        && Console.isAskedFor(Collections.list(request.getHeaders("Accept")))
        && routes.files().contains(Console.PATH);
  }

  /**
   * Returns whether JAX-RS can parse the content type. Otherwise it would answer without a body,
   * before any of its filters runs.
   */
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
        return true; // no such route; the application server would answer with HTML
      }
      boolean loopback = InetAddress.getByName(request.getRemoteAddr()).isLoopbackAddress();
      return !loopback && !configuration.http().metricsPublic();
    }
    String whole = path(request);
    return FILES.stream().anyMatch(files -> (whole + "/").startsWith(files + "/"))
        && !routes.files().contains(whole);
  }

  /** Returns the decoded path, whatever serves it. */
  private static String path(HttpServletRequest request) {
    String info = request.getPathInfo();
    return info == null ? request.getServletPath() : request.getServletPath() + info;
  }
}

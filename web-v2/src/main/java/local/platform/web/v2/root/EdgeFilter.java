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
import local.platform.config.Configuration;
import local.platform.web.observability.RequestId;
import local.platform.web.observability.RequestLog;
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

  @Inject private transient Configuration configuration;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    RequestId id =
        RequestId.of(request.getHeader(RequestId.HEADER), request.getHeader("traceparent"));
    response.setHeader(RequestId.HEADER, id.requestId());
    RequestLog.begin(id);
    try {
      if (isHidden(request)) {
        ErrorBody.send(response, HttpFailure.noRoute(), configuration.serviceDomain());
      } else if (!hasReadableContentType(request)) {
        ErrorBody.send(
            response,
            HttpFailure.badRequest("Content-Type cannot be read"),
            configuration.serviceDomain());
      } else if (V1Module.has(request.getRequestURI())) {
        V1Module.forward(getServletContext(), request, response);
      } else {
        chain.doFilter(request, response);
      }
    } finally {
      RequestLog.end();
    }
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
      boolean loopback = InetAddress.getByName(request.getRemoteAddr()).isLoopbackAddress();
      return !loopback && !configuration.http().metricsPublic();
    }
    return path.startsWith(OPENAPI);
  }
}

package local.platform.web.v1;

import jakarta.inject.Inject;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import local.platform.config.Configuration;
import local.platform.web.module.ContextPaths;
import local.platform.web.observability.RequestId;
import local.platform.web.rest.ErrorBody;
import local.platform.web.rest.HttpFailure;

/**
 * Hides the prefix of this module from clients: only requests that the root module forwards are
 * served.
 */
@WebFilter(urlPatterns = "/*", dispatcherTypes = DispatcherType.REQUEST)
public class ForwardsOnly extends HttpFilter {
  private static final long serialVersionUID = 1L;

  @Inject private transient Configuration configuration;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (isOfThisModule(request)) {
      RequestId id =
          RequestId.ofHeaders(Collections.list(request.getHeaders(RequestId.HEADER)), null);
      response.setHeader(RequestId.HEADER, id.requestId());
      ErrorBody.send(response, HttpFailure.noRoute(), configuration.serviceDomain());
    } else {
      chain.doFilter(request, response);
    }
  }

  /**
   * Returns whether a request is for this module, by where the application server has routed it:
   * its path can be written in many ways. In the merged WAR this filter also sees the requests of
   * other modules.
   */
  private boolean isOfThisModule(HttpServletRequest request) {
    return getServletContext().getContextPath().equals(ContextPaths.V1_COMPAT)
        || request.getServletPath().equals(ContextPaths.V1_COMPAT)
        || (request.getRequestURI() + "/").startsWith(ContextPaths.V1_COMPAT + "/");
  }
}

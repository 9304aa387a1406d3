package local.platform.web.rest;

import jakarta.annotation.Priority;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.ext.Provider;
import java.util.Set;
import local.platform.authn.Authenticator;

/**
 * Finds out who calls, before anything else and on every path but the open ones, so that nobody
 * without a token learns which paths there are (RFC 6750; the token comes in the Authorization
 * header and nowhere else).
 */
@Provider
@PreMatching
@Priority(Priorities.AUTHENTICATION)
public class BearerAuthentication implements ContainerRequestFilter {
  private static final Set<String> OPEN_PATHS =
      Set.of("sts/exchange", "sts/exchange_refresh_token");

  /** What is below is found by anybody (RFC 8615), and so is that something is not there. */
  private static final String WELL_KNOWN = ".well-known/";

  @EJB private Authenticator authenticator;
  @Inject private RestCall call;
  @Context private HttpServletRequest servletRequest;

  @Override
  public void filter(ContainerRequestContext request) {
    call.begin(request, servletRequest.getQueryString());
    String path = request.getUriInfo().getPath(false);
    if (OPEN_PATHS.contains(path) || path.startsWith(WELL_KNOWN)) {
      return;
    }
    if (request.getMethod().equals(HttpMethod.OPTIONS)) {
      call.authenticateIfPathUnknown(authenticator);
    } else {
      call.authenticate(authenticator);
    }
  }
}

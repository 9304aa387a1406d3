package local.platform.web.rest;

import jakarta.annotation.Priority;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
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
      Set.of(
          ".well-known/openid-configuration",
          ".well-known/jwks.json",
          "sts/exchange",
          "sts/exchange_refresh_token");

  @EJB private Authenticator authenticator;
  @Inject private RestCall call;
  @Context private HttpServletRequest servletRequest;

  @Override
  public void filter(ContainerRequestContext request) {
    call.begin(request, servletRequest.getQueryString());
    if (!OPEN_PATHS.contains(request.getUriInfo().getPath(false))) {
      call.authenticate(authenticator);
    }
  }
}

package local.platform.web.rest;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import java.util.Optional;
import local.platform.web.rest.Route.ToMethod;
import local.platform.web.rest.RouteTable.Found;
import local.platform.web.rest.RouteTable.Match;

/**
 * Finds the route of a request, and authenticates it. Without a token clients do not learn which
 * paths and methods exist (RFC 6750), except by OPTIONS.
 */
@Provider
@Dependent
@PreMatching
@Priority(Priorities.AUTHENTICATION)
public class Routing implements ContainerRequestFilter {
  /** Paths below this one are public (RFC 8615), including the fact that one does not exist. */
  private static final String WELL_KNOWN = "/.well-known/";

  @Inject private Routes routes;
  @Inject private CurrentCall calls;
  @Inject private ErrorMapper errors;

  @Override
  public void filter(ContainerRequestContext request) {
    try {
      route(request);
    } catch (RuntimeException e) {
      request.abortWith(errors.toResponse(e)); // thrown, JAX-RS would wrap it with a stack trace
    }
  }

  private void route(ContainerRequestContext request) {
    String path = "/" + request.getUriInfo().getPath(false);
    // No path of this server has matrix parameters.
    Optional<Match> match = path.contains(";") ? Optional.empty() : routes.table().find(path);
    RestCall call = calls.get();
    call.take(request, match);
    if (match.isEmpty()) {
      if (!path.startsWith(WELL_KNOWN)) {
        call.authenticate();
        call.takeUnserved();
      }
      throw HttpFailure.noRoute();
    }
    if (request.getMethod().equals(HttpMethod.OPTIONS)) {
      request.abortWith(
          Response.noContent()
              .header(HttpHeaders.ALLOW, String.join(", ", match.get().allowed()))
              .build());
      return;
    }
    Route route = authenticated(call, request.getMethod(), match.get());
    if (route.target() instanceof ToMethod) {
      // JAX-RS matches paths by rules of its own, and must not find another class.
      request.setRequestUri(request.getUriInfo().getBaseUri().resolve(ProtoResource.PATH));
    }
  }

  /** Returns the route, after authenticating the request as the route requires. */
  private Route authenticated(RestCall call, String httpMethod, Match match) {
    Optional<Found> found = match.route(httpMethod);
    if (found.isPresent() && found.get().route().target() instanceof ToMethod target) {
      call.authenticateFor(target.method());
    } else if (!match.isOpen()) {
      call.authenticate();
    }
    if (found.isEmpty()) {
      call.takeUnserved();
      throw HttpFailure.methodNotAllowed(httpMethod, match.allowed());
    }
    return found.get().route();
  }
}

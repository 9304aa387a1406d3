package local.platform.web.rest;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;

/**
 * Adds the headers of all answers, and what is left of the limits of the caller. A cache must not
 * reuse an answer to one caller, or to a page of one origin, for another.
 */
@Provider
@Dependent
public class ResponseHeaders implements ContainerResponseFilter {
  @Inject private CurrentCall calls;

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    response.getHeaders().putSingle("X-Content-Type-Options", "nosniff");
    if (!response.getHeaders().containsKey(HttpHeaders.CACHE_CONTROL)) {
      response.getHeaders().putSingle(HttpHeaders.CACHE_CONTROL, "private, no-cache");
      response.getHeaders().putSingle(HttpHeaders.VARY, HttpHeaders.AUTHORIZATION);
    }
    RestCall call = calls.get();
    call.limit().fields().forEach(response.getHeaders()::putSingle);
    call.vary().forEach(vary -> response.getHeaders().add(HttpHeaders.VARY, vary));
  }
}

package local.platform.web.rest;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;

/**
 * Refuses, before JAX-RS looks for a class, requests that JAX-RS would answer without a body or
 * interpret in its own way.
 */
@Provider
@PreMatching
@Priority(Priorities.AUTHORIZATION)
public class ReadableRequest implements ContainerRequestFilter {
  @Override
  public void filter(ContainerRequestContext request) {
    try {
      request.getAcceptableMediaTypes();
      if (request.getHeaders().containsKey(HttpHeaders.ACCEPT_LANGUAGE)) {
        request.getAcceptableLanguages();
      }
    } catch (ProcessingException e) {
      throw HttpFailure.badRequest("Accept or Accept-Language cannot be read");
    }
    String encoding = request.getHeaderString(HttpHeaders.CONTENT_ENCODING);
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      throw HttpFailure.unsupportedEncoding();
    }
  }
}

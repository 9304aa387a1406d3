package local.platform.web.rest;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.Provider;
import java.util.TreeSet;

/** Makes of the answer that JAX-RS gives to OPTIONS one without a body: what counts is Allow. */
@Provider
public class OptionsAnswer implements ContainerResponseFilter {
  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (request.getMethod().equals(HttpMethod.OPTIONS)
        && response.getStatus() == Status.OK.getStatusCode()) {
      response.setStatusInfo(Status.NO_CONTENT);
      response.setEntity(null);
      response.getHeaders().remove(HttpHeaders.CONTENT_TYPE);
      response
          .getHeaders()
          .putSingle(
              HttpHeaders.ALLOW, String.join(", ", new TreeSet<>(response.getAllowedMethods())));
    }
  }
}

package local.platform.web.rest;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What JAX-RS filters need to know of the servlet request and response. JAX-RS would inject these
 * as proxies, each of which takes several look-ups per request.
 *
 * @param query the query as the client sent it; null if there is none
 * @param vary the values of {@code Vary} that were set before JAX-RS, which replaces them
 */
public record EdgeContext(@Nullable String query, Collection<String> vary) {
  private static final String ATTRIBUTE = EdgeContext.class.getName();

  public EdgeContext {
    vary = List.copyOf(vary);
  }

  /** Attaches the context to a request, before it is passed on to JAX-RS. */
  public static void attach(HttpServletRequest request, HttpServletResponse response) {
    request.setAttribute(
        ATTRIBUTE,
        new EdgeContext(request.getQueryString(), response.getHeaders(HttpHeaders.VARY)));
  }

  /** Returns the context of a request. */
  static EdgeContext of(ContainerRequestContext request) {
    return (EdgeContext) Objects.requireNonNull(request.getProperty(ATTRIBUTE));
  }
}

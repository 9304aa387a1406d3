package local.platform.web.rest;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.Provider;
import java.util.List;
import java.util.Locale;

/**
 * Refuses, before JAX-RS looks for a class, requests that JAX-RS would answer without a body or
 * interpret in its own way, and makes conditions readable in every locale.
 */
@Provider
@PreMatching
@Priority(Priorities.AUTHORIZATION)
public class ReadableRequest implements ContainerRequestFilter {
  private static final List<String> CONDITIONS =
      List.of(HttpHeaders.IF_MATCH, HttpHeaders.IF_NONE_MATCH);

  @Override
  public void filter(ContainerRequestContext request) {
    nameConditions(request.getHeaders());
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

  /**
   * Lets conditions be found by the names that JAX-RS has for them. The container passes names in
   * lower case, and Jersey looks for them in that of the process's locale, which in Turkish has
   * another i for the I of {@code If-Match}.
   */
  private static void nameConditions(MultivaluedMap<String, String> headers) {
    for (String name : CONDITIONS) {
      List<String> values = headers.get(name.toLowerCase(Locale.ROOT));
      if (values != null) {
        headers.put(name, values);
      }
    }
  }
}

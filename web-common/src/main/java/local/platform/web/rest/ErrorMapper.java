package local.platform.web.rest;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.NotAcceptableException;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status.Family;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.util.Map;
import local.platform.config.Configuration;
import local.platform.foundation.error.PlatformException;
import local.platform.web.error.ErrorClassifier;
import local.platform.web.error.ErrorStatus;

/**
 * Answers every exception that reaches JAX-RS with the body of AIP-193: the bare {@code
 * google.rpc.Status}.
 */
@Provider
@Dependent
public class ErrorMapper implements ExceptionMapper<Throwable> {
  @Inject private Configuration configuration;
  @Inject private CurrentCall calls;

  @Override
  public Response toResponse(Throwable thrown) {
    if (thrown instanceof HttpFailure failure) {
      return response(failure.status(), failure.error(), failure.headers());
    }
    if (thrown instanceof WebApplicationException refusal
        && refusal.getResponse().getStatusInfo().getFamily() == Family.CLIENT_ERROR) {
      HttpFailure failure = failure(refusal);
      return response(failure.status(), failure.error(), failure.headers());
    }
    return response(ErrorClassifier.classify(thrown));
  }

  private Response response(PlatformException error) {
    HttpFailure failure = HttpFailure.of(error, calls.get().isAuthenticated());
    return response(failure.status(), error, failure.headers());
  }

  /** Converts a refusal by JAX-RS itself. */
  private HttpFailure failure(WebApplicationException refusal) {
    if (refusal instanceof NotFoundException) {
      return HttpFailure.noRoute();
    }
    if (refusal instanceof NotAllowedException) {
      return HttpFailure.methodNotAllowed(
          calls.get().request().getMethod(), refusal.getResponse().getAllowedMethods());
    }
    if (refusal instanceof NotAcceptableException) {
      return HttpFailure.notAcceptable();
    }
    if (refusal instanceof NotSupportedException) {
      return HttpFailure.unsupportedMediaType(
          calls.get().request().getMethod(), MediaType.APPLICATION_JSON);
    }
    return HttpFailure.badRequest("the request cannot be read");
  }

  private Response response(int status, PlatformException error, Map<String, String> headers) {
    RestCall call = calls.get();
    Response.ResponseBuilder response =
        Response.status(status)
            .type(MediaType.APPLICATION_JSON_TYPE)
            .entity(
                ErrorStatus.of(
                    error, call.area(), configuration.serviceDomain(), call.requestId()));
    headers.forEach(response::header);
    return response.build();
  }
}

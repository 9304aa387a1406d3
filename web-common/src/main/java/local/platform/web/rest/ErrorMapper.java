package local.platform.web.rest;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.NotAcceptableException;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status.Family;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import local.platform.config.Configuration;
import local.platform.foundation.error.ErrorDetail.RetryInfo;
import local.platform.foundation.error.PlatformException;
import local.platform.web.endpoint.Requester;
import local.platform.web.error.ErrorClassifier;
import local.platform.web.error.ErrorStatus;

/**
 * Answers every exception that reaches JAX-RS with the body of AIP-193: the bare {@code
 * google.rpc.Status}.
 */
@Provider
@Dependent
public class ErrorMapper implements ExceptionMapper<Throwable> {
  private static final String REALM = "Bearer realm=\"platform\"";

  /** The reasons for which a precondition of the request is not met. */
  private static final Set<String> PRECONDITIONS = Set.of("ETAG_MISMATCH", "ETAG_MATCH");

  private static final int PRECONDITION_FAILED = 412;

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
    return response(status(error), error, headers(error));
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

  private static int status(PlatformException error) {
    return PRECONDITIONS.contains(error.reason()) ? PRECONDITION_FAILED : error.code().httpStatus();
  }

  private Map<String, String> headers(PlatformException error) {
    Optional<String> challenge = challenge(error);
    if (challenge.isPresent()) {
      return Map.of(HttpHeaders.WWW_AUTHENTICATE, challenge.get());
    }
    return error.details().stream()
        .filter(RetryInfo.class::isInstance)
        .map(RetryInfo.class::cast)
        .findFirst()
        .map(retry -> Map.of(HttpHeaders.RETRY_AFTER, String.valueOf(retry.delay().toSeconds())))
        .orElse(Map.of());
  }

  /** Returns the challenge of RFC 6750 for a missing or insufficient token. */
  private Optional<String> challenge(PlatformException error) {
    return switch (error.code()) {
      case UNAUTHENTICATED ->
          Optional.of(
              error.reason().equals("TOKEN_MISSING") ? REALM : REALM + ", error=\"invalid_token\"");
      // at the exchange nobody is authenticated, and a token with more permissions would not help
      case PERMISSION_DENIED ->
          calls.get().requester() instanceof Requester.Known
              ? Optional.of(REALM + ", error=\"insufficient_scope\"")
              : Optional.empty();
      default -> Optional.empty();
    };
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

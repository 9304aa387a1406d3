package local.platform.web.rest;

import com.google.protobuf.Empty;
import com.google.protobuf.Message;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.VersionCondition;
import local.platform.web.endpoint.Answer;
import local.platform.web.endpoint.ApiVersion.EmptyAnswer;
import local.platform.web.endpoint.DryRuns;
import local.platform.web.endpoint.IdempotentRequests;
import local.platform.web.endpoint.ServiceMethod;
import local.platform.web.endpoint.ServiceMethods;

/** Converts the answers of methods to HTTP responses. */
final class RestAnswers {
  /** A quality of zero, which excludes a media type (RFC 9110, section 12.4.2). */
  private static final Pattern NOT_ACCEPTED = Pattern.compile("0(\\.0*)?");

  private static final String POLICY_HEADER = "Content-Security-Policy";

  /** What somebody has brought does nothing in a browser, whatever it is taken for. */
  private static final String POLICY = "default-src 'none'; sandbox";

  private final RestCall call;
  private final ServiceMethod<?> method;

  RestAnswers(RestCall call, ServiceMethod<?> method) {
    this.call = call;
    this.method = method;
  }

  /**
   * Checks that the client accepts JSON. Must be called before anything is done.
   *
   * @throws HttpFailure 406
   */
  void requireAcceptable() {
    boolean acceptable =
        mayBeWithoutBody()
            || request().getAcceptableMediaTypes().stream()
                .filter(RestAnswers::isAccepted)
                .anyMatch(MediaType.APPLICATION_JSON_TYPE::isCompatible);
    if (!acceptable) {
      throw HttpFailure.notAcceptable();
    }
  }

  private boolean mayBeWithoutBody() {
    return service().version().emptyAnswer() == EmptyAnswer.NO_BODY
        && method.descriptor().getOutputType().equals(Empty.getDescriptor());
  }

  /**
   * Returns the response to an answer; 304 if the client already has it.
   *
   * @throws PlatformException INVALID_ARGUMENT if the answer is a list, and the parameters for a
   *     part of it are invalid; ETAG_MISMATCH if it is not the one that a read requires
   */
  Response of(Answer answer) {
    if (answer instanceof Answer.Replayed replayed) {
      return Response.fromResponse(of(replayed.shown()))
          .header(IdempotentRequests.REPLAYED_HEADER, IdempotentRequests.TRUE)
          .build();
    }
    Response.ResponseBuilder response = builder(answer);
    if (isGetOrHead() && isKnown(answer)) {
      response = Response.notModified();
    }
    if (answer instanceof Answer.Resource resource) {
      response.header(HttpHeaders.ETAG, ETags.of(resource.version(), resource.besides()));
    }
    if (answer instanceof Answer.Tried) {
      response.header(DryRuns.HEADER, DryRuns.TRUE);
    }
    if (!service().isStored()) {
      response.header(HttpHeaders.CACHE_CONTROL, "no-store");
    }
    return response.build();
  }

  private Response.ResponseBuilder builder(Answer answer) {
    if (answer instanceof Answer.Resource resource) {
      return json(shown(resource.message()));
    }
    if (answer instanceof Answer.Items items) {
      Window window = WindowParameters.read(call.parameters().url(), call.violations());
      call.violations().throwIfAny();
      return json(new ItemStream(taker -> items.walk().walk(window, taker)));
    }
    if (answer instanceof Answer.Bytes bytes) {
      StreamingOutput content = bytes.content()::write;
      return Response.ok(content, bytes.mediaType()).header(POLICY_HEADER, POLICY);
    }
    if (answer instanceof Answer.Joined joined) {
      call.violations().throwIfAny();
      return json(new JoinedStream(joined));
    }
    Message message = ((Answer.OneMessage) answer).message();
    return mayBeWithoutBody() && !namesJson() ? Response.ok() : json(shown(message));
  }

  /**
   * Evaluates the preconditions of a read (RFC 9110, section 13.2.2). Only a resource has an entity
   * tag; anything else is matched by {@code *} alone.
   */
  private boolean isKnown(Answer answer) {
    VersionCondition condition = ETags.condition(request());
    if (answer instanceof Answer.Resource resource) {
      OptionalLong version = OptionalLong.of(resource.version());
      if (!condition.required().include(version)) {
        throw PlatformException.etagMismatch(resource.uid());
      }
      return ETags.isNamed(
          request().getHeaderString(HttpHeaders.IF_NONE_MATCH),
          ETags.of(resource.version(), resource.besides()));
    }
    if (!condition.required().include(OptionalLong.empty())) {
      throw PlatformException.etagMismatch(method.operation());
    }
    return condition.excluded().include(OptionalLong.empty());
  }

  private Message shown(Message message) {
    return service().shownOnRest(message);
  }

  private static Response.ResponseBuilder json(Object entity) {
    return Response.ok(entity, MediaType.APPLICATION_JSON_TYPE);
  }

  /**
   * Returns whether the client explicitly accepts JSON, as generated clients do, which then parse
   * it.
   */
  private boolean namesJson() {
    return request().getAcceptableMediaTypes().stream().anyMatch(RestAnswers::namesJson);
  }

  private static boolean namesJson(MediaType accepted) {
    boolean anyApplication =
        accepted.getType().equalsIgnoreCase("application") && accepted.isWildcardSubtype();
    return (anyApplication || RequestBody.isJson(accepted)) && isAccepted(accepted);
  }

  private static boolean isAccepted(MediaType named) {
    return !NOT_ACCEPTED.matcher(named.getParameters().getOrDefault("q", "")).matches();
  }

  private boolean isGetOrHead() {
    String httpMethod = request().getMethod();
    return httpMethod.equals(HttpMethod.GET) || httpMethod.equals(HttpMethod.HEAD);
  }

  private ServiceMethods service() {
    return method.service();
  }

  private ContainerRequestContext request() {
    return call.request();
  }
}

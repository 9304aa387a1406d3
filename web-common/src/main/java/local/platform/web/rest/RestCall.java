package local.platform.web.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import local.platform.access.authz.Caller;
import local.platform.access.limit.RateLimits;
import local.platform.foundation.error.FieldViolations;
import local.platform.signin.authn.Authenticated;
import local.platform.signin.authn.Authenticator;
import local.platform.web.endpoint.BearerToken;
import local.platform.web.endpoint.RequestLimit;
import local.platform.web.endpoint.Requester;
import local.platform.web.endpoint.ServiceMethod;
import local.platform.web.endpoint.Upload;
import local.platform.web.error.ErrorStatus;
import local.platform.web.json.JsonFields;
import local.platform.web.observability.Measurement;
import local.platform.web.observability.OperationMetrics;
import local.platform.web.observability.OperationMetrics.Protocol;
import local.platform.web.rest.Route.ToMethod;
import local.platform.web.rest.RouteTable.Match;
import local.platform.web.upload.Uploads;
import org.jspecify.annotations.Nullable;

/** A REST request and its caller. */
public final class RestCall {
  private final Authenticator authenticator;
  private final Uploads uploads;
  private final OperationMetrics metrics;
  private final String requestId;
  private final @Nullable String query;
  private final List<String> vary;
  private final FieldViolations violations = new FieldViolations();
  private final RequestLimit limit;
  private @Nullable Measurement measurement;
  private @Nullable ContainerRequestContext request;
  private RequestParameters parameters = new RequestParameters(Map.of(), Map.of());
  private Optional<Match> match = Optional.empty();
  private Requester requester = new Requester.Anonymous();

  /**
   * Creates a call.
   *
   * @param requestId its id, which the answer shows too
   * @param query the query as the client sent it; null if there is none
   * @param vary the values of {@code Vary} that were set before JAX-RS, which replaces them
   */
  RestCall(
      Authenticator authenticator,
      RateLimits limits,
      Uploads uploads,
      OperationMetrics metrics,
      String requestId,
      @Nullable String query,
      List<String> vary) {
    this.authenticator = authenticator;
    this.limit = new RequestLimit(limits);
    this.uploads = uploads;
    this.metrics = metrics;
    this.requestId = requestId;
    this.query = query;
    this.vary = vary;
  }

  /** Returns the measurement of the request, which the first call begins. */
  public Measurement measurement() {
    if (measurement == null) {
      measurement = new Measurement(metrics, Protocol.REST, System::nanoTime);
    }
    return measurement;
  }

  /** Sets the request. */
  void take(ContainerRequestContext request, Optional<Match> match) {
    this.request = request;
    this.match = match;
    this.parameters =
        new RequestParameters(QueryString.parse(query, this::field, violations), Map.of());
  }

  /**
   * Returns the JSON name of the field that a parameter fills; empty if the message of the route
   * has no such field, or if a class serves the route.
   */
  private Optional<String> field(String parameter) {
    return target()
        .map(target -> JsonFields.path(target.method().request().getDescriptorForType(), parameter))
        .filter(fields -> !fields.isEmpty())
        .map(JsonFields::jsonPath);
  }

  /** Returns the method that serves the route; empty if there is none, or if a class serves it. */
  private Optional<ToMethod> target() {
    return match
        .flatMap(routes -> routes.route(request.getMethod()))
        .map(found -> found.route().target())
        .filter(ToMethod.class::isInstance)
        .map(ToMethod.class::cast);
  }

  /** Returns the id of the request. */
  String requestId() {
    return requestId;
  }

  /**
   * Returns the name of the version of the API as the client wrote it; empty if the path has no
   * version, or no route.
   */
  Optional<String> version() {
    return methods().flatMap(target -> target.version().stream()).findFirst();
  }

  /** Returns the limits of the request. */
  public RequestLimit limit() {
    return limit;
  }

  /**
   * Takes a request that no method serves from the limits of its caller: it writes nothing, so it
   * counts as a read.
   *
   * @throws local.platform.foundation.error.PlatformException RESOURCE_EXHAUSTED
   */
  void takeUnserved() {
    limit.take(requester, true, version());
  }

  /** Returns the JAX-RS request. */
  ContainerRequestContext request() {
    return request;
  }

  /** Returns the values of {@code Vary} that were set before JAX-RS. */
  List<String> vary() {
    return vary;
  }

  /** Returns the routes of the request's path; empty if there are none. */
  Optional<Match> match() {
    return match;
  }

  /** Returns the area of the API whose service the path belongs to, which errors name. */
  String area() {
    return methods()
        .map(target -> target.method().service().area())
        .findFirst()
        .orElse(ErrorStatus.DEFAULT_AREA);
  }

  /** Returns the methods that serve the path. */
  private Stream<ToMethod> methods() {
    return match.stream()
        .flatMap(routes -> routes.found().values().stream())
        .map(found -> found.route().target())
        .filter(ToMethod.class::isInstance)
        .map(ToMethod.class::cast);
  }

  /** Returns the violations in the form of the request so far. */
  public FieldViolations violations() {
    return violations;
  }

  /** Returns the parameters of the request. */
  public RequestParameters parameters() {
    return parameters;
  }

  /**
   * Returns the body of a request that was passed on before it; of another request, which has none,
   * an empty one.
   *
   * @throws HttpFailure 400 if the client has gone
   */
  Upload upload() {
    String ticket = request.getHeaderString(Uploads.TICKET);
    return ticket == null
        ? InputStream::nullInputStream
        : uploads
            .find(ticket)
            .orElseThrow(() -> HttpFailure.badRequest("the client ended the upload early"));
  }

  /** Adds the fields of a form in the body to the parameters. */
  public void readForm() {
    String form = new String(RequestBody.readForm(request), StandardCharsets.UTF_8);
    parameters =
        new RequestParameters(parameters.url(), QueryString.parse(form, this::field, violations));
  }

  /**
   * Authenticates the caller independently of a method.
   *
   * @throws local.platform.foundation.error.PlatformException UNAUTHENTICATED
   */
  void authenticate() {
    requester = new Requester.Known(authenticator.authenticate(bearerToken()));
  }

  /**
   * Authenticates a request that reads what no method serves, and takes it from the limits of its
   * caller.
   *
   * @param token returns the token of the request, or throws UNAUTHENTICATED
   * @throws local.platform.foundation.error.PlatformException UNAUTHENTICATED; RESOURCE_EXHAUSTED
   */
  public Caller readBy(Supplier<String> token) {
    Authenticated authenticated = authenticator.authenticate(token.get());
    requester = new Requester.Known(authenticated);
    limit.take(requester, true, Optional.empty());
    return authenticated.caller();
  }

  /** Returns who makes the request; empty if that is not known. */
  public Optional<Caller> caller() {
    return requester instanceof Requester.Known known
        ? Optional.of(known.authenticated().caller())
        : Optional.empty();
  }

  /** Returns whether it is known who makes the request. */
  public boolean isAuthenticated() {
    return requester instanceof Requester.Known;
  }

  /**
   * Authenticates the request as a method requires.
   *
   * @throws local.platform.foundation.error.PlatformException UNAUTHENTICATED
   */
  void authenticateFor(ServiceMethod<?> method) {
    measurement().operation(method.operation());
    requester = method.authenticate(authenticator, this::bearerToken);
  }

  /** Returns the requester, as far as it is authenticated. */
  Requester requester() {
    return requester;
  }

  private String bearerToken() {
    return BearerToken.of(request.getHeaders().get(HttpHeaders.AUTHORIZATION));
  }
}

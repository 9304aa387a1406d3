package local.platform.web.rest;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Empty;
import com.google.protobuf.Message;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import local.platform.authn.Authenticated;
import local.platform.authn.Authenticator;
import local.platform.error.FieldViolations;
import local.platform.web.endpoint.BearerToken;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.TokenCall;
import local.platform.web.endpoint.Versioned;
import org.jspecify.annotations.Nullable;

/**
 * The REST request that is being served: what a resource class needs of it beside its path
 * variables.
 */
@RequestScoped
public class RestCall {
  private static final Map<Descriptor, String> OPERATIONS = new ConcurrentHashMap<>();

  /** A quality that says that a media type is not wanted (RFC 9110, section 12.4.2). */
  private static final Pattern NOT_ACCEPTED = Pattern.compile("0(\\.0*)?");

  private final FieldViolations violations = new FieldViolations();
  private @Nullable ContainerRequestContext request;
  private Map<String, List<String>> query = Map.of();
  private Map<String, List<String>> url = Map.of();
  private Map<String, List<String>> form = Map.of();
  private @Nullable Authenticated authenticated;
  private @Nullable Authenticator pending;
  private @Nullable Supplier<byte[]> body;
  private Optional<String> operation = Optional.empty();

  /** Notes the request; called by authentication. */
  void begin(ContainerRequestContext request, @Nullable String rawQuery) {
    this.request = request;
    this.query = QueryString.parse(rawQuery, violations);
    this.url = query;
  }

  /**
   * Finds out who makes the request; called by authentication.
   *
   * @throws local.platform.error.PlatformException UNAUTHENTICATED
   */
  void authenticate(Authenticator authenticator) {
    authenticated = authenticator.authenticate(bearerToken());
  }

  /**
   * Leaves open who makes the request, who is told only which methods a path has; called by
   * authentication.
   */
  void authenticateIfPathUnknown(Authenticator authenticator) {
    pending = authenticator;
  }

  /**
   * Notes that no route has the path, which is nobody's business without a token.
   *
   * @throws local.platform.error.PlatformException UNAUTHENTICATED
   */
  void pathUnknown() {
    if (pending != null) {
      authenticate(pending);
    }
  }

  private String bearerToken() {
    return BearerToken.of(request.getHeaders().get(HttpHeaders.AUTHORIZATION));
  }

  /** Whether it is known who makes the request: not yet, or not on an open path. */
  boolean isAuthenticated() {
    return authenticated != null;
  }

  /** What is wrong with the shape of the request so far. */
  public FieldViolations violations() {
    return violations;
  }

  /**
   * What an endpoint that judges the token itself needs beside the message.
   *
   * @throws local.platform.error.PlatformException UNAUTHENTICATED if there is not exactly one
   */
  public TokenCall tokenCall() {
    return new TokenCall(bearerToken(), violations);
  }

  /** Takes the fields of a form in the body for parameters, like those of the query. */
  public RestCall withForm() {
    byte[] body = RequestBody.readForm(request);
    form = QueryString.parse(new String(body, StandardCharsets.UTF_8), violations);
    Map<String, List<String>> all = new LinkedHashMap<>(query);
    form.forEach(
        (name, values) ->
            all.merge(
                name,
                values,
                (one, other) -> Stream.concat(one.stream(), other.stream()).toList()));
    query = all;
    return this;
  }

  /** What the endpoint needs beside the message. */
  public Call call() {
    return new Call(
        authenticated.caller(),
        authenticated.token(),
        ETags.ifMatch(request.getHeaderString(HttpHeaders.IF_MATCH)),
        violations);
  }

  /** Reads the body. What is wrong with it is told when the operation is known, which wants it. */
  private Supplier<byte[]> body() {
    if (body == null) {
      try {
        byte[] bytes = RequestBody.read(request);
        body = () -> bytes;
      } catch (HttpFailure e) {
        body =
            () -> {
              throw e;
            };
      }
    }
    return body;
  }

  /** Names the operation where its request message does not: that of an empty request. */
  public void beginOperation(MethodDescriptor method) {
    operation = Optional.of(ServiceMethods.operation(method));
  }

  /** Begins to make the request message. */
  public <B extends Message.Builder> RequestBinder<B> bind(B message) {
    operation =
        Optional.of(
            OPERATIONS.computeIfAbsent(message.getDescriptorForType(), RestCall::operationOf));
    return new RequestBinder<>(message, query, () -> body().get(), violations);
  }

  /**
   * The name of the operation, such as {@code platform.iam.v2.GroupsService/GetGroup}; empty before
   * a route was found.
   */
  public Optional<String> operation() {
    return operation;
  }

  /** The parameters in the URL alone. */
  public Map<String, List<String>> urlParameters() {
    return Collections.unmodifiableMap(url);
  }

  /** The values of a field of the {@linkplain #withForm form} alone; empty if it is not there. */
  public List<String> formParameter(String name) {
    return form.getOrDefault(name, List.of());
  }

  /** The values of a query parameter that is no field of a message; empty if it is not there. */
  public List<String> queryParameter(String name) {
    return query.getOrDefault(name, List.of());
  }

  /** Answers with a message. */
  public Response answer(Message message) {
    return Response.ok(message).build();
  }

  /** Answers with a resource and its ETag, or with 304 where the client has it already. */
  public Response answer(Versioned<?> resource) {
    String tag = ETags.of(resource.version());
    String ifNoneMatch = request.getHeaderString(HttpHeaders.IF_NONE_MATCH);
    if (isRead() && ETags.noneMatchNames(ifNoneMatch, resource.version())) {
      return Response.notModified().header(HttpHeaders.ETAG, tag).build();
    }
    return Response.ok(resource.message()).header(HttpHeaders.ETAG, tag).build();
  }

  /**
   * Answers a deletion: 200 with a body of no bytes, or with an empty object for a client that
   * names JSON in {@code Accept}, since generated clients parse it then.
   */
  public Response deleted() {
    return request.getAcceptableMediaTypes().stream().anyMatch(RestCall::namesJson)
        ? Response.ok(Empty.getDefaultInstance(), MediaType.APPLICATION_JSON_TYPE).build()
        : Response.ok().build();
  }

  private static boolean namesJson(MediaType accepted) {
    boolean anyApplication =
        accepted.getType().equalsIgnoreCase("application") && accepted.isWildcardSubtype();
    return (anyApplication || RequestBody.isJson(accepted))
        && !NOT_ACCEPTED.matcher(accepted.getParameters().getOrDefault("q", "")).matches();
  }

  private boolean isRead() {
    return request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
  }

  /** The method of the message's file that takes such a message; each has a message of its own. */
  private static String operationOf(Descriptor request) {
    return request.getFile().getServices().stream()
        .flatMap(service -> service.getMethods().stream())
        .filter(method -> method.getInputType().equals(request))
        .map(ServiceMethods::operation)
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("no method takes " + request.getFullName()));
  }
}

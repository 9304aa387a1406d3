package local.platform.web.root;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import local.platform.foundation.error.ErrorDetail.RetryInfo;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.validation.Elements;
import local.platform.proto.oidc.ExchangeRequest;
import local.platform.proto.oidc.RawToken;
import local.platform.web.endpoint.Answer;
import local.platform.web.endpoint.Requester;
import local.platform.web.error.ErrorClassifier;
import local.platform.web.rest.CurrentCall;
import local.platform.web.rest.RestInvoker;

/**
 * The token exchange according to OAuth 2.0 (RFC 8693). The token to be exchanged is a parameter.
 * So is the identity, in a parameter of our own; it may be in the URL instead of the body, because
 * standard clients can be configured with a URL but not with additional parameters. A {@code scope}
 * is the uid of a group or the dotted name of a capability. Unknown parameters in the body are
 * ignored (RFC 6749, section 3.2).
 */
@ApplicationScoped
public class OAuthExchange {
  static final String GRANT_TYPE = "grant_type";

  static final String TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
  private static final String IDENTITY = "identity";

  /** Parameters that restrict a token in the other form of the exchange. */
  private static final List<String> RESTRICTIONS_ELSEWHERE = List.of("cap", "scopes");

  private static final String ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";
  private static final String ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";
  private static final String JWT = "urn:ietf:params:oauth:token-type:jwt";

  private static final String INVALID_SCOPE = "invalid_scope";
  private static final String SCOPES =
      "scope must be a list of uids of groups and names of capabilities";

  /** The characters that a description must not contain (RFC 6749, section 5.2). */
  private static final Pattern UNSPEAKABLE =
      Pattern.compile("[^\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]");

  @Inject private CurrentCall calls;
  @Inject private RestInvoker invoker;
  @Inject private ExchangeEndpoint tokens;
  @Inject private Clock clock;

  /** An error of OAuth 2.0 (RFC 6749, section 5.2; RFC 8693, section 2.2.2). */
  private static final class OAuthError extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String error;

    OAuthError(String error, String description) {
      super(description);
      this.error = error;
    }
  }

  /**
   * Exchanges a token according to the parameters of the request. All errors are those of OAuth
   * 2.0.
   */
  Response.ResponseBuilder exchange() {
    calls.get().measurement().operation(tokens.exchange().operation());
    try {
      calls.get().violations().throwIfAny();
      checkForm();
      Requester requester = new Requester.Bearer(required("subject_token"));
      ExchangeRequest request = request();
      Answer.Single answer =
          (Answer.Single) invoker.invoke(tokens.exchange(), requester, () -> request);
      return answer((RawToken) answer.message());
    } catch (OAuthError e) {
      return error(400, e.error, e.getMessage());
    } catch (RuntimeException e) {
      return error(ErrorClassifier.classify(e));
    }
  }

  private void checkForm() {
    if (!Set.of(IDENTITY).containsAll(calls.get().parameters().url().keySet())) {
      throw new OAuthError(
          "invalid_request", "parameters belong in the body; only identity may be in the URL");
    }
    if (!required(GRANT_TYPE).equals(TOKEN_EXCHANGE)) {
      throw new OAuthError("unsupported_grant_type", "grant_type must be " + TOKEN_EXCHANGE);
    }
  }

  private ExchangeRequest request() {
    requireOneOf("subject_token_type", required("subject_token_type"), ACCESS_TOKEN, ID_TOKEN, JWT);
    one("requested_token_type")
        .ifPresent(type -> requireOneOf("requested_token_type", type, ACCESS_TOKEN, JWT));
    if (one("actor_token").isPresent()) {
      throw new OAuthError("invalid_request", "actor_token is not supported");
    }
    String identity = identity();
    if (Uid.parse(identity).isEmpty()) {
      throw new OAuthError("invalid_request", "identity must be the uid of an identity");
    }
    ExchangeRequest.Builder request = ExchangeRequest.newBuilder().setIdentity(identity);
    Stream.of("audience", "resource")
        .flatMap(name -> form(name).stream())
        .filter(value -> !value.isEmpty())
        .forEach(request::addAud);
    addNarrowing(request);
    return request.build();
  }

  private String identity() {
    List<String> inUrl = calls.get().parameters().url().getOrDefault(IDENTITY, List.of());
    if (inUrl.isEmpty()) {
      return required(IDENTITY);
    }
    if (inUrl.size() > 1 || inUrl.get(0).isEmpty() || !form(IDENTITY).isEmpty()) {
      throw new OAuthError(
          "invalid_request",
          "identity must be given once, with a value, in the body or in the URL");
    }
    return inUrl.get(0);
  }

  /** Adds the scopes, each of which is the uid of a group or the name of a capability. */
  private void addNarrowing(ExchangeRequest.Builder request) {
    // A client that asks for a restriction must not get a token without one.
    if (RESTRICTIONS_ELSEWHERE.stream().anyMatch(name -> !form(name).isEmpty())) {
      throw new OAuthError(
          "invalid_request", "cap and scopes are not parameters of this form: use scope");
    }
    for (String scope : Elements.split("scope", one("scope").orElse(""), " ")) {
      if (Uid.parse(scope).isPresent()) {
        request.addScopes(scope);
      } else {
        request.addCap(scope);
      }
    }
  }

  private List<String> form(String name) {
    return calls.get().parameters().form().getOrDefault(name, List.of());
  }

  private String required(String name) {
    return one(name).orElseThrow(() -> new OAuthError("invalid_request", name + " is required"));
  }

  /**
   * Returns the value of a parameter. A parameter without a value counts as absent (RFC 6749,
   * section 3.2).
   */
  private Optional<String> one(String name) {
    List<String> values = form(name);
    if (values.size() > 1) {
      throw new OAuthError("invalid_request", name + " is given more than once");
    }
    return values.stream().filter(value -> !value.isEmpty()).findFirst();
  }

  private static void requireOneOf(String name, String value, String... accepted) {
    if (!Set.of(accepted).contains(value)) {
      throw new OAuthError(
          "invalid_request", name + " must be one of " + String.join(", ", accepted));
    }
  }

  private Response.ResponseBuilder answer(RawToken token) {
    Instant expiry =
        Instant.ofEpochSecond(token.getExpiry().getSeconds(), token.getExpiry().getNanos());
    long seconds = Duration.between(clock.instant(), expiry).toSeconds();
    return Response.ok(
        new TokenAnswer(token.getToken(), ACCESS_TOKEN, "Bearer", Math.max(0, seconds)));
  }

  private static Response.ResponseBuilder error(PlatformException e) {
    String error =
        switch (e.code()) {
          case INVALID_ARGUMENT -> invalid(e.metadata().getOrDefault("fields", ""));
          // A token that is invalid or unacceptable is an invalid request (RFC 8693, section
          // 2.2.2).
          case UNAUTHENTICATED, PERMISSION_DENIED -> "invalid_request";
          case UNAVAILABLE, ABORTED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED ->
              "temporarily_unavailable";
          default -> "server_error";
        };
    int status = error.startsWith("invalid") ? 400 : e.code().httpStatus();
    Response.ResponseBuilder response =
        error(status, error, error.equals(INVALID_SCOPE) ? SCOPES : e.getMessage());
    e.details().stream()
        .filter(RetryInfo.class::isInstance)
        .map(RetryInfo.class::cast)
        .forEach(retry -> response.header(HttpHeaders.RETRY_AFTER, retry.delay().toSeconds()));
    return response;
  }

  private static String invalid(String fields) {
    return switch (fields) {
      case "aud" -> "invalid_target";
      case "cap" -> INVALID_SCOPE;
      default -> "invalid_request";
    };
  }

  private static Response.ResponseBuilder error(int status, String error, String description) {
    return Response.status(status)
        .entity(new ErrorAnswer(error, UNSPEAKABLE.matcher(description).replaceAll("'")));
  }

  /** The answer to an exchange (RFC 8693, section 2.2.1). */
  @JsonNaming(SnakeCaseStrategy.class)
  private record TokenAnswer(
      String accessToken, String issuedTokenType, String tokenType, long expiresIn) {
    /** Returns a text without the token, which must not be logged. */
    @Override
    public String toString() {
      return "TokenAnswer[accessToken=…]";
    }
  }

  /** An error of OAuth 2.0 (RFC 6749, section 5.2). */
  @JsonNaming(SnakeCaseStrategy.class)
  private record ErrorAnswer(String error, String errorDescription) {}
}

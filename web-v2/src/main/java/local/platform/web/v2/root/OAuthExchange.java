package local.platform.web.v2.root;

import com.fasterxml.jackson.core.JsonGenerator;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import local.platform.authz.Narrowing;
import local.platform.error.ErrorDetail.RetryInfo;
import local.platform.error.FieldViolations;
import local.platform.error.PlatformException;
import local.platform.exchange.Exchange;
import local.platform.proto.oidc.OidcProto;
import local.platform.token.IssuedToken;
import local.platform.uid.Uid;
import local.platform.web.error.ErrorClassifier;
import local.platform.web.json.ProtoJson;
import local.platform.web.rest.RestCall;

/**
 * The token exchange in the form of OAuth 2.0 (RFC 8693): the token that is brought is a parameter,
 * and so is the identity, by one of our own. That may be in the URL instead, since stock clients
 * can set a URL and no further parameter. A {@code scope} is the uid of a group or the dotted name
 * of a capability. Parameters in the body that are not known are ignored (RFC 6749, section 3.2).
 */
@RequestScoped
public class OAuthExchange {
  static final String GRANT_TYPE = "grant_type";

  static final String TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
  private static final String IDENTITY = "identity";

  /** What restricts a token in the other form of the exchange. */
  private static final List<String> RESTRICTIONS_ELSEWHERE = List.of("cap", "scopes");

  private static final String ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";
  private static final String ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";
  private static final String JWT = "urn:ietf:params:oauth:token-type:jwt";

  /** What a description must not have in it (RFC 6749, section 5.2). */
  private static final Pattern UNSPEAKABLE =
      Pattern.compile("[^\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]");

  @Inject private RestCall rest;
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

  /** Exchanges by the parameters of the request; every error is one of OAuth 2.0. */
  Response.ResponseBuilder exchange() {
    rest.beginOperation(
        OidcProto.getDescriptor()
            .findServiceByName("SecurityTokenService")
            .findMethodByName("Exchange"));
    try {
      return answer(tokens.exchange(request()));
    } catch (OAuthError e) {
      return error(400, e.error, e.getMessage());
    } catch (RuntimeException e) {
      return error(ErrorClassifier.classify(e));
    }
  }

  private Exchange request() {
    rest.violations().throwIfAny();
    if (!Set.of(IDENTITY).containsAll(rest.urlParameters().keySet())) {
      throw new OAuthError(
          "invalid_request", "parameters belong into the body; only identity may be in the URL");
    }
    if (!required(GRANT_TYPE).equals(TOKEN_EXCHANGE)) {
      throw new OAuthError("unsupported_grant_type", "grant_type must be " + TOKEN_EXCHANGE);
    }
    String subjectToken = required("subject_token");
    requireOneOf("subject_token_type", required("subject_token_type"), ACCESS_TOKEN, ID_TOKEN, JWT);
    one("requested_token_type")
        .ifPresent(type -> requireOneOf("requested_token_type", type, ACCESS_TOKEN, JWT));
    if (one("actor_token").isPresent()) {
      throw new OAuthError("invalid_request", "actor_token is not supported");
    }
    Uid identity =
        Uid.parse(identity())
            .orElseThrow(
                () -> new OAuthError("invalid_request", "identity must be the uid of an identity"));
    List<String> audiences =
        Stream.of("audience", "resource")
            .flatMap(name -> rest.formParameter(name).stream())
            .filter(value -> !value.isEmpty())
            .toList();
    return new Exchange(subjectToken, Optional.of(identity), audiences, narrowing());
  }

  private String identity() {
    List<String> inUrl = rest.urlParameters().getOrDefault(IDENTITY, List.of());
    if (inUrl.isEmpty()) {
      return required(IDENTITY);
    }
    if (inUrl.size() > 1 || inUrl.get(0).isEmpty() || !rest.formParameter(IDENTITY).isEmpty()) {
      throw new OAuthError(
          "invalid_request",
          "identity must be there once, with a value: in the body or in the URL");
    }
    return inUrl.get(0);
  }

  private Narrowing narrowing() {
    // Who asks for a restriction must not get none.
    if (RESTRICTIONS_ELSEWHERE.stream().anyMatch(name -> !rest.formParameter(name).isEmpty())) {
      throw new OAuthError(
          "invalid_request", "cap and scopes are not parameters of this form: use scope");
    }
    List<String> groups = new ArrayList<>();
    List<String> capabilities = new ArrayList<>();
    Arrays.stream(one("scope").orElse("").split(" ", -1))
        .filter(scope -> !scope.isEmpty())
        .forEach(scope -> (Uid.parse(scope).isPresent() ? groups : capabilities).add(scope));
    FieldViolations violations = new FieldViolations();
    Narrowing narrowing = ExchangeMapper.narrowing(groups, capabilities, violations);
    try {
      violations.throwIfAny();
      return narrowing;
    } catch (PlatformException e) {
      throw new OAuthError(
          "invalid_scope", "scope must consist of uids of groups and of names of capabilities");
    }
  }

  private String required(String name) {
    return one(name).orElseThrow(() -> new OAuthError("invalid_request", name + " is required"));
  }

  /** Parameters without a value count as left out (RFC 6749, section 3.2). */
  private Optional<String> one(String name) {
    List<String> values = rest.formParameter(name);
    if (values.size() > 1) {
      throw new OAuthError("invalid_request", name + " is there more than once");
    }
    return values.stream().filter(value -> !value.isEmpty()).findFirst();
  }

  private static void requireOneOf(String name, String value, String... accepted) {
    if (!Set.of(accepted).contains(value)) {
      throw new OAuthError(
          "invalid_request", name + " must be one of " + String.join(", ", accepted));
    }
  }

  private Response.ResponseBuilder answer(IssuedToken token) {
    long seconds = Duration.between(clock.instant(), token.expiry()).toSeconds();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("access_token", token.text());
    fields.put("issued_token_type", ACCESS_TOKEN);
    fields.put("token_type", "Bearer");
    fields.put("expires_in", Math.max(0, seconds));
    return Response.ok(json(fields));
  }

  private static Response.ResponseBuilder error(PlatformException e) {
    boolean audience = "aud".equals(e.metadata().get("fields"));
    String error =
        switch (e.code()) {
          case INVALID_ARGUMENT -> audience ? "invalid_target" : "invalid_request";
          // A token that is invalid or unacceptable is an invalid request (RFC 8693, section
          // 2.2.2).
          case UNAUTHENTICATED, PERMISSION_DENIED -> "invalid_request";
          case UNAVAILABLE, ABORTED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED ->
              "temporarily_unavailable";
          default -> "server_error";
        };
    int status = error.startsWith("invalid") ? 400 : e.code().httpStatus();
    Response.ResponseBuilder response = error(status, error, e.getMessage());
    e.details().stream()
        .filter(RetryInfo.class::isInstance)
        .map(RetryInfo.class::cast)
        .forEach(retry -> response.header(HttpHeaders.RETRY_AFTER, retry.delay().toSeconds()));
    return response;
  }

  private static Response.ResponseBuilder error(int status, String error, String description) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("error", error);
    fields.put("error_description", UNSPEAKABLE.matcher(description).replaceAll("'"));
    return Response.status(status).entity(json(fields));
  }

  private static StreamingOutput json(Map<String, Object> fields) {
    return out -> {
      try (JsonGenerator json = ProtoJson.generator(out)) {
        json.writeStartObject();
        for (Map.Entry<String, Object> field : fields.entrySet()) {
          write(json, field.getKey(), field.getValue());
        }
        json.writeEndObject();
      }
    };
  }

  private static void write(JsonGenerator json, String name, Object value) throws IOException {
    if (value instanceof Long number) {
      json.writeNumberField(name, number);
    } else {
      json.writeStringField(name, value.toString());
    }
  }
}

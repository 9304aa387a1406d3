package local.platform.web.root;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.proto.oidc.ExchangeRequest;
import local.platform.proto.oidc.OidcProto;
import local.platform.proto.oidc.RawToken;
import local.platform.signin.exchange.TokenExchange;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethod;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.TokenCall;

/** Implements {@code SecurityTokenService} for all protocols. */
@ApplicationScoped
public class ExchangeEndpoint implements Endpoint {
  @EJB private TokenExchange tokens;

  private final ServiceMethods methods =
      ServiceMethods.of(OidcProto.getDescriptor(), "SecurityTokenService", ApiVersion.NONE)
          .onToken(ExchangeRequest.getDefaultInstance(), this::exchange)
          .routedByHand()
          .notStored();

  @Override
  public ServiceMethods methods() {
    return methods;
  }

  /** Returns the method that exchanges a token. */
  ServiceMethod<ExchangeRequest> exchange() {
    return methods.method(ExchangeRequest.getDefaultInstance());
  }

  private RawToken exchange(TokenCall call, ExchangeRequest request) {
    return ExchangeMapper.message(tokens.exchange(ExchangeMapper.exchange(call, request)));
  }
}

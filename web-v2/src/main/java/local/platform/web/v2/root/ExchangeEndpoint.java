package local.platform.web.v2.root;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.error.PlatformException;
import local.platform.exchange.Exchange;
import local.platform.exchange.TokenExchange;
import local.platform.proto.oidc.ExchangeRefreshTokenRequest;
import local.platform.proto.oidc.ExchangeRequest;
import local.platform.proto.oidc.OidcProto;
import local.platform.proto.oidc.RawToken;
import local.platform.proto.oidc.TokenPair;
import local.platform.token.IssuedToken;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.TokenCall;

/** {@code SecurityTokenService}, on every protocol. */
@ApplicationScoped
public class ExchangeEndpoint {
  @EJB private TokenExchange tokens;

  /** The methods of the service. */
  public ServiceMethods methods() {
    return ServiceMethods.of(OidcProto.getDescriptor(), "SecurityTokenService")
        .onToken(ExchangeRequest.getDefaultInstance(), this::exchange)
        .onToken(ExchangeRefreshTokenRequest.getDefaultInstance(), this::exchangeRefreshToken);
  }

  RawToken exchange(TokenCall call, ExchangeRequest request) {
    return ExchangeMapper.message(exchange(ExchangeMapper.exchange(call, request)));
  }

  IssuedToken exchange(Exchange exchange) {
    return tokens.exchange(exchange);
  }

  TokenPair exchangeRefreshToken(TokenCall call, ExchangeRefreshTokenRequest request) {
    call.violations().throwIfAny();
    throw PlatformException.unimplemented("ExchangeRefreshToken");
  }
}

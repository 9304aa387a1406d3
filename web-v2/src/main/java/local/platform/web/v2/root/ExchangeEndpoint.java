package local.platform.web.v2.root;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.error.FieldViolations;
import local.platform.error.PlatformException;
import local.platform.exchange.Exchange;
import local.platform.exchange.TokenExchange;
import local.platform.proto.oidc.ExchangeRefreshTokenRequest;
import local.platform.proto.oidc.ExchangeRequest;
import local.platform.proto.oidc.RawToken;
import local.platform.proto.oidc.TokenPair;
import local.platform.token.IssuedToken;

/** {@code SecurityTokenService}, on every protocol. */
@ApplicationScoped
public class ExchangeEndpoint {
  @EJB private TokenExchange tokens;

  /**
   * Exchanges a token.
   *
   * @param upstreamToken the bearer token of the call
   * @param violations what is wrong with the shape of the request so far
   */
  RawToken exchange(String upstreamToken, ExchangeRequest request, FieldViolations violations) {
    return ExchangeMapper.message(
        exchange(ExchangeMapper.exchange(upstreamToken, request, violations)));
  }

  IssuedToken exchange(Exchange exchange) {
    return tokens.exchange(exchange);
  }

  TokenPair exchangeRefreshToken(ExchangeRefreshTokenRequest request, FieldViolations violations) {
    violations.throwIfAny();
    throw PlatformException.unimplemented("ExchangeRefreshToken");
  }
}

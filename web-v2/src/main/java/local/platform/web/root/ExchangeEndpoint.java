package local.platform.web.root;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.access.exchange.TokenExchange;
import local.platform.foundation.error.PlatformException;
import local.platform.proto.oidc.ExchangeRefreshTokenRequest;
import local.platform.proto.oidc.ExchangeRequest;
import local.platform.proto.oidc.OidcProto;
import local.platform.proto.oidc.RawToken;
import local.platform.proto.oidc.TokenPair;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethod;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.TokenCall;
import local.platform.web.v2.endpoint.ApiVersions;

/** Implements {@code SecurityTokenService} for all protocols. */
@ApplicationScoped
public class ExchangeEndpoint implements Endpoint {
  @EJB private TokenExchange tokens;

  private final ServiceMethods methods =
      ServiceMethods.of(OidcProto.getDescriptor(), "SecurityTokenService", ApiVersions.NONE)
          .onToken(ExchangeRequest.getDefaultInstance(), this::exchange)
          .onToken(ExchangeRefreshTokenRequest.getDefaultInstance(), this::exchangeRefreshToken)
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

  /** Returns the method for refresh tokens, which is not implemented. */
  ServiceMethod<ExchangeRefreshTokenRequest> exchangeRefreshToken() {
    return methods.method(ExchangeRefreshTokenRequest.getDefaultInstance());
  }

  private RawToken exchange(TokenCall call, ExchangeRequest request) {
    return ExchangeMapper.message(tokens.exchange(ExchangeMapper.exchange(call, request)));
  }

  private TokenPair exchangeRefreshToken(TokenCall call, ExchangeRefreshTokenRequest request) {
    call.violations().throwIfAny();
    throw PlatformException.unimplemented("ExchangeRefreshToken");
  }
}

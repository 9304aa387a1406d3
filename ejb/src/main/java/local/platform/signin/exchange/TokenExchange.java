package local.platform.signin.exchange;

import local.platform.access.token.IssuedToken;
import local.platform.foundation.error.PlatformException;

/** The token exchange of {@code oidc.proto} and RFC 8693. */
public interface TokenExchange {

  /**
   * Exchanges a token that satisfies the relationship of an identity for a token of that identity.
   * The new token has the requested restriction; if the exchanged token was issued by this server,
   * it keeps that token's restriction too and expires no later.
   *
   * @throws PlatformException INVALID_ARGUMENT if there is no identity, or an audience is not one
   *     of this server; UNAUTHENTICATED if the token is malformed; PERMISSION_DENIED, with the same
   *     message in all other cases: there is no such identity, the token does not satisfy its
   *     relationship, or the token cannot be verified; UNAVAILABLE if its issuer, or AWS, cannot be
   *     reached
   */
  IssuedToken exchange(Exchange exchange);
}

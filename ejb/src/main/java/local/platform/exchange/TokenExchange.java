package local.platform.exchange;

import local.platform.error.PlatformException;
import local.platform.token.IssuedToken;

/** Exchanges tokens, as {@code oidc.proto} and RFC 8693 have it. */
public interface TokenExchange {

  /**
   * Issues a token for an identity to who brings a token that satisfies its relationship. The new
   * token is restricted as it is asked for and, if a token of ours was brought, as that one was; it
   * then expires no later.
   *
   * @throws PlatformException INVALID_ARGUMENT without an identity, or if an audience is not one of
   *     this server; UNAUTHENTICATED if what was brought is no token that could be verified;
   *     PERMISSION_DENIED, the same for whatever else is wrong: there is no such identity, it is
   *     not for this token, or the token does not verify; UNAVAILABLE if the issuer cannot be
   *     reached
   */
  IssuedToken exchange(Exchange exchange);
}

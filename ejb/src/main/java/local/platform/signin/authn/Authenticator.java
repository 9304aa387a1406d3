package local.platform.signin.authn;

import local.platform.foundation.error.PlatformException;

/**
 * Authenticates bearer tokens. Whether the key and the identity of a token still exist, and what
 * the identity may do, is read from the database after the request arrived: a revocation is
 * effective from the next request on every node.
 */
public interface Authenticator {

  /**
   * Authenticates a request.
   *
   * @param token the bearer token of the request
   * @throws PlatformException UNAUTHENTICATED if the token is not valid
   */
  Authenticated authenticate(String token);
}

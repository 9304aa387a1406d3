package local.platform.authn;

import local.platform.error.PlatformException;

/**
 * Turns a bearer token into a caller. Whether the token's key and identity still exist, and what
 * the identity may do, is read from the database after the request came: a revocation is effective
 * on the next request, on every node.
 */
public interface Authenticator {

  /**
   * Authenticates a request.
   *
   * @param token its bearer token
   * @throws PlatformException UNAUTHENTICATED
   */
  Authenticated authenticate(String token);
}

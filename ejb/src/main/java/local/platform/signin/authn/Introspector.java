package local.platform.signin.authn;

import local.platform.access.token.AccessToken;

/** Introspects tokens for their holders. */
public interface Introspector {

  /**
   * Returns the content of a token, and what the role bindings of its identity currently allow
   * after narrowing.
   *
   * @param token the token by which this request was authenticated
   */
  Introspection introspect(AccessToken token);
}

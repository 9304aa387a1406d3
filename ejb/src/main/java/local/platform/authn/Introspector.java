package local.platform.authn;

import local.platform.token.AccessToken;

/** Tells the holder of a token what it says and what it allows. */
public interface Introspector {

  /**
   * What the token says, and what its identity's role bindings allow now, after narrowing.
   *
   * @param token a token with which its holder was authenticated in this request
   */
  Introspection introspect(AccessToken token);
}

package local.platform.web.endpoint;

import local.platform.signin.authn.Authenticated;

/** The client that makes a request, with as much detail as its method requires. */
public sealed interface Requester {

  /**
   * An authenticated caller.
   *
   * @param authenticated the caller
   */
  record Known(Authenticated authenticated) implements Requester {}

  /**
   * A client with a token that has not been verified yet.
   *
   * @param token the token
   */
  record Bearer(String token) implements Requester {
    /** Returns a text without the token, which must not be logged. */
    @Override
    public String toString() {
      return "Bearer[token=…]";
    }
  }

  /** Any client, with or without a token. */
  record Anonymous() implements Requester {}
}

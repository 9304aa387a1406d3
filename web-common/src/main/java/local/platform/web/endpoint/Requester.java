package local.platform.web.endpoint;

import local.platform.authn.Authenticated;

/** What is known of whoever makes a request: as much as its method wants to know. */
public sealed interface Requester {

  /**
   * Somebody who authenticated.
   *
   * @param authenticated who it is
   */
  record Known(Authenticated authenticated) implements Requester {}

  /**
   * Somebody who brings a token that nobody has judged yet.
   *
   * @param token the token
   */
  record Bearer(String token) implements Requester {
    /** Without the token, which belongs into no log. */
    @Override
    public String toString() {
      return "Bearer[token=…]";
    }
  }

  /** Anybody. */
  record Anybody() implements Requester {}
}

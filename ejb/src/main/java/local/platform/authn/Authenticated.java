package local.platform.authn;

import java.time.Duration;
import local.platform.authz.Caller;
import local.platform.token.AccessToken;

/**
 * What a request's token came to.
 *
 * @param caller who calls, with what it may do now
 * @param token what the token says
 */
public record Authenticated(Caller caller, AccessToken token) {
  /**
   * How long a client may take to send its request before it is authenticated anew: what it may do
   * can have been taken away since.
   */
  public static final Duration FRESH = Duration.ofSeconds(1);
}

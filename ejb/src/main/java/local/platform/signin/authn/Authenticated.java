package local.platform.signin.authn;

import java.time.Duration;
import local.platform.access.authz.Caller;
import local.platform.access.token.AccessToken;

/**
 * The result of authenticating a request.
 *
 * @param caller the caller, with what it may do now
 * @param token the content of the token
 */
public record Authenticated(Caller caller, AccessToken token) {
  /**
   * How long a client may take to send the rest of its request before it is authenticated again,
   * because its grants may have been revoked in the meantime.
   */
  public static final Duration FRESH = Duration.ofSeconds(1);
}

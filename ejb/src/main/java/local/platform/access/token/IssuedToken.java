package local.platform.access.token;

import java.time.Instant;

/**
 * An access token that was issued. Its text is a secret and must never be logged.
 *
 * @param text the token, for its holder
 * @param expiry when it expires, a whole second
 */
public record IssuedToken(String text, Instant expiry) {
  /** Returns a text that does not contain the token. */
  @Override
  public String toString() {
    return "IssuedToken[expiry=" + expiry + "]";
  }
}

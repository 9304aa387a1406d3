package local.platform.token;

import java.time.Duration;
import local.platform.authz.Narrowing;
import local.platform.uid.Uid;

/**
 * What a verified access token says.
 *
 * @param identity uid of the identity that it was issued to
 * @param narrowing its voluntary restriction
 * @param kid id of the key that signed it, which may since have been removed
 */
public record AccessToken(Uid identity, Narrowing narrowing, String kid) {
  /** Longest life of a token that an exchange issues. */
  public static final Duration EXCHANGED_LIFETIME = Duration.ofHours(1);

  /** Longest life of any token: that of the quick start. */
  public static final Duration MAX_LIFETIME = Duration.ofHours(12);

  /** How far the clocks of issuer and verifier may be apart. */
  static final Duration MAX_CLOCK_SKEW = Duration.ofSeconds(60);

  static final String TYPE = "at+jwt";
  static final String SCOPES_CLAIM = "platform_scopes";
  static final String CAPABILITIES_CLAIM = "platform_capabilities";
}

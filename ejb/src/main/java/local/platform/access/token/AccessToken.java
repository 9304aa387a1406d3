package local.platform.access.token;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import local.platform.access.authz.Narrowing;
import local.platform.foundation.uid.Uid;

/**
 * The content of a verified access token.
 *
 * @param identity uid of the identity that it was issued to
 * @param relationshipVersion the number of changes of the identity's relationship when the token
 *     was issued
 * @param narrowing its voluntary restriction
 * @param kid id of the key that signed it, which may have been deleted since
 * @param issuer its issuer: this server
 * @param audiences its audiences, at least one of which is an audience of this server
 * @param issueTime when it was issued
 * @param expiry when it expires; it is accepted slightly longer, because clocks differ
 */
public record AccessToken(
    Uid identity,
    int relationshipVersion,
    Narrowing narrowing,
    String kid,
    String issuer,
    List<String> audiences,
    Instant issueTime,
    Instant expiry) {
  /** Maximum lifetime of a token that an exchange issues. */
  public static final Duration EXCHANGED_LIFETIME = Duration.ofHours(1);

  /** Maximum lifetime of any token: that of the quick start. */
  public static final Duration MAX_LIFETIME = Duration.ofHours(12);

  /** Maximum length of a token, in characters; it must fit into a header. */
  public static final int MAX_LENGTH = 8_192;

  /** Maximum difference between the clocks of issuer and verifier. */
  static final Duration MAX_CLOCK_SKEW = Duration.ofSeconds(60);

  static final String TYPE = "at+jwt";
  static final String ACTOR_CLAIM = "act";
  static final String RELATIONSHIP_CLAIM = "platform_relationship";
  static final String SCOPES_CLAIM = "platform_scopes";
  static final String CAPABILITIES_CLAIM = "platform_capabilities";

  public AccessToken {
    audiences = List.copyOf(audiences);
  }
}

package local.platform.token;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import local.platform.authz.Narrowing;
import local.platform.uid.Uid;

/**
 * What a verified access token says.
 *
 * @param identity uid of the identity that it was issued to
 * @param relationshipVersion the number of changes, when it was issued, of how the identity is
 *     recognised
 * @param narrowing its voluntary restriction
 * @param kid id of the key that signed it, which may since have been removed
 * @param issuer who issued it: this server
 * @param audiences whom it is meant for; at least one is an audience of this server
 * @param issueTime when it was issued
 * @param expiry when it expires; it is accepted a little longer, since clocks differ
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
  /** Longest life of a token that an exchange issues. */
  public static final Duration EXCHANGED_LIFETIME = Duration.ofHours(1);

  /** Longest life of any token: that of the quick start. */
  public static final Duration MAX_LIFETIME = Duration.ofHours(12);

  /** Longest text of a token, in characters; it must fit into a header. */
  public static final int MAX_LENGTH = 8_192;

  /** How far the clocks of issuer and verifier may be apart. */
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

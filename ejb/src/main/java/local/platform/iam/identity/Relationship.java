package local.platform.iam.identity;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Determines which tokens of which issuer can be exchanged for a token of an identity. In a change,
 * and before validation, any part may be missing.
 *
 * <p>In errors the parts follow the name of their kind: {@code relationship.claimMatch.issuer}, and
 * {@code relationship.claimMatch.issuer.pattern} where the issuer is a pattern.
 */
public sealed interface Relationship {

  /** The kinds of relationship, with the names that the API has for them. */
  enum Kind {
    CLAIM_MATCH,
    STATIC_KEYS,
    AWS_IDENTITY,
    SERVICE_PRINCIPAL
  }

  /** Returns the kind. */
  Kind kind();

  /**
   * Accepts tokens of an issuer that publishes its keys. All parts must match.
   *
   * @param issuer what the issuer must be; required
   * @param subject what the subject must be; required
   * @param audience what one of the audiences must be; empty for those of this server
   * @param claims further claims that must have exactly this value
   * @param claimPatterns further claims whose whole value a regular expression must match
   */
  record ClaimMatch(
      Optional<TextMatch> issuer,
      Optional<TextMatch> subject,
      Optional<TextMatch> audience,
      Map<String, String> claims,
      Map<String, String> claimPatterns)
      implements Relationship {
    /** A claim match without any parts. */
    public static final ClaimMatch EMPTY =
        new ClaimMatch(Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Map.of());

    public ClaimMatch {
      claims = Map.copyOf(claims);
      claimPatterns = Map.copyOf(claimPatterns);
    }

    /** Returns a claim match for exactly this issuer and subject. */
    public static ClaimMatch of(String issuer, String subject) {
      return new ClaimMatch(
          Optional.of(TextMatch.literal(issuer)),
          Optional.of(TextMatch.literal(subject)),
          Optional.empty(),
          Map.of(),
          Map.of());
    }

    @Override
    public Kind kind() {
      return Kind.CLAIM_MATCH;
    }
  }

  /**
   * Accepts tokens of an issuer that this server cannot reach. Its keys are stored instead.
   *
   * @param issuer exactly this issuer; required
   * @param subject exactly this subject; required
   * @param issuerKeys its public keys, a JWK set (RFC 7517); required
   * @param expirationTime when tokens stop being accepted; empty for the latest possible
   * @param audiences the one audience that is accepted; empty for those of this server
   */
  record StaticKeys(
      String issuer,
      String subject,
      String issuerKeys,
      Optional<Instant> expirationTime,
      List<String> audiences)
      implements Relationship {
    /** The longest time after the creation of an identity for which its keys can be accepted. */
    public static final Duration MAX_LIFETIME = Duration.ofDays(365);

    /** Static keys without any parts. */
    public static final StaticKeys EMPTY = new StaticKeys("", "", "", Optional.empty(), List.of());

    public StaticKeys {
      expirationTime = expirationTime.map(time -> time.truncatedTo(ChronoUnit.MILLIS));
      audiences = List.copyOf(audiences);
    }

    @Override
    public Kind kind() {
      return Kind.STATIC_KEYS;
    }
  }

  /**
   * A relationship of a kind that the API defines but this server does not support.
   *
   * @param kind its kind
   */
  record Unserved(Kind kind) implements Relationship {}
}

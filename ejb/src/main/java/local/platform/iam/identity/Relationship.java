package local.platform.iam.identity;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Determines what can be exchanged for a token of an identity. In a change, and before validation,
 * any part may be missing.
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
   * Accepts requests to AWS that somebody in an account has signed. All parts must match what AWS
   * says about who signed the request.
   *
   * @param awsAccount the number of the account, twelve digits; required
   * @param arn what the ARN must be; required
   * @param userId what the user id must be; required
   */
  record AwsIdentity(String awsAccount, Optional<TextMatch> arn, Optional<TextMatch> userId)
      implements Relationship {
    /** An AWS identity without any parts. */
    public static final AwsIdentity EMPTY = new AwsIdentity("", Optional.empty(), Optional.empty());

    @Override
    public Kind kind() {
      return Kind.AWS_IDENTITY;
    }
  }

  /**
   * Makes the identity that of a service of the platform. Accepts nothing: no token can be
   * exchanged for it.
   *
   * @param service the service; required
   */
  record ServicePrincipal(Optional<PlatformService> service) implements Relationship {
    /** A service principal without a service. */
    public static final ServicePrincipal EMPTY = new ServicePrincipal(Optional.empty());

    @Override
    public Kind kind() {
      return Kind.SERVICE_PRINCIPAL;
    }
  }
}

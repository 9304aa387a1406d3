package local.platform.signin.exchange;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import local.platform.access.aws.AwsCaller;
import local.platform.access.upstream.VerifiedToken;
import local.platform.config.TokenSettings;
import local.platform.foundation.validation.FullMatchPattern;
import local.platform.iam.identity.Relationship.AwsIdentity;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.iam.identity.TextMatch;
import local.platform.url.IssuerUrl;
import local.platform.url.StrictUrl;

/** Checks tokens against relationships: all parts must match, each the whole value. */
final class RelationshipCheck {
  private final TokenSettings settings;

  /** The host of our issuer; empty in a quick start whose address is none that URLs have. */
  private final Optional<String> host;

  RelationshipCheck(TokenSettings settings) {
    this.settings = settings;
    this.host = StrictUrl.parse(settings.issuer()).map(StrictUrl::host);
  }

  /** Returns whether an issuer is this server. */
  boolean isOurs(IssuerUrl issuer) {
    return issuer.value().equals(settings.issuer());
  }

  /** Returns whether an issuer matches the one of a claim match. */
  static boolean isIssuer(Optional<TextMatch> expected, IssuerUrl issuer) {
    return expected
        .filter(
            match ->
                match.isPattern() ? matches(match, issuer.value()) : isIssuer(match.text(), issuer))
        .isPresent();
  }

  /** Returns whether an issuer is exactly the expected one. */
  static boolean isIssuer(String expected, IssuerUrl issuer) {
    return IssuerUrl.parse(expected).filter(issuer::equals).isPresent();
  }

  /**
   * Returns the audience by which a verified token satisfies a claim match; empty if it does not
   * satisfy it.
   */
  Optional<String> acceptedAudience(VerifiedToken token, ClaimMatch match) {
    Predicate<String> audience =
        match.audience().map(RelationshipCheck::matcher).orElse(this::namesThisServer);
    boolean satisfied =
        isIssuer(match.issuer(), token.issuer())
            && match.subject().filter(expected -> matches(expected, token.subject())).isPresent()
            && all(match.claims(), token, TextMatch::literal)
            && all(match.claimPatterns(), token, TextMatch::pattern);
    return satisfied ? token.audience().stream().filter(audience).findFirst() : Optional.empty();
  }

  /** Spends the time of comparing a token with a claim match, for an identity that has none. */
  void compareInVain(VerifiedToken token) {
    ClaimMatch another = ClaimMatch.of(token.issuer().value(), "");
    boolean unused =
        isIssuer(another.issuer(), token.issuer()) && acceptedAudience(token, another).isPresent();
  }

  /**
   * Returns the audience by which a verified token satisfies static keys; empty if it does not
   * satisfy them. Without audiences of their own, static keys accept only the configured audiences,
   * not the other names of this server.
   */
  Optional<String> acceptedAudience(VerifiedToken token, StaticKeys keys) {
    List<String> audiences = keys.audiences().isEmpty() ? settings.audiences() : keys.audiences();
    boolean satisfied =
        isIssuer(keys.issuer(), token.issuer()) && keys.subject().equals(token.subject());
    return satisfied
        ? token.audience().stream().filter(audiences::contains).findFirst()
        : Optional.empty();
  }

  /** Returns whether an AWS identity accepts a caller. */
  static boolean accepts(AwsIdentity aws, AwsCaller caller) {
    return aws.awsAccount().equals(caller.account())
        && aws.arn().filter(expected -> matches(expected, caller.arn())).isPresent()
        && aws.userId().filter(expected -> matches(expected, caller.userId())).isPresent();
  }

  /**
   * Returns whether a claim match without an audience, and an AWS identity, accept this one: the
   * issuer URL, its host, or a configured audience.
   */
  boolean namesThisServer(String audience) {
    return settings.audiences().contains(audience)
        || audience.equals(settings.issuer())
        || host.filter(audience::equals).isPresent();
  }

  private static boolean all(
      Map<String, String> claims,
      VerifiedToken token,
      java.util.function.Function<String, TextMatch> match) {
    return claims.entrySet().stream()
        .allMatch(
            claim ->
                token
                    .text(claim.getKey())
                    .filter(value -> matches(match.apply(claim.getValue()), value))
                    .isPresent());
  }

  private static boolean matches(TextMatch expected, String value) {
    return matcher(expected).test(value);
  }

  /**
   * Returns a predicate that compiles a pattern only once. A pattern that cannot be compiled
   * matches nothing.
   */
  private static Predicate<String> matcher(TextMatch expected) {
    if (!expected.isPattern()) {
      return expected.text()::equals;
    }
    return FullMatchPattern.compile(expected.text())
        .<Predicate<String>>map(pattern -> pattern::matches)
        .orElse(value -> false);
  }
}

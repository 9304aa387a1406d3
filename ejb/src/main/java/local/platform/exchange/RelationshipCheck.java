package local.platform.exchange;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import local.platform.config.TokenSettings;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.iam.identity.TextMatch;
import local.platform.upstream.IssuerUrl;
import local.platform.upstream.VerifiedToken;
import local.platform.validation.FullMatchPattern;

/** Compares tokens with relationships: every part must hold, and each value as a whole. */
final class RelationshipCheck {
  private final TokenSettings settings;

  RelationshipCheck(TokenSettings settings) {
    this.settings = settings;
  }

  /** Whether an issuer is what a claim match says. */
  static boolean isIssuer(Optional<TextMatch> expected, IssuerUrl issuer) {
    return expected
        .filter(
            match ->
                match.isPattern() ? matches(match, issuer.value()) : isIssuer(match.text(), issuer))
        .isPresent();
  }

  /** Whether an issuer is exactly this one. */
  static boolean isIssuer(String expected, IssuerUrl issuer) {
    return IssuerUrl.parse(expected).filter(issuer::equals).isPresent();
  }

  /**
   * By which of its audiences a verified token is one of those that a claim match describes; empty
   * if it is none of them.
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

  /** Does what comparing a token with a claim match takes where there is none. */
  void compareInVain(VerifiedToken token) {
    ClaimMatch another = ClaimMatch.of(token.issuer().value(), "");
    boolean unused =
        isIssuer(another.issuer(), token.issuer()) && acceptedAudience(token, another).isPresent();
  }

  /**
   * By which of its audiences a verified token is one of those that static keys are for; empty if
   * it is none of them. Without an audience of their own they are for the configured ones alone,
   * and not for what names this server otherwise.
   */
  Optional<String> acceptedAudience(VerifiedToken token, StaticKeys keys) {
    List<String> audiences = keys.audiences().isEmpty() ? settings.audiences() : keys.audiences();
    boolean satisfied =
        isIssuer(keys.issuer(), token.issuer()) && keys.subject().equals(token.subject());
    return satisfied
        ? token.audience().stream().filter(audiences::contains).findFirst()
        : Optional.empty();
  }

  /**
   * Whether a claim match without an audience takes this one: the issuer URL, its host, and the
   * configured audiences.
   */
  private boolean namesThisServer(String audience) {
    return settings.audiences().contains(audience)
        || audience.equals(settings.issuer())
        || audience.equals(URI.create(settings.issuer()).getHost());
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
   * What a value must be, ready for many values: a pattern is compiled once. One that cannot be
   * compiled matches nothing.
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

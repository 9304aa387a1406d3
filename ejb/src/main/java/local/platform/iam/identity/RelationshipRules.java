package local.platform.iam.identity;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import local.platform.access.upstream.VerificationKeys;
import local.platform.config.Configuration;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.validation.FieldRules;
import local.platform.foundation.validation.FullMatchPattern;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.Kind;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.url.InvalidUrlException;
import local.platform.url.IssuerUrl;

/** Checks relationships according to the rules in the comments of {@code identities.proto}. */
@Dependent
public class RelationshipRules {
  private static final int MAX_CLAIMS = 32;

  /** What follows the name of a component in errors about its pattern. */
  private static final String PATTERN = ".pattern";

  private static final String CLAIM_MATCH = "relationship.claimMatch.";
  private static final String STATIC_KEYS = "relationship.staticKeys.";

  private final Configuration configuration;

  @Inject
  public RelationshipRules(Configuration configuration) {
    this.configuration = configuration;
  }

  /**
   * Adds to the violations what is missing in the relationship of a complete draft, and what is
   * wrong with its values.
   *
   * @param expiration the limits for the expiration time of static keys
   * @return the draft, with defaults in its relationship
   */
  IdentityDraft complete(
      IdentityDraft draft, KeyExpiration expiration, FieldViolations violations) {
    if (draft.relationship().isEmpty()) {
      violations.add("relationship", "a claim match or static keys are required");
      return draft;
    }
    Relationship given = draft.relationship().get();
    check(given, violations);
    Relationship complete =
        given instanceof StaticKeys keys
            ? complete(keys, expiration, violations)
            : complete((ClaimMatch) given, violations);
    return new IdentityDraft(
        draft.name(), draft.description(), draft.company(), Optional.of(complete));
  }

  private static ClaimMatch complete(ClaimMatch match, FieldViolations violations) {
    if (match.issuer().isEmpty()) {
      violations.add(CLAIM_MATCH + "issuer", "issuer or issuerPattern is required");
    }
    if (match.subject().isEmpty()) {
      violations.add(CLAIM_MATCH + "subject", "subject or subjectPattern is required");
    }
    return match;
  }

  private static StaticKeys complete(
      StaticKeys keys, KeyExpiration expiration, FieldViolations violations) {
    FieldRules.required(STATIC_KEYS + "issuer", keys.issuer(), violations);
    FieldRules.required(STATIC_KEYS + "subject", keys.subject(), violations);
    FieldRules.required(STATIC_KEYS + "issuerKeys", keys.issuerKeys(), violations);
    Instant expirationTime = keys.expirationTime().orElse(expiration.latest());
    expiration
        .objection(expirationTime)
        .ifPresent(wrong -> violations.add(STATIC_KEYS + "expirationTime", wrong));
    return new StaticKeys(
        keys.issuer(),
        keys.subject(),
        keys.issuerKeys(),
        Optional.of(expirationTime),
        keys.audiences());
  }

  /**
   * Adds to the violations what is wrong with the values of the parts that are present.
   *
   * @throws PlatformException UNIMPLEMENTED if its kind is not supported
   */
  void check(Relationship given, FieldViolations violations) {
    if (given instanceof ClaimMatch match) {
      check(match, violations);
    } else if (given instanceof StaticKeys keys) {
      check(keys, violations);
    } else {
      throw PlatformException.unimplemented(
          given.kind() == Kind.AWS_IDENTITY ? "AWS identities" : "service principals");
    }
  }

  private void check(ClaimMatch match, FieldViolations violations) {
    match
        .issuer()
        .ifPresent(
            issuer -> {
              if (issuer.isPattern()) {
                checkPattern(CLAIM_MATCH + "issuer" + PATTERN, issuer.text(), violations);
              } else {
                checkIssuerOrOurselves(CLAIM_MATCH + "issuer", issuer.text(), violations);
              }
            });
    match.subject().ifPresent(subject -> check(CLAIM_MATCH + "subject", subject, violations));
    match.audience().ifPresent(audience -> check(CLAIM_MATCH + "audience", audience, violations));
    checkClaims(CLAIM_MATCH + "claims", match.claims(), violations);
    checkClaims(CLAIM_MATCH + "claimPatterns", match.claimPatterns(), violations);
    match
        .claimPatterns()
        .forEach(
            (name, pattern) ->
                checkPattern(CLAIM_MATCH + "claimPatterns." + name, pattern, violations));
    if (match.claims().size() + match.claimPatterns().size() > MAX_CLAIMS) {
      violations.add(
          CLAIM_MATCH + "claims",
          "claims and claimPatterns must name at most " + MAX_CLAIMS + " claims together");
    }
  }

  private void check(StaticKeys keys, FieldViolations violations) {
    if (isOurs(keys.issuer())) {
      // Otherwise a stored copy of our keys would verify our tokens without further checks.
      violations.add(STATIC_KEYS + "issuer", "must not be this server: use claimMatch for that");
    } else if (!keys.issuer().isEmpty()) {
      checkIssuer(STATIC_KEYS + "issuer", keys.issuer(), violations);
    }
    FieldRules.line(STATIC_KEYS + "subject", keys.subject(), violations);
    if (!keys.issuerKeys().isEmpty()) {
      VerificationKeys.check(STATIC_KEYS + "issuerKeys", keys.issuerKeys(), violations);
    }
    if (keys.audiences().size() > 1) {
      violations.add(STATIC_KEYS + "audiences", "must have at most one entry");
    }
    keys.audiences()
        .forEach(audience -> checkLiteral(STATIC_KEYS + "audiences", audience, violations));
  }

  private static void check(String field, TextMatch match, FieldViolations violations) {
    if (match.isPattern()) {
      checkPattern(field + PATTERN, match.text(), violations);
    } else {
      checkLiteral(field, match.text(), violations);
    }
  }

  /** Accepts this server as an issuer, whatever its URL is. */
  private void checkIssuerOrOurselves(String field, String text, FieldViolations violations) {
    if (!isOurs(text)) {
      checkIssuer(field, text, violations);
    }
  }

  private void checkIssuer(String field, String text, FieldViolations violations) {
    try {
      if (IssuerUrl.of(text).isPlainHttp() && !configuration.upstream().allowLoopback()) {
        violations.add(field, field + " must begin with https://");
      }
    } catch (InvalidUrlException e) {
      violations.add(field, field + " " + e.getMessage());
    }
  }

  private boolean isOurs(String issuer) {
    return issuer.equals(configuration.tokens().issuer());
  }

  private static void checkPattern(String field, String text, FieldViolations violations) {
    FieldRules.required(field, text, violations);
    FullMatchPattern.compile(field, text, violations);
  }

  private static void checkLiteral(String field, String text, FieldViolations violations) {
    FieldRules.required(field, text, violations);
    FieldRules.line(field, text, violations);
  }

  /**
   * Checks names like other literals. Values may have several lines, because they are only
   * compared.
   */
  private static void checkClaims(
      String field, Map<String, String> claims, FieldViolations violations) {
    claims.forEach(
        (name, value) -> {
          checkLiteral(field + "." + name, name, violations);
          FieldRules.description(field + "." + name, value, violations);
        });
  }
}

package local.platform.iam.identity;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import local.platform.access.upstream.IssuerRule;
import local.platform.access.upstream.VerificationKeys;
import local.platform.config.Configuration;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.validation.FieldRules;
import local.platform.foundation.validation.FullMatchPattern;
import local.platform.iam.identity.Relationship.AwsIdentity;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.ServicePrincipal;
import local.platform.iam.identity.Relationship.StaticKeys;

/** Checks relationships according to the rules in the comments of {@code identities.proto}. */
@Dependent
public class RelationshipRules {
  private static final int MAX_CLAIMS = 32;

  /** Maximum length of an exact value, in Unicode code points. */
  private static final int MAX_LENGTH = 255;

  /** Maximum length of an ARN: paths of users alone may have 512 characters. */
  private static final int MAX_ARN_LENGTH = 1_024;

  /** The suffix of the name of a component in errors about its pattern. */
  private static final String PATTERN = ".pattern";

  private static final String CLAIM_MATCH = "relationship.claimMatch.";
  private static final String STATIC_KEYS = "relationship.staticKeys.";
  private static final String AWS_IDENTITY = "relationship.awsIdentity.";
  private static final String SERVICE_PRINCIPAL = "relationship.servicePrincipal";

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
      violations.add(
          "relationship",
          "a claim match, static keys, an AWS identity or a service principal is required");
      return draft;
    }
    Relationship given = draft.relationship().get();
    check(given, violations);
    require(given, violations);
    Relationship complete =
        given instanceof StaticKeys keys ? complete(keys, expiration, violations) : given;
    return new IdentityDraft(
        draft.name(), draft.description(), draft.company(), Optional.of(complete));
  }

  /** Adds to the violations the required parts that are missing. */
  private static void require(Relationship given, FieldViolations violations) {
    if (given instanceof ClaimMatch match) {
      require(CLAIM_MATCH + "issuer", match.issuer(), "issuer or issuerPattern", violations);
      require(CLAIM_MATCH + "subject", match.subject(), "subject or subjectPattern", violations);
    } else if (given instanceof StaticKeys keys) {
      FieldRules.required(STATIC_KEYS + "issuer", keys.issuer(), violations);
      FieldRules.required(STATIC_KEYS + "subject", keys.subject(), violations);
      FieldRules.required(STATIC_KEYS + "issuerKeys", keys.issuerKeys(), violations);
    } else if (given instanceof AwsIdentity aws) {
      FieldRules.required(AWS_IDENTITY + "awsAccount", aws.awsAccount(), violations);
      require(AWS_IDENTITY + "arn", aws.arn(), "arn or arnPattern", violations);
      require(AWS_IDENTITY + "userId", aws.userId(), "userId or userIdPattern", violations);
    } else if (given instanceof ServicePrincipal principal) {
      require(SERVICE_PRINCIPAL, principal.service(), "a service", violations);
    }
  }

  private static void require(
      String field, Optional<?> part, String what, FieldViolations violations) {
    if (part.isEmpty()) {
      violations.add(field, what + " is required");
    }
  }

  private static StaticKeys complete(
      StaticKeys keys, KeyExpiration expiration, FieldViolations violations) {
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

  /** Adds to the violations what is wrong with the values of the parts that are present. */
  void check(Relationship given, FieldViolations violations) {
    if (given instanceof ClaimMatch match) {
      check(match, violations);
    } else if (given instanceof StaticKeys keys) {
      check(keys, violations);
    } else if (given instanceof AwsIdentity aws) {
      check(aws, violations);
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
    check(CLAIM_MATCH + "subject", match.subject(), MAX_LENGTH, violations);
    check(CLAIM_MATCH + "audience", match.audience(), MAX_LENGTH, violations);
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
        .forEach(
            audience -> checkLiteral(STATIC_KEYS + "audiences", audience, MAX_LENGTH, violations));
  }

  private static void check(AwsIdentity aws, FieldViolations violations) {
    FieldRules.awsAccount(AWS_IDENTITY + "awsAccount", aws.awsAccount(), violations);
    check(AWS_IDENTITY + "arn", aws.arn(), MAX_ARN_LENGTH, violations);
    check(AWS_IDENTITY + "userId", aws.userId(), MAX_LENGTH, violations);
  }

  /**
   * Checks a part that is an exact value or a pattern.
   *
   * @param max the maximum length of an exact value, in Unicode code points
   */
  private static void check(
      String field, Optional<TextMatch> part, int max, FieldViolations violations) {
    part.ifPresent(
        match -> {
          if (match.isPattern()) {
            checkPattern(field + PATTERN, match.text(), violations);
          } else {
            checkLiteral(field, match.text(), max, violations);
          }
        });
  }

  /** Accepts this server as an issuer, whatever its URL is. */
  private void checkIssuerOrOurselves(String field, String text, FieldViolations violations) {
    if (!isOurs(text)) {
      checkIssuer(field, text, violations);
    }
  }

  private void checkIssuer(String field, String text, FieldViolations violations) {
    IssuerRule.check(field, text, configuration.upstream(), violations);
  }

  private boolean isOurs(String issuer) {
    return issuer.equals(configuration.tokens().issuer());
  }

  private static void checkPattern(String field, String text, FieldViolations violations) {
    FieldRules.required(field, text, violations);
    FullMatchPattern.compile(field, text, violations);
  }

  private static void checkLiteral(String field, String text, int max, FieldViolations violations) {
    FieldRules.required(field, text, violations);
    FieldRules.line(field, text, max, violations);
  }

  /**
   * Checks names like other literals. Values may have several lines, because they are only
   * compared.
   */
  private static void checkClaims(
      String field, Map<String, String> claims, FieldViolations violations) {
    claims.forEach(
        (name, value) -> {
          checkLiteral(field + "." + name, name, MAX_LENGTH, violations);
          FieldRules.description(field + "." + name, value, violations);
        });
  }
}

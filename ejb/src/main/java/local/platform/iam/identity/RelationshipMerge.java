package local.platform.iam.identity;

import java.util.Optional;
import java.util.Set;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.StaticKeys;

/** Changes parts of a relationship. */
final class RelationshipMerge {
  private static final Set<IdentityField> CLAIM_MATCH =
      Set.of(
          IdentityField.CLAIM_ISSUER,
          IdentityField.CLAIM_ISSUER_PATTERN,
          IdentityField.CLAIM_SUBJECT,
          IdentityField.CLAIM_SUBJECT_PATTERN,
          IdentityField.CLAIM_AUDIENCE,
          IdentityField.CLAIM_AUDIENCE_PATTERN,
          IdentityField.CLAIMS,
          IdentityField.CLAIM_PATTERNS);
  private static final Set<IdentityField> STATIC_KEYS =
      Set.of(
          IdentityField.KEYS_ISSUER,
          IdentityField.KEYS_SUBJECT,
          IdentityField.ISSUER_KEYS,
          IdentityField.EXPIRATION_TIME,
          IdentityField.AUDIENCES);

  private RelationshipMerge() {}

  /**
   * The relationship after a change.
   *
   * @param stored the relationship before
   * @param fields which fields change
   * @param given their new values; of another kind than the stored one, it replaces it. Without
   *     one, or with one of which no field changes, the fields are taken away
   */
  static Relationship merge(
      Relationship stored, Set<IdentityField> fields, Optional<Relationship> given) {
    Relationship values = given.filter(g -> changesAny(g, fields)).orElse(null);
    if (values instanceof ClaimMatch match) {
      return merge(stored instanceof ClaimMatch before ? before : ClaimMatch.EMPTY, fields, match);
    }
    if (values instanceof StaticKeys keys) {
      return merge(stored instanceof StaticKeys before ? before : StaticKeys.EMPTY, fields, keys);
    }
    return stored instanceof ClaimMatch match
        ? merge(match, fields, ClaimMatch.EMPTY)
        : merge((StaticKeys) stored, fields, StaticKeys.EMPTY);
  }

  private static boolean changesAny(Relationship given, Set<IdentityField> fields) {
    Set<IdentityField> parts = given instanceof ClaimMatch ? CLAIM_MATCH : STATIC_KEYS;
    return parts.stream().anyMatch(fields::contains);
  }

  private static ClaimMatch merge(ClaimMatch before, Set<IdentityField> fields, ClaimMatch values) {
    return new ClaimMatch(
        merge(
            before.issuer(),
            fields,
            IdentityField.CLAIM_ISSUER,
            IdentityField.CLAIM_ISSUER_PATTERN,
            values.issuer()),
        merge(
            before.subject(),
            fields,
            IdentityField.CLAIM_SUBJECT,
            IdentityField.CLAIM_SUBJECT_PATTERN,
            values.subject()),
        merge(
            before.audience(),
            fields,
            IdentityField.CLAIM_AUDIENCE,
            IdentityField.CLAIM_AUDIENCE_PATTERN,
            values.audience()),
        (fields.contains(IdentityField.CLAIMS) ? values : before).claims(),
        (fields.contains(IdentityField.CLAIM_PATTERNS) ? values : before).claimPatterns());
  }

  /**
   * A value and a pattern are two fields of which at most one is there: setting one takes the other
   * away, but taking away the one that is not there changes nothing.
   */
  private static Optional<TextMatch> merge(
      Optional<TextMatch> before,
      Set<IdentityField> fields,
      IdentityField literal,
      IdentityField pattern,
      Optional<TextMatch> value) {
    if (value.filter(match -> fields.contains(match.isPattern() ? pattern : literal)).isPresent()) {
      return value;
    }
    return before.filter(match -> !fields.contains(match.isPattern() ? pattern : literal));
  }

  private static StaticKeys merge(StaticKeys before, Set<IdentityField> fields, StaticKeys values) {
    return new StaticKeys(
        (fields.contains(IdentityField.KEYS_ISSUER) ? values : before).issuer(),
        (fields.contains(IdentityField.KEYS_SUBJECT) ? values : before).subject(),
        (fields.contains(IdentityField.ISSUER_KEYS) ? values : before).issuerKeys(),
        (fields.contains(IdentityField.EXPIRATION_TIME) ? values : before).expirationTime(),
        (fields.contains(IdentityField.AUDIENCES) ? values : before).audiences());
  }
}

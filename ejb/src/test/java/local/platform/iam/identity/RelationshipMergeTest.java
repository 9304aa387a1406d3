package local.platform.iam.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.StaticKeys;
import org.junit.jupiter.api.Test;

/** Every mask, on every kind of relationship, with every kind of values. */
class RelationshipMergeTest {
  private static final Set<IdentityField> CLAIM_FIELDS =
      EnumSet.range(IdentityField.CLAIM_ISSUER, IdentityField.CLAIM_PATTERNS);
  private static final Set<IdentityField> KEY_FIELDS =
      EnumSet.range(IdentityField.KEYS_ISSUER, IdentityField.AUDIENCES);

  private static final ClaimMatch OLD_MATCH =
      new ClaimMatch(
          Optional.of(TextMatch.literal("old issuer")),
          Optional.of(TextMatch.pattern("old subject")),
          Optional.of(TextMatch.literal("old audience")),
          Map.of("old", "claim"),
          Map.of("old", "pattern"));
  private static final ClaimMatch NEW_MATCH =
      new ClaimMatch(
          Optional.of(TextMatch.pattern("new issuer")),
          Optional.of(TextMatch.literal("new subject")),
          Optional.of(TextMatch.pattern("new audience")),
          Map.of("new", "claim"),
          Map.of("new", "pattern"));
  private static final StaticKeys OLD_KEYS =
      new StaticKeys(
          "old issuer", "old subject", "old keys", Optional.of(Instant.EPOCH), List.of("old"));
  private static final StaticKeys NEW_KEYS =
      new StaticKeys(
          "new issuer", "new subject", "new keys", Optional.of(Instant.MAX), List.of("new"));

  @Test
  void aMaskTakesItsPartsFromTheNewValuesAndTheOthersFromTheOld() {
    for (Set<IdentityField> mask : masks()) {
      assertThat(merge(OLD_MATCH, mask, NEW_MATCH))
          .as("%s", mask)
          .isEqualTo(touches(mask, CLAIM_FIELDS) ? mix(OLD_MATCH, mask, NEW_MATCH) : OLD_MATCH);
      assertThat(merge(OLD_KEYS, mask, NEW_KEYS))
          .as("%s", mask)
          .isEqualTo(touches(mask, KEY_FIELDS) ? mix(OLD_KEYS, mask, NEW_KEYS) : OLD_KEYS);
    }
  }

  @Test
  void valuesOfAnotherKindReplaceTheOldOnesIfTheMaskNamesAnyOfTheirParts() {
    for (Set<IdentityField> mask : masks()) {
      assertThat(merge(OLD_KEYS, mask, NEW_MATCH))
          .as("%s", mask)
          .isEqualTo(
              touches(mask, CLAIM_FIELDS)
                  ? mix(ClaimMatch.EMPTY, mask, NEW_MATCH)
                  : mix(OLD_KEYS, mask, StaticKeys.EMPTY));
      assertThat(merge(OLD_MATCH, mask, NEW_KEYS))
          .as("%s", mask)
          .isEqualTo(
              touches(mask, KEY_FIELDS)
                  ? mix(StaticKeys.EMPTY, mask, NEW_KEYS)
                  : mix(OLD_MATCH, mask, ClaimMatch.EMPTY));
    }
  }

  @Test
  void withoutValuesTheMaskTakesAway() {
    for (Set<IdentityField> mask : masks()) {
      assertThat(RelationshipMerge.merge(OLD_MATCH, mask, Optional.empty()))
          .isEqualTo(mix(OLD_MATCH, mask, ClaimMatch.EMPTY));
      assertThat(RelationshipMerge.merge(OLD_KEYS, mask, Optional.empty()))
          .isEqualTo(mix(OLD_KEYS, mask, StaticKeys.EMPTY));
    }
  }

  /** Every shape of a claim match onto every other one, with every mask of its fields. */
  @Test
  void aValueAndItsPatternAreTwoFieldsOfWhichOneIsThere() {
    List<Set<IdentityField>> masks = masks(CLAIM_FIELDS);
    List<ClaimMatch> old = shapes("old");
    List<ClaimMatch> given = shapes("new");
    for (ClaimMatch before : old) {
      for (ClaimMatch values : given) {
        for (Set<IdentityField> mask : masks) {
          assertThat(merge(before, mask, values))
              .as("%s %s %s", before, mask, values)
              .isEqualTo(mix(before, mask, values));
        }
      }
    }
  }

  /** With issuer, subject and audience each absent, a value or a pattern. */
  private static List<ClaimMatch> shapes(String text) {
    List<Optional<TextMatch>> each =
        List.of(
            Optional.empty(),
            Optional.of(TextMatch.literal(text)),
            Optional.of(TextMatch.pattern(text)));
    Map<String, String> claims = Map.of(text, "claim");
    return each.stream()
        .flatMap(
            issuer ->
                each.stream()
                    .flatMap(
                        subject ->
                            each.stream()
                                .map(
                                    audience ->
                                        new ClaimMatch(issuer, subject, audience, claims, claims))))
        .toList();
  }

  @Test
  void settingOneTakesTheOtherAwayAndClearingTheOneThatIsNotThereChangesNothing() {
    ClaimMatch values = ClaimMatch.of("value", "subject");
    ClaimMatch patterns =
        new ClaimMatch(
            Optional.of(TextMatch.pattern("pattern")),
            values.subject(),
            Optional.empty(),
            Map.of(),
            Map.of());
    Set<IdentityField> value = Set.of(IdentityField.CLAIM_ISSUER);
    Set<IdentityField> pattern = Set.of(IdentityField.CLAIM_ISSUER_PATTERN);
    Set<IdentityField> both =
        Set.of(IdentityField.CLAIM_ISSUER, IdentityField.CLAIM_ISSUER_PATTERN);
    ClaimMatch neither =
        new ClaimMatch(Optional.empty(), values.subject(), Optional.empty(), Map.of(), Map.of());

    assertThat(merge(values, pattern, patterns)).isEqualTo(patterns);
    assertThat(merge(patterns, value, values)).isEqualTo(values);
    assertThat(merge(values, both, patterns)).isEqualTo(patterns);
    assertThat(merge(values, pattern, ClaimMatch.EMPTY)).isEqualTo(values);
    assertThat(merge(patterns, value, ClaimMatch.EMPTY)).isEqualTo(patterns);
    assertThat(merge(values, pattern, values)).isEqualTo(values);
    assertThat(merge(values, value, patterns)).isEqualTo(neither);
    assertThat(merge(values, value, ClaimMatch.EMPTY)).isEqualTo(neither);
    assertThat(merge(patterns, both, ClaimMatch.EMPTY)).isEqualTo(neither);
  }

  private static Relationship merge(
      Relationship stored, Set<IdentityField> mask, Relationship given) {
    return RelationshipMerge.merge(stored, mask, Optional.of(given));
  }

  private static boolean touches(Set<IdentityField> mask, Set<IdentityField> parts) {
    return mask.stream().anyMatch(parts::contains);
  }

  private static ClaimMatch mix(ClaimMatch old, Set<IdentityField> mask, ClaimMatch given) {
    return new ClaimMatch(
        mix(
            IdentityField.CLAIM_ISSUER,
            IdentityField.CLAIM_ISSUER_PATTERN,
            old.issuer(),
            mask,
            given.issuer()),
        mix(
            IdentityField.CLAIM_SUBJECT,
            IdentityField.CLAIM_SUBJECT_PATTERN,
            old.subject(),
            mask,
            given.subject()),
        mix(
            IdentityField.CLAIM_AUDIENCE,
            IdentityField.CLAIM_AUDIENCE_PATTERN,
            old.audience(),
            mask,
            given.audience()),
        mask.contains(IdentityField.CLAIMS) ? given.claims() : old.claims(),
        mask.contains(IdentityField.CLAIM_PATTERNS) ? given.claimPatterns() : old.claimPatterns());
  }

  /**
   * Two fields, each of which is there or not. First all that the mask names are cleared, then
   * those of them are set that are given, each of which takes the other one away.
   */
  private static Optional<TextMatch> mix(
      IdentityField literal,
      IdentityField pattern,
      Optional<TextMatch> old,
      Set<IdentityField> mask,
      Optional<TextMatch> given) {
    Map<IdentityField, TextMatch> fields = new EnumMap<>(IdentityField.class);
    old.ifPresent(match -> fields.put(match.isPattern() ? pattern : literal, match));
    fields.keySet().removeAll(mask);
    given
        .filter(match -> mask.contains(match.isPattern() ? pattern : literal))
        .ifPresent(
            match -> {
              fields.clear();
              fields.put(match.isPattern() ? pattern : literal, match);
            });
    return fields.values().stream().findFirst();
  }

  private static StaticKeys mix(StaticKeys old, Set<IdentityField> mask, StaticKeys given) {
    return new StaticKeys(
        mask.contains(IdentityField.KEYS_ISSUER) ? given.issuer() : old.issuer(),
        mask.contains(IdentityField.KEYS_SUBJECT) ? given.subject() : old.subject(),
        mask.contains(IdentityField.ISSUER_KEYS) ? given.issuerKeys() : old.issuerKeys(),
        mask.contains(IdentityField.EXPIRATION_TIME)
            ? given.expirationTime()
            : old.expirationTime(),
        mask.contains(IdentityField.AUDIENCES) ? given.audiences() : old.audiences());
  }

  /** Every set of fields. */
  private static List<Set<IdentityField>> masks() {
    return masks(EnumSet.allOf(IdentityField.class));
  }

  /** Every set of some fields. */
  private static List<Set<IdentityField>> masks(Set<IdentityField> fields) {
    List<Set<IdentityField>> masks = new ArrayList<>();
    masks.add(EnumSet.noneOf(IdentityField.class));
    for (IdentityField field : fields) {
      for (Set<IdentityField> without : List.copyOf(masks)) {
        Set<IdentityField> with = EnumSet.of(field);
        with.addAll(without);
        masks.add(with);
      }
    }
    return masks;
  }
}

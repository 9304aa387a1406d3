package local.platform.web.v2.iam;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.FieldMask;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import local.platform.foundation.error.FieldViolations;
import local.platform.iam.identity.IdentityDraft;
import local.platform.iam.identity.PlatformService;
import local.platform.iam.identity.Relationship;
import local.platform.iam.identity.Relationship.AwsIdentity;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.ServicePrincipal;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.iam.identity.TextMatch;
import org.junit.jupiter.api.Test;

/** Applies every mask to every kind of relationship, with every kind of values. */
class RelationshipMaskTest {
  private static final String CLAIM_MATCH = "claim_match.";
  private static final String STATIC_KEYS = "static_keys.";
  private static final String AWS_IDENTITY = "aws_identity.";
  private static final String SERVICE_PRINCIPAL = "service_principal";
  private static final Set<String> CLAIM_FIELDS =
      below(
          CLAIM_MATCH,
          "issuer",
          "issuer_pattern",
          "subject",
          "subject_pattern",
          "audience",
          "audience_pattern",
          "claims",
          "claim_patterns");
  private static final Set<String> KEY_FIELDS =
      below(STATIC_KEYS, "issuer", "subject", "issuer_keys", "expiration_time", "audiences");
  private static final Set<String> AWS_FIELDS =
      below(AWS_IDENTITY, "aws_account", "arn", "arn_pattern", "user_id", "user_id_pattern");

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
          "new issuer",
          "new subject",
          "new keys",
          Optional.of(Instant.EPOCH.plusMillis(1)),
          List.of("new"));

  private static final AwsIdentity OLD_AWS =
      new AwsIdentity(
          "old account",
          Optional.of(TextMatch.literal("old arn")),
          Optional.of(TextMatch.pattern("old user")));
  private static final AwsIdentity NEW_AWS =
      new AwsIdentity(
          "new account",
          Optional.of(TextMatch.pattern("new arn")),
          Optional.of(TextMatch.literal("new user")));
  private static final ServicePrincipal OLD_PRINCIPAL =
      new ServicePrincipal(Optional.of(PlatformService.INGESTER));
  private static final ServicePrincipal NEW_PRINCIPAL =
      new ServicePrincipal(Optional.of(PlatformService.SKILLS));

  @Test
  void aMaskTakesItsPartsFromTheNewValuesAndTheOthersFromTheOld() {
    for (Set<String> mask : masks()) {
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
    for (Set<String> mask : masks()) {
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
    for (Set<String> mask : masks()) {
      assertThat(merge(OLD_MATCH, mask, Optional.empty()))
          .isEqualTo(mix(OLD_MATCH, mask, ClaimMatch.EMPTY));
      assertThat(merge(OLD_KEYS, mask, Optional.empty()))
          .isEqualTo(mix(OLD_KEYS, mask, StaticKeys.EMPTY));
    }
  }

  /** There are too many fields for every mask of all of them. */
  @Test
  void anAwsIdentityIsMergedLikeTheOthers() {
    for (Set<String> mask : masks(AWS_FIELDS)) {
      assertThat(merge(OLD_AWS, mask, Optional.empty()))
          .isEqualTo(mix(OLD_AWS, mask, AwsIdentity.EMPTY));
      for (AwsIdentity before : awsIdentities("old")) {
        for (AwsIdentity values : awsIdentities("new")) {
          assertThat(merge(before, mask, values))
              .as("%s %s %s", before, mask, values)
              .isEqualTo(mask.isEmpty() ? before : mix(before, mask, values));
        }
      }
      for (Relationship other : List.of(OLD_MATCH, OLD_KEYS, OLD_PRINCIPAL)) {
        assertThat(merge(other, mask, NEW_AWS))
            .isEqualTo(mask.isEmpty() ? other : mix(AwsIdentity.EMPTY, mask, NEW_AWS));
        assertThat(merge(other, mask, Optional.empty())).isEqualTo(other);
      }
    }
  }

  /** Returns AWS identities in which ARN and user id are absent, a value or a pattern. */
  private static List<AwsIdentity> awsIdentities(String text) {
    List<Optional<TextMatch>> each =
        List.of(
            Optional.empty(),
            Optional.of(TextMatch.literal(text)),
            Optional.of(TextMatch.pattern(text)));
    return each.stream()
        .flatMap(arn -> each.stream().map(userId -> new AwsIdentity(text, arn, userId)))
        .toList();
  }

  @Test
  void aServiceTakesThePlaceOfWhatWasBeforeIfTheMaskNamesIt() {
    Set<String> named = Set.of(SERVICE_PRINCIPAL);
    for (Relationship before : List.of(OLD_MATCH, OLD_KEYS, OLD_AWS, OLD_PRINCIPAL)) {
      assertThat(merge(before, named, NEW_PRINCIPAL)).isEqualTo(NEW_PRINCIPAL);
      assertThat(merge(before, named, ServicePrincipal.EMPTY)).isEqualTo(ServicePrincipal.EMPTY);
      assertThat(merge(before, Set.of("name"), NEW_PRINCIPAL)).isEqualTo(before);
    }
    for (Relationship before : List.of(OLD_MATCH, OLD_KEYS, OLD_AWS)) {
      assertThat(merge(before, named, Optional.empty())).isEqualTo(before);
    }
    assertThat(merged(OLD_PRINCIPAL, named, Optional.empty()))
        .as("it has no parts that could be left")
        .isEmpty();
  }

  /** Merges every form of claim match into every other one, with every mask of its fields. */
  @Test
  void aValueAndItsPatternAreTwoFieldsOfWhichOneIsThere() {
    List<Set<String>> masks = masks(CLAIM_FIELDS);
    List<ClaimMatch> old = shapes("old");
    List<ClaimMatch> given = shapes("new");
    for (ClaimMatch before : old) {
      for (ClaimMatch values : given) {
        for (Set<String> mask : masks) {
          Relationship expected = mask.isEmpty() ? before : mix(before, mask, values);
          assertThat(merge(before, mask, values))
              .as("%s %s %s", before, mask, values)
              .isEqualTo(expected);
        }
      }
    }
  }

  /**
   * Returns claim matches in which each of issuer, subject and audience is absent, a value or a
   * pattern.
   */
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

  private static Relationship merge(Relationship stored, Set<String> mask, Relationship given) {
    return merge(stored, mask, Optional.of(given));
  }

  private static Relationship merge(
      Relationship stored, Set<String> mask, Optional<Relationship> given) {
    return merged(stored, mask, given).orElseThrow();
  }

  private static Optional<Relationship> merged(
      Relationship stored, Set<String> mask, Optional<Relationship> given) {
    FieldViolations violations = new FieldViolations();
    Optional<Relationship> merged =
        IdentityMapper.DRAFTS
            .change(
                violations,
                IdentityMapper.message(draft(given)),
                FieldMask.newBuilder().addAllPaths(mask).build())
            .applyTo(draft(Optional.of(stored)))
            .relationship();
    violations.throwIfAny();
    return merged;
  }

  private static IdentityDraft draft(Optional<Relationship> relationship) {
    return new IdentityDraft("", "", "", relationship);
  }

  private static boolean touches(Set<String> mask, Set<String> parts) {
    return mask.stream().anyMatch(parts::contains);
  }

  private static ClaimMatch mix(ClaimMatch old, Set<String> mask, ClaimMatch given) {
    return new ClaimMatch(
        mix(CLAIM_MATCH + "issuer", old.issuer(), mask, given.issuer()),
        mix(CLAIM_MATCH + "subject", old.subject(), mask, given.subject()),
        mix(CLAIM_MATCH + "audience", old.audience(), mask, given.audience()),
        (mask.contains(CLAIM_MATCH + "claims") ? given : old).claims(),
        (mask.contains(CLAIM_MATCH + "claim_patterns") ? given : old).claimPatterns());
  }

  /**
   * Merges two fields of which only one can be set: first all fields in the mask are cleared, then
   * the given ones among them are set, each of which clears the other.
   */
  private static Optional<TextMatch> mix(
      String name, Optional<TextMatch> old, Set<String> mask, Optional<TextMatch> given) {
    Map<String, TextMatch> fields = new HashMap<>();
    old.ifPresent(match -> fields.put(field(name, match), match));
    fields.keySet().removeAll(mask);
    given
        .filter(match -> mask.contains(field(name, match)))
        .ifPresent(
            match -> {
              fields.clear();
              fields.put(field(name, match), match);
            });
    return fields.values().stream().findFirst();
  }

  private static String field(String name, TextMatch match) {
    return name + (match.isPattern() ? "_pattern" : "");
  }

  private static AwsIdentity mix(AwsIdentity old, Set<String> mask, AwsIdentity given) {
    return new AwsIdentity(
        (mask.contains(AWS_IDENTITY + "aws_account") ? given : old).awsAccount(),
        mix(AWS_IDENTITY + "arn", old.arn(), mask, given.arn()),
        mix(AWS_IDENTITY + "user_id", old.userId(), mask, given.userId()));
  }

  private static StaticKeys mix(StaticKeys old, Set<String> mask, StaticKeys given) {
    return new StaticKeys(
        (mask.contains(STATIC_KEYS + "issuer") ? given : old).issuer(),
        (mask.contains(STATIC_KEYS + "subject") ? given : old).subject(),
        (mask.contains(STATIC_KEYS + "issuer_keys") ? given : old).issuerKeys(),
        (mask.contains(STATIC_KEYS + "expiration_time") ? given : old).expirationTime(),
        (mask.contains(STATIC_KEYS + "audiences") ? given : old).audiences());
  }

  private static Set<String> below(String message, String... fields) {
    Set<String> paths = new TreeSet<>();
    for (String field : fields) {
      paths.add(message + field);
    }
    return paths;
  }

  /** Returns every set of fields. */
  private static List<Set<String>> masks() {
    return masks(
        Stream.of(CLAIM_FIELDS, KEY_FIELDS)
            .flatMap(Set::stream)
            .collect(TreeSet::new, Set::add, Set::addAll));
  }

  /** Returns every subset of some fields. */
  private static List<Set<String>> masks(Set<String> fields) {
    List<Set<String>> masks = new ArrayList<>();
    masks.add(Set.of());
    for (String field : fields) {
      for (Set<String> without : List.copyOf(masks)) {
        Set<String> with = new HashSet<>(without);
        with.add(field);
        masks.add(with);
      }
    }
    return masks;
  }
}

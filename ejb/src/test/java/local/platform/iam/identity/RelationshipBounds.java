package local.platform.iam.identity;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;
import local.platform.iam.identity.Relationship.AwsIdentity;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.testing.World;

/**
 * The greatest length of each part of a relationship, with characters of one, two and four bytes.
 */
enum RelationshipBounds {
  ISSUER("relationship.claimMatch.issuer", 1_024, n -> match(literal(issuer(n)), some(), none())),
  ISSUER_PATTERN(
      "relationship.claimMatch.issuer.pattern",
      1_024,
      n -> match(pattern(narrow(n)), some(), none())),
  ISSUER_PATTERN_WIDE(
      "relationship.claimMatch.issuer.pattern", 512, n -> match(pattern(wide(n)), some(), none())),
  SUBJECT(
      "relationship.claimMatch.subject", 255, n -> match(anIssuer(), literal(narrow(n)), none())),
  SUBJECT_WIDE(
      "relationship.claimMatch.subject", 255, n -> match(anIssuer(), literal(wide(n)), none())),
  SUBJECT_PATTERN(
      "relationship.claimMatch.subject.pattern",
      1_024,
      n -> match(anIssuer(), pattern(narrow(n)), none())),
  SUBJECT_PATTERN_WIDE(
      "relationship.claimMatch.subject.pattern",
      512,
      n -> match(anIssuer(), pattern(wide(n)), none())),
  AUDIENCE(
      "relationship.claimMatch.audience", 255, n -> match(anIssuer(), some(), literal(narrow(n)))),
  AUDIENCE_WIDE(
      "relationship.claimMatch.audience", 255, n -> match(anIssuer(), some(), literal(wide(n)))),
  AUDIENCE_PATTERN(
      "relationship.claimMatch.audience.pattern",
      1_024,
      n -> match(anIssuer(), some(), pattern(narrow(n)))),
  AUDIENCE_PATTERN_WIDE(
      "relationship.claimMatch.audience.pattern",
      512,
      n -> match(anIssuer(), some(), pattern(wide(n)))),
  CLAIM_VALUE(
      "relationship.claimMatch.claims.a", 1_024, n -> claims(Map.of("a", narrow(n)), Map.of())),
  CLAIM_VALUE_WIDE(
      "relationship.claimMatch.claims.a", 1_024, n -> claims(Map.of("a", wide(n)), Map.of())),
  CLAIM_PATTERN(
      "relationship.claimMatch.claimPatterns.a",
      1_024,
      n -> claims(Map.of(), Map.of("a", narrow(n)))),
  CLAIM_PATTERN_WIDE(
      "relationship.claimMatch.claimPatterns.a", 512, n -> claims(Map.of(), Map.of("a", wide(n)))),
  CLAIMS("relationship.claimMatch.claims", 32, n -> claims(numbered(n), Map.of())),
  CLAIM_PATTERNS("relationship.claimMatch.claims", 32, n -> claims(Map.of(), numbered(n))),
  CLAIMS_TOGETHER(
      "relationship.claimMatch.claims", 32, n -> claims(numbered(16), numbered(n - 16))),
  KEYS_ISSUER("relationship.staticKeys.issuer", 1_024, n -> keys(issuer(n), "s", key(), List.of())),
  KEYS_SUBJECT(
      "relationship.staticKeys.subject",
      255,
      n -> keys("https://a.test", wide(n), key(), List.of())),
  KEYS_AUDIENCE(
      "relationship.staticKeys.audiences",
      255,
      n -> keys("https://a.test", "s", key(), List.of(wide(n)))),
  KEYS_AUDIENCES(
      "relationship.staticKeys.audiences",
      1,
      n -> keys("https://a.test", "s", key(), numbered(n).keySet().stream().toList())),
  ISSUER_KEYS(
      "relationship.staticKeys.issuerKeys",
      65_536,
      n -> keys("https://a.test", "s", padded(n, ""), List.of())),
  ISSUER_KEYS_IN_BYTES(
      "relationship.staticKeys.issuerKeys",
      65_536,
      n -> keys("https://a.test", "s", padded(n, "\u00e9\ud83d\ude00".repeat(10_000)), List.of())),
  ARN("relationship.awsIdentity.arn", 1_024, n -> aws(literal(narrow(n)), some())),
  ARN_WIDE("relationship.awsIdentity.arn", 1_024, n -> aws(literal(wide(n)), some())),
  ARN_PATTERN("relationship.awsIdentity.arn.pattern", 1_024, n -> aws(pattern(narrow(n)), some())),
  ARN_PATTERN_WIDE("relationship.awsIdentity.arn.pattern", 512, n -> aws(pattern(wide(n)), some())),
  USER_ID("relationship.awsIdentity.userId", 255, n -> aws(some(), literal(narrow(n)))),
  USER_ID_WIDE("relationship.awsIdentity.userId", 255, n -> aws(some(), literal(wide(n)))),
  USER_ID_PATTERN(
      "relationship.awsIdentity.userId.pattern", 1_024, n -> aws(some(), pattern(narrow(n)))),
  USER_ID_PATTERN_WIDE(
      "relationship.awsIdentity.userId.pattern", 512, n -> aws(some(), pattern(wide(n)))),
  AWS_ACCOUNT(
      "relationship.awsIdentity.awsAccount",
      12,
      n -> new AwsIdentity("1".repeat(n), some(), some()));

  private final String field;
  private final int bound;
  private final IntFunction<Relationship> ofLength;

  RelationshipBounds(String field, int bound, IntFunction<Relationship> ofLength) {
    this.field = field;
    this.bound = bound;
    this.ofLength = ofLength;
  }

  /** Returns the field that is wrong if the part is too long. */
  String field() {
    return field;
  }

  /** Returns a relationship with a part of the greatest length. */
  Relationship longest(Instant now) {
    return until(now, ofLength.apply(bound));
  }

  /** Returns a relationship with a part that is longer by one. */
  Relationship tooLong(Instant now) {
    return until(now, ofLength.apply(bound + 1));
  }

  private static Relationship until(Instant now, Relationship relationship) {
    return relationship instanceof StaticKeys keys
        ? new StaticKeys(
            keys.issuer(),
            keys.subject(),
            keys.issuerKeys(),
            Optional.of(now.plus(Duration.ofDays(1))),
            keys.audiences())
        : relationship;
  }

  private static Relationship match(
      Optional<TextMatch> issuer, Optional<TextMatch> subject, Optional<TextMatch> audience) {
    return new ClaimMatch(issuer, subject, audience, Map.of(), Map.of());
  }

  private static Relationship claims(Map<String, String> claims, Map<String, String> patterns) {
    return new ClaimMatch(anIssuer(), some(), none(), claims, patterns);
  }

  private static Relationship keys(
      String issuer, String subject, String keys, List<String> audiences) {
    return new StaticKeys(issuer, subject, keys, Optional.empty(), audiences);
  }

  private static Relationship aws(Optional<TextMatch> arn, Optional<TextMatch> userId) {
    return new AwsIdentity("123456789012", arn, userId);
  }

  private static Optional<TextMatch> literal(String text) {
    return Optional.of(TextMatch.literal(text));
  }

  private static Optional<TextMatch> pattern(String text) {
    return Optional.of(TextMatch.pattern(text));
  }

  private static Optional<TextMatch> anIssuer() {
    return literal("https://a.test");
  }

  private static Optional<TextMatch> some() {
    return literal("text");
  }

  private static Optional<TextMatch> none() {
    return Optional.empty();
  }

  private static String narrow(int characters) {
    return "x".repeat(characters);
  }

  /**
   * Returns characters outside the basic plane: each is two chars in Java and four bytes in UTF-8.
   */
  private static String wide(int characters) {
    return "\ud83d\ude00".repeat(characters);
  }

  private static String issuer(int characters) {
    String base = "https://a.test/";
    return base + narrow(characters - base.length());
  }

  private static Map<String, String> numbered(int count) {
    Map<String, String> numbered = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      numbered.put("claim" + i, "value");
    }
    return numbered;
  }

  private static String key() {
    return World.keySet();
  }

  /** Returns a JWK set of this many bytes, with an additional text in it. */
  private static String padded(int bytes, String text) {
    String keySet = World.keySet();
    String start = keySet.substring(0, keySet.length() - 1) + ",\"text\":\"" + text;
    String end = "\"}";
    int length = (start + end).getBytes(StandardCharsets.UTF_8).length;
    return start + narrow(bytes - length) + end;
  }
}

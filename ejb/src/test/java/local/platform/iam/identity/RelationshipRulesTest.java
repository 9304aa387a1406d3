package local.platform.iam.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.OctetSequenceKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import local.platform.foundation.error.FieldViolations;
import local.platform.iam.identity.Relationship.AwsIdentity;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.ServicePrincipal;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RelationshipRulesTest {
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  private static final Duration YEAR = Duration.ofDays(365);
  private static final String ISSUER = "https://issuer.test";
  private static final String KEYS = World.keySet();

  private final RelationshipRules rules = rules(Map.of());

  private static RelationshipRules rules(Map<String, String> properties) {
    return new RelationshipRules(TestServices.configuration(properties));
  }

  @ParameterizedTest
  @EnumSource
  void whatIsExactlyAsLongAsItMayBeIsRight(RelationshipBounds bound) {
    assertThat(wrong(bound.longest(NOW))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void oneMoreIsToldByItsField(RelationshipBounds bound) {
    assertThat(wrong(bound.tooLong(NOW))).isNotEmpty().containsOnly(bound.field());
  }

  @Test
  void whatIsMissingIsToldByItsField() {
    assertThat(told(rules, Optional.empty())).containsExactly("relationship");
    assertThat(wrong(ClaimMatch.EMPTY))
        .containsExactly("relationship.claimMatch.issuer", "relationship.claimMatch.subject");
    assertThat(wrong(StaticKeys.EMPTY))
        .containsExactly(
            "relationship.staticKeys.issuer",
            "relationship.staticKeys.subject",
            "relationship.staticKeys.issuerKeys");
    assertThat(wrong(AwsIdentity.EMPTY))
        .containsExactly(
            "relationship.awsIdentity.awsAccount",
            "relationship.awsIdentity.arn",
            "relationship.awsIdentity.userId");
    assertThat(wrong(ServicePrincipal.EMPTY)).containsExactly("relationship.servicePrincipal");
  }

  /** The parts given in a change must satisfy the rules, but none of them is required. */
  @Test
  void nothingIsMissingInAPart() {
    FieldViolations violations = new FieldViolations();

    rules.check(ClaimMatch.EMPTY, violations);
    rules.check(StaticKeys.EMPTY, violations);
    rules.check(AwsIdentity.EMPTY, violations);
    rules.check(ServicePrincipal.EMPTY, violations);

    violations.throwIfAny();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "issuer.test",
        "http://issuer.test",
        "HTTPS://issuer.test",
        "https://",
        "https://user@issuer.test",
        "https://issuer.test?a=b",
        "https://issuer.test#a",
        "https://issuer test",
        "https://issuer.test\n",
        "https://issuer.test.",
        "https://issuer.test/a%2Fb",
        "http://localhost:8080",
        "http://127.0.0.1"
      })
  void whatIsNoIssuerIsToldByItsField(String issuer) {
    assertThat(wrong(ClaimMatch.of(issuer, "subject")))
        .containsExactly("relationship.claimMatch.issuer");
    assertThat(wrong(keys(issuer, "subject", KEYS)))
        .containsExactly("relationship.staticKeys.issuer");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://issuer.test",
        "https://issuer.test/",
        "https://issuer.test:8443/a/b",
        "https://192.0.2.1",
        "https://my_issuer.test/My%20Realm",
        "accounts.google.com"
      })
  void anIssuerIsAnHttpsUrl(String issuer) {
    assertThat(wrong(ClaimMatch.of(issuer, "subject"))).isEmpty();
    assertThat(wrong(keys(issuer, "subject", KEYS))).isEmpty();
  }

  @Test
  void whatAnIssuerMustBeIsTold() {
    FieldViolations violations = new FieldViolations();
    rules.check(ClaimMatch.of("http://localhost", "subject"), violations);
    rules.check(keys("https://user@issuer.test", "subject", KEYS), violations);

    assertThat(violations.descriptions())
        .containsExactly(
            "relationship.claimMatch.issuer must begin with https://",
            "relationship.staticKeys.issuer must have no user");
  }

  @Test
  void anIssuerOnALoopbackHostIsAcceptedWhereThatIsAllowed() {
    RelationshipRules developers = rules(Map.of("platform.issuers.allow-loopback", "true"));

    for (String issuer : List.of("http://localhost:8080", "http://127.0.0.1")) {
      assertThat(told(developers, Optional.of(ClaimMatch.of(issuer, "subject")))).isEmpty();
      assertThat(told(developers, Optional.of(keys(issuer, "subject", KEYS)))).isEmpty();
    }
    assertThat(told(developers, Optional.of(ClaimMatch.of("http://issuer.test", "subject"))))
        .containsExactly("relationship.claimMatch.issuer");
  }

  /** Tokens of this server can be exchanged even if it is on a loopback host, over http. */
  @Test
  void theServerItselfIsAnIssuer() {
    RelationshipRules ours = rules(Map.of("platform.issuer-url", "http://localhost:8080"));

    for (String issuer : List.of("http://localhost:8080", ISSUER)) {
      assertThat(told(ours, Optional.of(ClaimMatch.of(issuer, "subject")))).isEmpty();
    }
    for (String issuer :
        List.of("http://localhost:8081", "http://localhost:8080/", "http://localhost")) {
      assertThat(told(ours, Optional.of(ClaimMatch.of(issuer, "subject"))))
          .containsExactly("relationship.claimMatch.issuer");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "(",
        "[a",
        "*",
        "a**",
        "\\",
        "(?=a)",
        "(a)\\1",
        "a{1001}",
        "(((a{100}){100}){100}){100}"
      })
  void aPatternThatIsNoneIsToldByItsField(String text) {
    Optional<TextMatch> good = Optional.of(TextMatch.literal(ISSUER));
    Optional<TextMatch> bad = Optional.of(TextMatch.pattern(text));

    assertThat(wrong(match(bad, good, good)))
        .isNotEmpty()
        .containsOnly("relationship.claimMatch.issuer.pattern");
    assertThat(wrong(match(good, bad, good)))
        .isNotEmpty()
        .containsOnly("relationship.claimMatch.subject.pattern");
    assertThat(wrong(match(good, good, bad)))
        .isNotEmpty()
        .containsOnly("relationship.claimMatch.audience.pattern");
    assertThat(wrong(claims(Map.of(), Map.of("one", ".*", "two", text))))
        .isNotEmpty()
        .containsOnly("relationship.claimMatch.claimPatterns.two");
  }

  /** A pattern says which issuers are meant; whether they exist is not checked. */
  @ParameterizedTest
  @ValueSource(strings = {".*", "https://[a-z]+\\.issuer\\.test", "a|b", "^a$", "(?i)a"})
  void aPatternIsOneOfRe2(String text) {
    Optional<TextMatch> pattern = Optional.of(TextMatch.pattern(text));

    assertThat(wrong(match(pattern, pattern, pattern))).isEmpty();
    assertThat(wrong(claims(Map.of(), Map.of("claim", text)))).isEmpty();
  }

  /**
   * The value of a claim may be anything; a line must not be empty or contain control characters.
   */
  @ParameterizedTest
  @ValueSource(strings = {"", "a\nb", "a\tb", "a\u0000", "\u007f", "a\ud83d", "\ude00"})
  void whatIsNoLineIsToldByItsField(String text) {
    Optional<TextMatch> good = Optional.of(TextMatch.literal(ISSUER));
    Optional<TextMatch> bad = Optional.of(TextMatch.literal(text));

    assertThat(wrong(match(good, bad, good))).containsExactly("relationship.claimMatch.subject");
    assertThat(wrong(match(good, good, bad))).containsExactly("relationship.claimMatch.audience");
    assertThat(wrong(claims(Map.of(text, "value"), Map.of())))
        .containsExactly("relationship.claimMatch.claims." + text);
    assertThat(wrong(claims(Map.of(), Map.of(text, "value"))))
        .containsExactly("relationship.claimMatch.claimPatterns." + text);
    assertThat(wrong(keys(ISSUER, text, KEYS))).containsExactly("relationship.staticKeys.subject");
    assertThat(wrong(new StaticKeys(ISSUER, "s", KEYS, Optional.empty(), List.of(text))))
        .containsExactly("relationship.staticKeys.audiences");
  }

  @Test
  void aClaimIsToldByItsName() {
    assertThat(wrong(claims(Map.of("good", "", "bad", "a\u0000b"), Map.of())))
        .containsExactly("relationship.claimMatch.claims.bad");
    assertThat(wrong(claims(Map.of("bad", "a\ud83d"), Map.of("bad", "("))))
        .containsExactly(
            "relationship.claimMatch.claims.bad", "relationship.claimMatch.claimPatterns.bad");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " ",
        "12345678901",
        "1234567890123",
        "12345678901a",
        "1234-5678-9012",
        "123456789012 ",
        "123456789012\n",
        "\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669\u0660\u0661\u0662"
      })
  void anAwsAccountIsTwelveDigits(String account) {
    Optional<TextMatch> good = Optional.of(TextMatch.literal("a"));

    assertThat(wrong(new AwsIdentity(account, good, good)))
        .containsExactly("relationship.awsIdentity.awsAccount");
    assertThat(wrong(new AwsIdentity("000000000000", good, good))).isEmpty();
  }

  @Test
  void whatIsWrongWithAnAwsIdentityIsToldByItsField() {
    Optional<TextMatch> line = Optional.of(TextMatch.literal("a\nb"));
    Optional<TextMatch> empty = Optional.of(TextMatch.literal(""));
    Optional<TextMatch> pattern = Optional.of(TextMatch.pattern("("));
    Optional<TextMatch> noPattern = Optional.of(TextMatch.pattern(""));

    assertThat(wrong(new AwsIdentity("1", line, line)))
        .containsExactly(
            "relationship.awsIdentity.awsAccount",
            "relationship.awsIdentity.arn",
            "relationship.awsIdentity.userId");
    assertThat(wrong(new AwsIdentity("123456789012", empty, empty)))
        .containsExactly("relationship.awsIdentity.arn", "relationship.awsIdentity.userId");
    for (Optional<TextMatch> bad : List.of(pattern, noPattern)) {
      assertThat(wrong(new AwsIdentity("123456789012", bad, bad)))
          .containsExactly(
              "relationship.awsIdentity.arn.pattern", "relationship.awsIdentity.userId.pattern");
    }
  }

  @ParameterizedTest
  @EnumSource
  void anIdentityMayBeThatOfAnyService(PlatformService service) {
    assertThat(wrong(new ServicePrincipal(Optional.of(service)))).isEmpty();
  }

  static Stream<Arguments> noKeys() throws JOSEException {
    JWK key = new ECKeyGenerator(Curve.P_256).keyID("key").generate();
    JWK secret = new OctetSequenceKeyGenerator(256).keyID("secret").generate();
    JWK small = new RSAKeyGenerator(1_024, true).keyID("small").generate();
    JWK nameless = new ECKeyGenerator(Curve.P_256).generate();
    return Stream.of(
        Arguments.of("no text", " "),
        Arguments.of("no JSON", "keys"),
        Arguments.of("no set", "{}"),
        Arguments.of("one key", key.toPublicJWK().toJSONString()),
        Arguments.of("no keys", "{\"keys\":[]}"),
        Arguments.of("private", new JWKSet(key).toString(false)),
        Arguments.of("symmetric", new JWKSet(secret).toString(false)),
        Arguments.of("small", new JWKSet(small).toString()),
        Arguments.of("nameless", new JWKSet(List.of(key, nameless)).toString()),
        Arguments.of("twice", new JWKSet(List.of(key, key)).toString()),
        Arguments.of("good and private", new JWKSet(List.of(key, small)).toString(false)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("noKeys")
  void whatIsNoSetOfPublicKeysIsToldByItsField(String name, String issuerKeys) {
    assertThat(wrong(keys(ISSUER, "subject", issuerKeys)))
        .isNotEmpty()
        .containsOnly("relationship.staticKeys.issuerKeys");
  }

  /** The error names the field and contains nothing private. */
  @Test
  void aPrivateKeyIsNotRepeated() throws JOSEException {
    String all =
        new JWKSet(new ECKeyGenerator(Curve.P_256).keyID("key").generate()).toString(false);
    FieldViolations violations = new FieldViolations();

    rules.check(keys(ISSUER, "subject", all), violations);

    String secret = all.replaceAll(".*\"d\":\"([^\"]+)\".*", "$1");
    assertThat(secret).hasSize(43);
    assertThat(World.answer(violations::throwIfAny, Map.of()).told())
        .contains("private")
        .doesNotContain(secret);
  }

  @Test
  void allThatIsWrongIsToldAtOnce() {
    ClaimMatch match =
        new ClaimMatch(
            Optional.of(TextMatch.literal("issuer")),
            Optional.of(TextMatch.pattern("(")),
            Optional.of(TextMatch.literal("")),
            Map.of("a", "\u0000"),
            Map.of("b", "["));
    StaticKeys keys = new StaticKeys("issuer", "", "{}", Optional.of(NOW), List.of("one", "two\n"));

    assertThat(wrong(match))
        .containsExactly(
            "relationship.claimMatch.issuer",
            "relationship.claimMatch.subject.pattern",
            "relationship.claimMatch.audience",
            "relationship.claimMatch.claims.a",
            "relationship.claimMatch.claimPatterns.b");
    assertThat(wrong(keys))
        .containsExactlyInAnyOrder(
            "relationship.staticKeys.issuer",
            "relationship.staticKeys.subject",
            "relationship.staticKeys.issuerKeys",
            "relationship.staticKeys.expirationTime",
            "relationship.staticKeys.audiences",
            "relationship.staticKeys.audiences");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 30, 364})
  void staticKeysExpireAYearAfterTheIdentityWasCreated(long days) {
    Instant created = NOW.minus(Duration.ofDays(days));
    Instant latest = created.plus(YEAR);

    assertThat(expiration(created, Optional.empty())).contains(latest);
    for (Instant good : List.of(NOW.plusMillis(1), latest)) {
      assertThat(expiration(created, Optional.of(good))).contains(good);
    }
    for (Instant bad : List.of(NOW, latest.plusMillis(1), Instant.MAX, Instant.MIN)) {
      assertThat(expiration(created, Optional.of(bad))).isEmpty();
    }
  }

  @Test
  void staticKeysOfAnOldIdentityAreOver() {
    for (Instant created : List.of(NOW.minus(YEAR), NOW.minus(YEAR).minusMillis(1))) {
      assertThat(expiration(created, Optional.empty())).isEmpty();
      assertThat(expiration(created, Optional.of(NOW.plusMillis(1)))).isEmpty();
    }
    assertThat(expiration(NOW.minus(YEAR).plusMillis(1), Optional.empty()))
        .contains(NOW.plusMillis(1));
  }

  @Test
  void whatIsWrongWithATimeIsSaid() {
    Instant latest = NOW.plus(YEAR);

    assertThat(expiring(NOW).objection(NOW)).contains("must be in the future");
    assertThat(expiring(NOW).objection(latest)).isEmpty();
    assertThat(expiring(NOW).objection(latest.plusMillis(1)))
        .contains("must be at most 365 days after the identity was created");
    assertThat(
            KeyExpiration.ofNew(NOW, Duration.ofDays(30)).objection(NOW.plus(Duration.ofDays(31))))
        .contains("must be at most 30 days in the future");
    for (Instant any : List.of(NOW, NOW.plusMillis(1), latest)) {
      assertThat(expiring(NOW.minus(YEAR)).objection(any))
          .contains(
              "keys are accepted for at most 365 days after the identity was created: it is older");
    }
  }

  @Test
  void whatIsStoredMayStayOrComeCloserThoughItIsLaterThanALifetimeFromNow() {
    Instant stored = NOW.plus(Duration.ofDays(40));
    KeyExpiration expiration =
        new KeyExpiration(NOW, NOW, Duration.ofDays(30), Optional.of(stored));

    for (Instant allowed : List.of(stored, stored.minusMillis(1), NOW.plus(Duration.ofDays(31)))) {
      assertThat(expiration.objection(allowed)).as("%s", allowed).isEmpty();
    }
    assertThat(expiration.objection(stored.plusMillis(1)))
        .contains("must be at most 30 days in the future");
    assertThat(expiration.objection(NOW)).contains("must be in the future");
  }

  private static KeyExpiration expiring(Instant created) {
    return new KeyExpiration(created, NOW, YEAR, Optional.empty());
  }

  /** Returns when static keys will expire; empty if the time is refused. */
  private Optional<Instant> expiration(Instant created, Optional<Instant> given) {
    StaticKeys keys = new StaticKeys(ISSUER, "subject", KEYS, given, List.of());
    FieldViolations violations = new FieldViolations();
    StaticKeys whole =
        (StaticKeys)
            rules
                .complete(draft(Optional.of(keys)), expiring(created), violations)
                .relationship()
                .orElseThrow();
    List<String> wrong = World.violations(violations::throwIfAny);
    assertThat(wrong).isSubsetOf("relationship.staticKeys.expirationTime");
    return wrong.isEmpty() ? whole.expirationTime() : Optional.empty();
  }

  private static StaticKeys keys(String issuer, String subject, String keys) {
    return new StaticKeys(issuer, subject, keys, Optional.empty(), List.of());
  }

  private static ClaimMatch match(
      Optional<TextMatch> issuer, Optional<TextMatch> subject, Optional<TextMatch> audience) {
    return new ClaimMatch(issuer, subject, audience, Map.of(), Map.of());
  }

  private static ClaimMatch claims(Map<String, String> claims, Map<String, String> patterns) {
    Optional<TextMatch> good = Optional.of(TextMatch.literal(ISSUER));
    return new ClaimMatch(good, good, Optional.empty(), claims, patterns);
  }

  /** Returns the wrong fields of a new identity's relationship. */
  private List<String> wrong(Relationship relationship) {
    return told(rules, Optional.of(relationship));
  }

  private static IdentityDraft draft(Optional<Relationship> relationship) {
    return new IdentityDraft("", "", "", relationship);
  }

  private static List<String> told(RelationshipRules by, Optional<Relationship> relationship) {
    FieldViolations violations = new FieldViolations();
    by.complete(draft(relationship), KeyExpiration.ofNew(NOW, YEAR), violations);
    return World.violations(violations::throwIfAny);
  }
}

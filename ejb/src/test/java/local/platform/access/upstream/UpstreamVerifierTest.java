package local.platform.access.upstream;

import static local.platform.access.upstream.TestIssuer.ED25519;
import static local.platform.access.upstream.TestIssuer.OTHER_RSA;
import static local.platform.access.upstream.TestIssuer.P256;
import static local.platform.access.upstream.TestIssuer.P384;
import static local.platform.access.upstream.TestIssuer.RSA;
import static local.platform.access.upstream.TestIssuer.claims;
import static local.platform.access.upstream.TestIssuer.header;
import static local.platform.access.upstream.TestIssuer.keySet;
import static local.platform.access.upstream.TestIssuer.keys;
import static local.platform.access.upstream.TestIssuer.parsed;
import static local.platform.access.upstream.TestIssuer.quoted;
import static local.platform.access.upstream.TestIssuer.signed;
import static local.platform.access.upstream.TestIssuer.token;
import static local.platform.access.upstream.TestIssuer.unnamedToken;
import static local.platform.testing.RawToken.json;
import static local.platform.testing.RawToken.with;
import static local.platform.testing.RawToken.without;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import local.platform.config.UpstreamSettings;
import local.platform.foundation.uid.Uid;
import local.platform.testing.LogRecords;
import local.platform.testing.MutableClock;
import local.platform.testing.RawToken;
import local.platform.url.IssuerUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which well-formed tokens are accepted. */
class UpstreamVerifierTest {
  private static final IssuerUrl ISSUER = new IssuerUrl("https://issuer.test");
  private static final VerificationKeys KEYS = keys(RSA, P256, P384, ED25519);

  private static final Duration DAY = UpstreamVerifier.MAX_LIFETIME;

  private final MutableClock clock = new MutableClock();
  private final Instant now = clock.instant();
  private final Uid organization = Uid.newRoot();
  private final List<IssuerUrl> fetched = new ArrayList<>();
  private final Map<String, String> claims = claims(ISSUER, clock);
  private final UpstreamVerifier verifier = verifier(new UpstreamSettings(false, Set.of()));

  static Stream<Arguments> algorithms() {
    return Stream.of(
        Arguments.of("RS256", RSA),
        Arguments.of("PS256", RSA),
        Arguments.of("ES256", P256),
        Arguments.of("ES384", P384),
        Arguments.of("EdDSA", ED25519));
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void eachAcceptedAlgorithmVerifies(String algorithm, JWK key) throws VerificationFailedException {
    VerifiedToken verified = verify(token(algorithm, key, claims));

    assertThat(verified.issuer()).isEqualTo(ISSUER);
    assertThat(verified.subject()).isEqualTo("alice");
    assertThat(verified.audience()).containsExactly("https://platform.test");
    assertThat(verified.expires()).isEqualTo(now.plusSeconds(600));
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void anAlteredPayloadIsRefused(String algorithm, JWK key) {
    String token = token(algorithm, key, claims);
    String payload =
        new RawToken("", json(with(claims, "sub", quoted("mallory")))).signingInput().substring(1);
    String[] parts = token.split("\\.", -1);

    refused(parts[0] + "." + payload + "." + parts[2], "its signature is not valid");
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void anAlteredHeaderIsRefused(String algorithm, JWK key) {
    String[] parts = token(algorithm, key, claims).split("\\.", -1);
    String header =
        new RawToken(json(with(header(algorithm, key), "typ", quoted("JWT"))), "").signingInput();

    refused(header + parts[1] + "." + parts[2], "its signature is not valid");
  }

  @Test
  void theKeyOfAnotherIssuerIsRefused() {
    refused(signed(header("RS256", RSA), claims, "RS256", OTHER_RSA), "its signature is not valid");
  }

  @Test
  void anUnknownKeyIdIsRefusedThoughAnotherKeyVerifies() {
    refused(
        signed(with(header("RS256", RSA), "kid", quoted("RSA")), claims, "RS256", RSA),
        "no key matches");
  }

  @ParameterizedTest
  @CsvSource({"RS256,p256", "ES256,rsa", "ES256,p384", "ES384,p256", "EdDSA,p256", "PS256,ed25519"})
  void anAlgorithmThatDoesNotFitTheKeyIsRefused(String algorithm, String kid) {
    JWK key =
        Map.of("RS256", RSA, "PS256", RSA, "ES256", P256, "ES384", P384, "EdDSA", ED25519)
            .get(algorithm);
    refused(
        signed(with(header(algorithm, key), "kid", quoted(kid)), claims, algorithm, key),
        "no key matches");
  }

  @Test
  void anAlgorithmOtherThanThatOfTheKeyIsRefused() {
    VerificationKeys named = parsed(keySet(withMember(RSA, "alg", quoted("PS256"))));

    refused(token("RS256", RSA, claims), named, "no key matches");
  }

  /** The token contains the key that verifies it. */
  @Test
  void keysInTheHeaderAreIgnored() {
    Map<String, String> header =
        with(
            with(header("RS256", RSA), "jwk", OTHER_RSA.toPublicJWK().toJSONString()),
            "jku",
            quoted("https://attacker.test/keys"));

    refused(signed(header, claims, "RS256", OTHER_RSA), "its signature is not valid");
  }

  @Test
  void keysInTheHeaderDoNotSpoilAGoodToken() throws VerificationFailedException {
    Map<String, String> header =
        with(
            with(header("RS256", RSA), "jwk", OTHER_RSA.toPublicJWK().toJSONString()),
            "x5u",
            quoted("https://attacker.test/certificate"));

    assertThat(verify(signed(header, claims, "RS256", RSA)).subject()).isEqualTo("alice");
  }

  @ParameterizedTest
  @CsvSource({"-59, true", "-60, false", "-61, false", "0, true", "86400, true", "86401, false"})
  void aTokenIsAcceptedUntilAMinuteAfterItExpiresAndADayAhead(int seconds, boolean accepted) {
    Map<String, String> expiring = with(claims, "exp", String.valueOf(at(seconds)));

    check(seconds < 0 ? with(expiring, "iat", String.valueOf(at(-600))) : expiring, accepted);
  }

  @ParameterizedTest
  @CsvSource({
    "iat, 60, true",
    "iat, 61, false",
    "nbf, 60, true",
    "nbf, 61, false",
    "iat, -600, true",
    "nbf, -600, true"
  })
  void aTokenIsAcceptedFromAMinuteBeforeItBegins(String claim, int seconds, boolean accepted) {
    check(with(claims, claim, String.valueOf(at(seconds))), accepted);
  }

  @ParameterizedTest
  @CsvSource({"86400, true", "86401, false"})
  void aTokenThatDoesNotSayWhenItWasIssuedIsGoodForADayFromNow(int seconds, boolean accepted) {
    check(with(without(claims, "iat"), "exp", String.valueOf(at(seconds))), accepted);
  }

  @ParameterizedTest
  @CsvSource({"iat, 10, true", "iat, 11, false", "nbf, 10, true", "nbf, 11, false"})
  void aTokenThatWasGoodForLongerThanADayIsRefusedOnItsLast(
      String begin, int expiry, boolean accepted) {
    Map<String, String> begun = with(without(claims, "iat"), begin, String.valueOf(at(-86_390)));

    check(with(begun, "exp", String.valueOf(at(expiry))), accepted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "\"9999999999\"",
        "-1",
        "1e300",
        "1e19",
        "9223372036854775807",
        "[]",
        "true"
      })
  void aTimeThatIsNoneIsRefused(String time) {
    check(with(claims, "exp", time), false);
    check(with(claims, "iat", time), false);
    check(with(claims, "nbf", time), false);
  }

  @Test
  void aTimeMayHaveAFraction() {
    check(with(claims, "exp", at(-60) + ".5"), true);
  }

  @Test
  void theExpiryIsRequired() {
    check(without(claims, "exp"), false);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"\"", "null", "1", "[\"alice\"]", "{}"})
  void aSubjectThatIsNoTextIsRefused(String subject) {
    check(with(claims, "sub", subject), false);
  }

  @Test
  void theSubjectIsRequired() {
    check(without(claims, "sub"), false);
  }

  @Test
  void theAudienceMayBeAListOrAbsent() throws VerificationFailedException {
    assertThat(verify(token("RS256", RSA, with(claims, "aud", "[\"a\",\"b\"]"))).audience())
        .containsExactly("a", "b");
    assertThat(verify(token("RS256", RSA, without(claims, "aud"))).audience()).isEmpty();
  }

  @Test
  void aTokenHasAtMost16Audiences() throws VerificationFailedException {
    assertThat(verify(token("RS256", RSA, with(claims, "aud", audiences(16)))).audience())
        .hasSize(16);
    refused(
        token("RS256", RSA, with(claims, "aud", audiences(17))), "it has more than 16 audiences");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "null", "{}", "[1]", "[null]", "[[\"a\"]]", "true"})
  void anAudienceThatIsSomethingElseIsRefused(String audience) {
    check(with(claims, "aud", audience), false);
  }

  @Test
  void plainHttpIsRefusedWithoutTheSetting() throws VerificationFailedException {
    String token = token("RS256", RSA, with(claims, "iss", quoted("http://localhost:8080")));

    refused(token, "its issuer is not https");
    assertThat(
            verifier(new UpstreamSettings(true, Set.of()))
                .verifyWithStoredKeys(UpstreamToken.parse(token), DAY, () -> KEYS)
                .issuer())
        .isEqualTo(new IssuerUrl("http://localhost:8080"));
  }

  @ParameterizedTest
  @CsvSource({"365, 0, true", "365, 1, false", "2, 0, true"})
  void aTokenOfStoredKeysIsGoodForAsLongAsIsSaid(int days, int seconds, boolean accepted) {
    Duration life = Duration.ofDays(days).plusSeconds(seconds);
    UpstreamToken token =
        UpstreamToken.parse(
            token("RS256", RSA, with(claims, "exp", String.valueOf(at((int) life.toSeconds())))));

    assertThatCode(() -> verifier.verifyWithStoredKeys(token, Duration.ofDays(365), () -> KEYS))
        .matches(e -> (e == null) == accepted, "is " + (accepted ? "accepted" : "refused"));
    assertThatExceptionOfType(VerificationFailedException.class)
        .isThrownBy(
            () -> verifier.verifyWithPublishedKeys(token, IssuerMatch.LITERAL, organization))
        .withMessage("its lifetime is too long");
  }

  @Test
  void theOnlyStoredKeyVerifiesTokensThatNameNone() throws Exception {
    String unnamed = unnamedToken("RS256", RSA, claims);
    String forged = unnamedToken("RS256", OTHER_RSA, claims);
    VerificationKeys withoutKid = parsed(keySet(withoutKid(RSA)));

    for (VerificationKeys one : List.of(withoutKid, keys(RSA))) {
      assertThat(
              verifier.verifyWithStoredKeys(UpstreamToken.parse(unnamed), DAY, () -> one).subject())
          .isEqualTo("alice");
      refused(forged, one, "its signature is not valid");
      refused(unnamedToken("ES256", P256, claims), one, "no key matches");
    }
    refused(token("RS256", RSA, claims), withoutKid, "no key matches its kid and algorithm");
    refused(unnamed, keys(RSA, P256), "no key matches its kid and algorithm");
    assertThat(fetched).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void theOnlyPublishedKeyVerifiesTokensThatNameNone(String algorithm, JWK key)
      throws VerificationFailedException {
    for (String published :
        List.of(
            keySet(key),
            keySet(withoutKid(key)),
            keySet(withMember(OTHER_RSA, "use", quoted("enc")), withoutKid(key)))) {
      fetched.clear();
      UpstreamVerifier verifier = publishing(() -> parsed(published));

      assertThat(publicly(verifier, unnamedToken(algorithm, key, claims)).subject())
          .isEqualTo("alice");
      assertThat(fetched).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void aTokenThatNamesNoKeyIsRefusedIfItsIssuerHasTwo(String algorithm, JWK key) {
    JWK other = key.equals(P384) ? P256 : P384;
    for (String published :
        List.of(
            keySet(key, other),
            keySet(key, key),
            keySet(withoutKid(other), key.toPublicJWK().toJSONString()),
            keySet(withoutKid(key), withoutKid(other)))) {
      assertThatExceptionOfType(VerificationFailedException.class)
          .isThrownBy(
              () ->
                  publicly(
                      publishing(() -> parsed(published)), unnamedToken(algorithm, key, claims)))
          .withMessage("it has no kid, and the issuer does not publish exactly one usable key");
    }
  }

  @Test
  void theOnlyPublishedKeyDeterminesTheAlgorithm() {
    for (String token :
        List.of(
            unnamedToken("ES256", P256, claims),
            unnamedToken("EdDSA", ED25519, claims),
            unnamedToken("RS256", OTHER_RSA, claims))) {
      assertThatExceptionOfType(VerificationFailedException.class)
          .isThrownBy(() -> publicly(publishing(() -> keys(RSA)), token))
          .withMessage("it has no kid, and the only key of the issuer does not verify it");
    }
    assertThatExceptionOfType(VerificationFailedException.class)
        .isThrownBy(() -> publicly(publishing(() -> keys(RSA)), token("RS256", OTHER_RSA, claims)))
        .withMessage("the issuer publishes no usable key with this kid");
  }

  /** Without a key id only the signature tells that the issuer has another key. */
  @Test
  void theKeyThatReplacesTheOnlyOneIsFoundWithinTheLimitsOfUnknownKeys() throws Exception {
    List<VerificationKeys> published = new ArrayList<>(List.of(keys(RSA)));
    UpstreamVerifier verifier = publishing(() -> published.get(0));
    publicly(verifier, unnamedToken("RS256", RSA, claims));
    published.set(0, keys(P256));
    String next = unnamedToken("ES256", P256, claims);

    for (int i = 0; i < 10; i++) {
      assertThatExceptionOfType(VerificationFailedException.class)
          .isThrownBy(() -> publicly(verifier, next));
    }
    assertThat(fetched).as("too early").hasSize(1);
    clock.advance(IssuerKeys.UNKNOWN_KEY_PAUSE);
    assertThat(publicly(verifier, next).subject()).isEqualTo("alice");
    for (int i = 0; i < 10; i++) {
      assertThatExceptionOfType(VerificationFailedException.class)
          .isThrownBy(() -> publicly(verifier, unnamedToken("RS256", RSA, claims)));
    }
    assertThat(fetched).hasSize(2);
  }

  @Test
  void inVainATokenThatNamesNoKeyIsVerifiedWithTheOnlyOne() throws Exception {
    UpstreamVerifier verifier = publishing(() -> keys(RSA));
    UpstreamToken good = UpstreamToken.parse(unnamedToken("RS256", RSA, claims));
    UpstreamToken forged = UpstreamToken.parse(unnamedToken("RS256", OTHER_RSA, claims));
    assertThat(verifier.verifyInVain(good)).isEmpty();
    publicly(verifier, unnamedToken("RS256", RSA, claims));

    try (LogRecords log = LogRecords.of(UpstreamVerifier.class)) {
      clock.advance(IssuerKeys.UNKNOWN_KEY_PAUSE);
      assertThat(verifier.verifyInVain(good)).isPresent();
      assertThat(verifier.verifyInVain(forged)).isEmpty();
      assertThat(log.texts())
          .containsExactly("Refused a token of " + ISSUER + ": its signature is not valid");
    }
    assertThat(fetched).as("nothing more").hasSize(1);
  }

  private VerifiedToken publicly(UpstreamVerifier by, String token)
      throws VerificationFailedException {
    return by.verifyWithPublishedKeys(
        UpstreamToken.parse(token), IssuerMatch.LITERAL, organization);
  }

  private static String withoutKid(JWK key) {
    Map<String, Object> members = key.toPublicJWK().toJSONObject();
    members.remove("kid");
    return JSONObjectUtils.toJSONString(members);
  }

  @Test
  void storedKeysNeedNoFetch() throws VerificationFailedException {
    verify(token("RS256", RSA, claims));

    assertThat(fetched).isEmpty();
  }

  @Test
  void storedKeysAreNotReadForATokenThatHasExpired() {
    UpstreamToken expired =
        UpstreamToken.parse(token("RS256", RSA, with(claims, "exp", String.valueOf(at(-61)))));

    assertThatExceptionOfType(VerificationFailedException.class)
        .isThrownBy(
            () ->
                verifier.verifyWithStoredKeys(
                    expired,
                    DAY,
                    () -> {
                      throw new AssertionError("the keys are read");
                    }))
        .withMessage("it has expired");
  }

  @Test
  void publishedKeysAreThoseOfTheIssuerOfTheToken() throws VerificationFailedException {
    verifier.verifyWithPublishedKeys(
        UpstreamToken.parse(token("RS256", RSA, claims)), IssuerMatch.LITERAL, organization);

    assertThat(fetched).containsExactly(ISSUER);
  }

  @Test
  void nothingIsFetchedForATokenThatHasExpired() {
    UpstreamToken expired =
        UpstreamToken.parse(token("RS256", RSA, with(claims, "exp", String.valueOf(at(-61)))));

    assertThatExceptionOfType(VerificationFailedException.class)
        .isThrownBy(
            () -> verifier.verifyWithPublishedKeys(expired, IssuerMatch.LITERAL, organization));
    assertThat(fetched).isEmpty();
  }

  /** The log shows that a token was verified: it says what is wrong with it. */
  @Test
  void inVainATokenIsVerifiedWithKeysThatAreAtHandAndNothingIsFetched()
      throws VerificationFailedException {
    UpstreamToken forged =
        UpstreamToken.parse(signed(header("RS256", RSA), claims, "RS256", OTHER_RSA));
    try (LogRecords log = LogRecords.of(UpstreamVerifier.class)) {
      assertThat(verifier.verifyInVain(forged)).isEmpty();
      assertThat(fetched).isEmpty();
      assertThat(log.texts()).isEmpty();

      verifier.verifyWithPublishedKeys(
          UpstreamToken.parse(token("RS256", RSA, claims)), IssuerMatch.LITERAL, organization);
      assertThat(verifier.verifyInVain(forged)).isEmpty();
      assertThat(log.texts())
          .containsExactly("Refused a token of " + ISSUER + ": its signature is not valid");
      clock.advance(IssuerKeys.FRESH);
      UpstreamToken good = UpstreamToken.parse(token("RS256", RSA, claims(ISSUER, clock)));
      assertThat(verifier.verifyInVain(good)).isPresent();
    }
    assertThat(fetched).as("nothing more").containsExactly(ISSUER);
  }

  @Test
  void onlySoManyAreVerifiedInVainAtATime() throws Exception {
    HeldClock held = new HeldClock();
    UpstreamVerifier slow =
        new UpstreamVerifier(
            new IssuerKeys(issuer -> KEYS, MemoryProofs.none(), clock),
            new UpstreamSettings(false, Set.of()),
            held);
    UpstreamToken token = UpstreamToken.parse(token("RS256", RSA, claims));
    ExecutorService callers = Executors.newCachedThreadPool();
    try {
      List<Future<Optional<VerifiedToken>>> calls = new ArrayList<>();
      for (int i = 0; i < UpstreamVerifier.MAX_IN_VAIN; i++) {
        calls.add(callers.submit(() -> slow.verifyInVain(token)));
      }
      held.readers.acquire(UpstreamVerifier.MAX_IN_VAIN);

      Future<Optional<VerifiedToken>> oneTooMany = callers.submit(() -> slow.verifyInVain(token));

      assertThat(oneTooMany.get(10, TimeUnit.SECONDS)).isEmpty();
      assertThat(calls).noneMatch(Future::isDone);
    } finally {
      held.released.countDown();
      callers.shutdownNow();
    }
  }

  /** Blocks everyone who asks for the time until it is released. */
  private final class HeldClock extends Clock {
    private final Semaphore readers = new Semaphore(0);
    private final CountDownLatch released = new CountDownLatch(1);

    @Override
    public Instant instant() {
      readers.release();
      try {
        released.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return clock.instant();
    }

    @Override
    public ZoneId getZone() {
      return clock.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void anIssuerPatternReachesOnlyTheAllowedHosts() throws VerificationFailedException {
    UpstreamVerifier restricted = verifier(new UpstreamSettings(false, Set.of("allowed.test")));
    UpstreamToken allowed = tokenOf("https://ALLOWED.test:8443/tenant");
    UpstreamToken other = tokenOf("https://sub.allowed.test/tenant");

    assertThatExceptionOfType(VerificationFailedException.class)
        .isThrownBy(
            () -> restricted.verifyWithPublishedKeys(other, IssuerMatch.PATTERN, organization));
    assertThat(fetched).isEmpty();
    assertThat(restricted.verifyWithPublishedKeys(allowed, IssuerMatch.PATTERN, organization))
        .isNotNull();
    assertThat(restricted.verifyWithPublishedKeys(other, IssuerMatch.LITERAL, organization))
        .isNotNull();
  }

  @Test
  void anIssuerPatternReachesEveryHostWhereNoneIsConfigured() throws VerificationFailedException {
    assertThat(
            verifier.verifyWithPublishedKeys(
                tokenOf("https://any.test"), IssuerMatch.PATTERN, organization))
        .isNotNull();
  }

  private static String audiences(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> quoted("a" + i))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private UpstreamToken tokenOf(String issuer) {
    return UpstreamToken.parse(token("RS256", RSA, with(claims, "iss", quoted(issuer))));
  }

  private UpstreamVerifier verifier(UpstreamSettings settings) {
    return verifier(() -> KEYS, settings);
  }

  /** Returns a verifier for which every issuer publishes these keys. */
  private UpstreamVerifier publishing(Supplier<VerificationKeys> keys) {
    return verifier(keys, new UpstreamSettings(false, Set.of()));
  }

  private UpstreamVerifier verifier(Supplier<VerificationKeys> keys, UpstreamSettings settings) {
    KeySource source =
        issuer -> {
          fetched.add(issuer);
          return keys.get();
        };
    return new UpstreamVerifier(
        new IssuerKeys(source, MemoryProofs.none(), clock), settings, clock);
  }

  private long at(int seconds) {
    return now.plus(Duration.ofSeconds(seconds)).getEpochSecond();
  }

  private void check(Map<String, String> changed, boolean accepted) {
    boolean verified;
    try {
      verify(token("RS256", RSA, changed));
      verified = true;
    } catch (VerificationFailedException e) {
      verified = false;
    }
    assertThat(verified).isEqualTo(accepted);
  }

  private VerifiedToken verify(String token) throws VerificationFailedException {
    return verifier.verifyWithStoredKeys(UpstreamToken.parse(token), DAY, () -> KEYS);
  }

  private void refused(String token, String reason) {
    refused(token, KEYS, reason);
  }

  private void refused(String token, VerificationKeys keys, String reason) {
    UpstreamToken parsed = UpstreamToken.parse(token);
    assertThatExceptionOfType(VerificationFailedException.class)
        .isThrownBy(() -> verifier.verifyWithStoredKeys(parsed, DAY, () -> keys))
        .withMessageStartingWith(reason);
  }

  private static String withMember(JWK key, String name, String json) {
    return "{\"" + name + "\":" + json + "," + key.toPublicJWK().toJSONString().substring(1);
  }
}

package local.platform.access.token;

import static local.platform.testing.RawToken.json;
import static local.platform.testing.RawToken.with;
import static local.platform.testing.RawToken.without;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Narrowing;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import local.platform.testing.MutableClock;
import local.platform.testing.RawToken;
import local.platform.testing.TestServices;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tries every known attack on a JWT, and every deviation from the form in which tokens are issued.
 * All tokens have a valid signature, except those that attack it.
 */
@TestInstance(Lifecycle.PER_CLASS)
class TokenVerifierTest {
  private static final String ISSUER = "https://platform.test";
  private static final String MALFORMED = "TOKEN_MALFORMED";
  private static final String SIGNATURE_INVALID = "TOKEN_SIGNATURE_INVALID";

  private final MutableClock clock = new MutableClock();
  private final Uid identity = Uid.newRoot().newChild();
  private final long now = clock.instant().getEpochSecond();
  private TestServices services;
  private TokenVerifier verifier;
  private SigningKeys keys;
  private ECKey key;

  @BeforeAll
  void start() {
    services = new TestServices(TestDatabase.H2, clock);
    keys = services.signingKeys();
    keys.rotate();
    key = keys.signer();
    verifier = services.tokenVerifier(keys);
  }

  @AfterAll
  void stop() {
    services.close();
  }

  @Test
  void aTokenOfThisServerIsAccepted() {
    assertThat(verifier.verify(new RawToken(json(header()), json(claims())).signed(key)))
        .isEqualTo(accepted(Narrowing.NONE, 3_600));
  }

  @Test
  void aTokenOfTheIssuerIsAccepted() {
    Narrowing narrowing =
        new Narrowing(
            List.of(Set.of(identity.root(), identity), Set.of(identity), Set.of(identity.root())),
            Optional.of(Set.of(Capability.IAM_GROUPS_LIST, Capability.TAG_LIST)));
    String token =
        services
            .tokenIssuer(keys)
            .issue(new TokenSubject(identity, 0), List.of(ISSUER), narrowing, Duration.ofHours(12))
            .text();

    assertThat(verifier.verify(token)).isEqualTo(accepted(narrowing, 12 * 3_600));
  }

  // The form

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ".",
        "..",
        "...",
        "a.b.c",
        "null",
        "{}",
        "bnVsbA.bnVsbA.",
        "bnVsbA.bnVsbA.bnVsbA",
        "e30.e30.e30",
        "W10.e30.e30",
        "MQ.e30.e30",
        "eyJhbGciOm51bGx9.e30.e30",
        "eyJhbGciOjF9.e30.e30",
        "eyJhbGciOlsiRVMyNTYiXX0.e30.e30",
        "\ud800.e30.e30"
      })
  void whatIsNoTokenIsRefused(String text) {
    assertRefused(text, MALFORMED);
  }

  @Test
  void aTokenWithAPartMoreOrLessIsRefused() {
    String token = valid();

    assertRefused(token + ".", MALFORMED);
    assertRefused(token + ".e30", MALFORMED);
    assertRefused(token + "..", MALFORMED);
    assertRefused(token.substring(0, token.lastIndexOf('.')), MALFORMED);
  }

  @Test
  void aTokenThatIsTooLongIsRefusedBeforeItIsRead() {
    String long8193 = padded(8_193);
    String longest = padded(8_192);

    assertThat(verifier.verify(longest).identity()).isEqualTo(identity);
    assertRefused(long8193, MALFORMED);
    assertRefused(padded(1 << 20), MALFORMED);
    assertRefused("a".repeat(1 << 20), MALFORMED);
    assertRefused("[".repeat(1 << 20), MALFORMED);
  }

  /** Returns a valid token of this length, which must be a multiple of four or one more. */
  private String padded(int length) {
    String claims = json(with(claims(), "pad", "\"\""));
    int missing = length - new RawToken(json(header()), claims).signed(key).length();
    String pad = "x".repeat(missing / 4 * 3 - 3);
    for (String more = pad; ; more += "x") {
      String token =
          new RawToken(json(header()), json(with(claims(), "pad", "\"" + more + "\""))).signed(key);
      if (token.length() >= length) {
        assertThat(token).hasSize(length);
        return token;
      }
    }
  }

  @Test
  void theJsonSerializationIsRefusedWithOneSignatureAndWithTwo() {
    String[] parts = valid().split("\\.", -1);
    String signature = "{\"protected\":\"" + parts[0] + "\",\"signature\":\"" + parts[2] + "\"}";
    String flattened =
        "{\"payload\":\""
            + parts[1]
            + "\",\"protected\":\""
            + parts[0]
            + "\",\"signature\":\""
            + parts[2]
            + "\"}";

    assertRefused(flattened, MALFORMED);
    assertRefused(
        "{\"payload\":\"" + parts[1] + "\",\"signatures\":[" + signature + "]}", MALFORMED);
    assertRefused(
        "{\"payload\":\"" + parts[1] + "\",\"signatures\":[" + signature + "," + signature + "]}",
        MALFORMED);
  }

  @Test
  void anEncryptedTokenIsRefused() {
    assertRefused(
        RawToken.encode("{\"alg\":\"dir\",\"enc\":\"A256GCM\"}".getBytes(StandardCharsets.UTF_8))
            + "..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA",
        MALFORMED);
  }

  // The algorithm

  @ParameterizedTest
  @ValueSource(strings = {"none", "None", "NONE", "nOnE"})
  void aTokenWithoutAlgorithmIsRefused(String none) {
    RawToken token = new RawToken(json(with(header(), "alg", "\"" + none + "\"")), json(claims()));

    assertRefused(token.with(new byte[0]), MALFORMED);
    assertRefused(token.signed(key), MALFORMED);
    assertRefused(token.signingInput(), MALFORMED);
  }

  @Test
  void aMacWithThePublicKeyAsItsSecretIsRefused() throws GeneralSecurityException, JOSEException {
    RawToken token = new RawToken(json(with(header(), "alg", "\"HS256\"")), json(claims()));
    List<byte[]> secrets =
        List.of(
            key.toECPublicKey().getEncoded(),
            key.toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8),
            keys.published().toString().getBytes(StandardCharsets.UTF_8));

    for (byte[] secret : secrets) {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      assertRefused(
          token.with(mac.doFinal(token.signingInput().getBytes(StandardCharsets.US_ASCII))),
          MALFORMED);
    }
  }

  @ParameterizedTest
  @CsvSource({"RS256, RSA, SHA256withRSA", "EdDSA, Ed25519, Ed25519"})
  void aSignatureOfAnotherKindOfKeyIsRefused(String algorithm, String kind, String java)
      throws GeneralSecurityException {
    PrivateKey theirs = KeyPairGenerator.getInstance(kind).generateKeyPair().getPrivate();
    RawToken token =
        new RawToken(json(with(header(), "alg", "\"" + algorithm + "\"")), json(claims()));
    Signature signature = Signature.getInstance(java);
    signature.initSign(theirs);
    signature.update(token.signingInput().getBytes(StandardCharsets.US_ASCII));

    assertRefused(token.with(signature.sign()), MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ES384", "ES512", "ES256K", "PS256", "es256", "ES256 ", ""})
  void anAlgorithmThatIsNotOursIsRefused(String algorithm) {
    assertRefused(
        new RawToken(json(with(header(), "alg", "\"" + algorithm + "\"")), json(claims()))
            .signed(key),
        MALFORMED);
  }

  // The header

  Stream<String> headersOfNoTokenOfOurs() {
    return Stream.of(
        json(without(header(), "alg")),
        json(without(header(), "kid")),
        json(with(header(), "kid", "null")),
        json(with(header(), "kid", "1")),
        json(without(header(), "typ")),
        json(with(header(), "typ", "\"JWT\"")),
        json(with(header(), "typ", "\"application/at+jwt\"")),
        json(with(header(), "typ", "\"\"")),
        json(with(header(), "typ", "null")),
        json(with(header(), "crit", "[\"exp\"]")),
        json(with(header(), "crit", "[\"alg\"]")),
        json(with(header(), "crit", "[]")),
        json(with(header(), "crit", "\"b64\"")),
        json(with(with(header(), "b64", "false"), "crit", "[\"b64\"]")),
        json(header()).replace("{", "{\"alg\":\"none\","),
        json(header()) + "{}",
        "[" + json(header()) + "]");
  }

  @ParameterizedTest
  @MethodSource("headersOfNoTokenOfOurs")
  void aHeaderThatThisServerDoesNotWriteIsRefused(String header) {
    assertRefused(new RawToken(header, json(claims())).signed(key), MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "other", "../../etc/passwd", "' or 1=1 --", "\\u0000"})
  void aKeyIdThatIsNotOursIsRefused(String kid) {
    assertRefused(
        new RawToken(json(with(header(), "kid", "\"" + kid + "\"")), json(claims())).signed(key),
        SIGNATURE_INVALID);
  }

  @Test
  void aKeyThatTheTokenBringsAlongIsNotUsed() throws JOSEException {
    ECKey theirs = otherKey();
    Map<String, String> header = with(header(), "jwk", theirs.toPublicJWK().toJSONString());

    assertRefused(new RawToken(json(header), json(claims())).signed(theirs), SIGNATURE_INVALID);
    assertRefused(
        new RawToken(
                json(with(header(), "jku", "\"https://attacker.example/jwks\"")), json(claims()))
            .signed(theirs),
        SIGNATURE_INVALID);
  }

  // The signature

  @Test
  void aSignatureOfAnotherKeyIsRefused() throws JOSEException {
    assertRefused(
        new RawToken(json(header()), json(claims())).signed(otherKey()), SIGNATURE_INVALID);
  }

  @Test
  void aSignatureThatIsNoneIsRefused() {
    RawToken token = new RawToken(json(header()), json(claims()));

    assertRefused(token.with(new byte[64]), SIGNATURE_INVALID);
    assertRefused(token.with(new byte[63]), SIGNATURE_INVALID);
    assertRefused(token.with(new byte[65]), SIGNATURE_INVALID);
    assertRefused(token.with(new byte[1]), SIGNATURE_INVALID);
    // The library treats an empty part as missing.
    assertRefused(token.with(new byte[0]), MALFORMED);
  }

  @Test
  void aSignatureInAnotherFormIsRefused() throws GeneralSecurityException, JOSEException {
    RawToken token = new RawToken(json(header()), json(claims()));
    Signature der = Signature.getInstance("SHA256withECDSA");
    der.initSign(key.toECPrivateKey());
    der.update(token.signingInput().getBytes(StandardCharsets.US_ASCII));

    assertRefused(token.with(der.sign()), SIGNATURE_INVALID);
  }

  @Test
  void aTokenHasOneText() {
    String[] parts = valid().split("\\.", -1);
    for (int i = 0; i < parts.length; i++) {
      for (String more : List.of("=", "==", " ", "\n", "+", "/", "*")) {
        String[] changed = parts.clone();
        changed[i] += more;
        assertRefused(String.join(".", changed), MALFORMED);
      }
    }
  }

  @Test
  void oneAlteredCharacterMakesATokenInvalid() {
    String token = valid();
    // The last character of a signature has bits that do not count.
    for (int i = 0; i < token.length() - 1; i++) {
      char altered = token.charAt(i) == 'A' ? 'B' : 'A';
      String text = token.substring(0, i) + altered + token.substring(i + 1);

      assertThatExceptionOfType(PlatformException.class)
          .as("character %d", i)
          .isThrownBy(() -> verifier.verify(text))
          .satisfies(e -> assertThat(e.reason()).isIn(MALFORMED, SIGNATURE_INVALID));
    }
  }

  @Test
  void otherClaimsUnderTheSignatureOfATokenAreRefused() {
    String[] parts = valid().split("\\.", -1);
    String altered =
        RawToken.encode(
            json(with(claims(), "sub", "\"" + Uid.newRoot().newChild() + "\""))
                .getBytes(StandardCharsets.UTF_8));

    assertRefused(parts[0] + "." + altered + "." + parts[2], SIGNATURE_INVALID);
  }

  // The claims

  record Claims(String reason, Map<String, String> claims) {
    @Override
    public String toString() {
      return reason + " " + json(claims);
    }
  }

  Stream<Claims> claimsOfNoTokenOfOurs() {
    String expired = "TOKEN_EXPIRED";
    String audience = "TOKEN_AUDIENCE_MISMATCH";
    String issuer = "TOKEN_ISSUER_UNKNOWN";
    return Stream.of(
        new Claims(issuer, with(claims(), "iss", "\"https://platform.test/\"")),
        new Claims(issuer, with(claims(), "iss", "\"HTTPS://platform.test\"")),
        new Claims(issuer, with(claims(), "iss", "\"https://platform.test.attacker.example\"")),
        new Claims(issuer, with(claims(), "iss", "\"\"")),
        new Claims(issuer, with(claims(), "iss", "null")),
        new Claims(issuer, without(claims(), "iss")),
        new Claims(expired, times(-3_661, -61)),
        new Claims(expired, times(-3_660, -60)),
        new Claims(expired, times(-7_200, -3_600)),
        new Claims(expired, with(claims(), "exp", "0")),
        new Claims(expired, with(claims(), "exp", "-1")),
        new Claims(MALFORMED, without(claims(), "exp")),
        new Claims(MALFORMED, with(claims(), "exp", "null")),
        new Claims(MALFORMED, with(claims(), "exp", "\"" + (now + 60) + "\"")),
        new Claims(MALFORMED, with(claims(), "exp", "[" + (now + 60) + "]")),
        new Claims(
            expired, with(claims(), "exp", "9223372036854775807")), // overflows as milliseconds
        new Claims(MALFORMED, with(claims(), "exp", "253402300799")),
        new Claims(MALFORMED, without(claims(), "iat")),
        new Claims(MALFORMED, with(claims(), "iat", "\"now\"")),
        new Claims(MALFORMED, times(61, 3_600)),
        new Claims(MALFORMED, times(0, 12 * 3_600 + 1)),
        new Claims(MALFORMED, times(-60, 12 * 3_600)),
        new Claims(MALFORMED, with(claims(), "nbf", String.valueOf(now + 61))),
        new Claims(MALFORMED, with(claims(), "nbf", "\"tomorrow\"")),
        new Claims(audience, without(claims(), "aud")),
        new Claims(audience, with(claims(), "aud", "null")),
        new Claims(audience, with(claims(), "aud", "[]")),
        new Claims(MALFORMED, with(claims(), "aud", "[null,\"https://platform.test\"]")),
        new Claims(audience, with(claims(), "aud", "\"https://other.test\"")),
        new Claims(audience, with(claims(), "aud", "\"https://platform.test/\"")),
        new Claims(audience, with(claims(), "aud", "[\"https://other.test\",\"platform.test\"]")),
        new Claims(MALFORMED, without(claims(), "sub")),
        new Claims(MALFORMED, with(claims(), "sub", "null")),
        new Claims(MALFORMED, with(claims(), "sub", "\"\"")),
        new Claims(MALFORMED, with(claims(), "sub", "\"alice@example.com\"")),
        new Claims(MALFORMED, with(claims(), "sub", "\"" + identity.value() + "/\"")),
        new Claims(MALFORMED, with(claims(), "sub", "7")),
        new Claims(MALFORMED, with(claims(), "platform_scopes", "\"" + identity.root() + "\"")),
        new Claims(MALFORMED, with(claims(), "platform_scopes", "[]")),
        new Claims(MALFORMED, with(claims(), "platform_scopes", "[\"" + identity.root() + "\"]")),
        new Claims(MALFORMED, with(claims(), "platform_scopes", "[[\"\"]]")),
        new Claims(MALFORMED, with(claims(), "platform_scopes", "[[\"root\"]]")),
        new Claims(MALFORMED, with(claims(), "platform_scopes", "[[7]]")),
        new Claims(MALFORMED, with(claims(), "platform_scopes", "[[null]]")),
        new Claims(MALFORMED, with(claims(), "platform_scopes", "[null]")),
        new Claims(MALFORMED, with(claims(), "platform_scopes", "[[],7]")),
        new Claims(MALFORMED, with(claims(), "platform_scopes", "[[[]]]")),
        new Claims(MALFORMED, with(claims(), "platform_scopes", "{}")),
        new Claims(MALFORMED, with(claims(), "platform_scopes", "null")),
        new Claims(MALFORMED, without(claims(), "platform_relationship")),
        new Claims(MALFORMED, with(claims(), "platform_relationship", "null")),
        new Claims(MALFORMED, with(claims(), "platform_relationship", "\"0\"")),
        new Claims(MALFORMED, with(claims(), "platform_capabilities", "\"groups.list\"")),
        new Claims(MALFORMED, with(claims(), "platform_capabilities", "[7]")),
        new Claims(MALFORMED, with(claims(), "platform_capabilities", "[null]")),
        new Claims(MALFORMED, with(claims(), "platform_capabilities", "true")),
        new Claims(MALFORMED, with(claims(), "platform_capabilities", "null")));
  }

  @ParameterizedTest
  @MethodSource("claimsOfNoTokenOfOurs")
  void claimsThatThisServerDoesNotIssueAreRefused(Claims claims) {
    assertRefused(new RawToken(json(header()), json(claims.claims())).signed(key), claims.reason());
  }

  Stream<Map<String, String>> claimsWithinTheRules() {
    return Stream.of(
        times(-3_659, -59),
        times(60, 3_600),
        times(0, 12 * 3_600),
        with(claims(), "nbf", String.valueOf(now + 60)),
        with(claims(), "nbf", String.valueOf(now - 60)),
        with(claims(), "aud", "[\"https://other.test\",\"" + ISSUER + "\"]"),
        with(claims(), "aud", "[\"" + ISSUER + "\"]"),
        with(claims(), "act", "{\"sub\":\"alice\"}"),
        // as in tokens of older versions
        with(claims(), "act", "{\"iss\":\"https://idp.test\",\"sub\":\"a\",\"aud\":[\"b\"]}"));
  }

  @ParameterizedTest
  @MethodSource("claimsWithinTheRules")
  void claimsWithinTheRulesAreAccepted(Map<String, String> claims) {
    String token = new RawToken(json(header()), json(claims)).signed(key);

    assertThat(verifier.verify(token).identity()).isEqualTo(identity);
  }

  @Test
  void aTokenMustCarryOneOfTheConfiguredAudiencesWhicheverThatIs() {
    Map<String, String> twoAudiences = Map.of("platform.audience", "https://a.test,https://b.test");
    try (TestServices others = new TestServices(TestDatabase.H2, clock, twoAudiences)) {
      SigningKeys theirs = others.signingKeys();
      theirs.rotate();
      TokenVerifier theirVerifier = others.tokenVerifier(theirs);
      TokenIssuer theirIssuer = others.tokenIssuer(theirs);
      Function<List<String>, String> token =
          audiences ->
              theirIssuer
                  .issue(
                      new TokenSubject(identity, 0), audiences, Narrowing.NONE, Duration.ofHours(1))
                  .text();

      for (List<String> audiences :
          List.of(
              List.of("https://a.test"),
              List.of("https://b.test"),
              List.of(ISSUER, "https://b.test"))) {
        String text = token.apply(audiences);
        assertThat(theirVerifier.verify(text).audiences()).isEqualTo(audiences);
        assertThat(theirVerifier.verify(text).audiences()).as("when known").isEqualTo(audiences);
      }
      // The issuer URL is not one of the audiences.
      for (String audience : List.of(ISSUER, "https://c.test")) {
        assertRefused(theirVerifier, token.apply(List.of(audience)), "TOKEN_AUDIENCE_MISMATCH");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "iss",
        "sub",
        "aud",
        "exp",
        "iat",
        "platform_relationship",
        "platform_scopes",
        "platform_capabilities"
      })
  void aClaimThatIsThereTwiceIsRefused(String name) {
    Map<String, String> claims = with(claims(), "platform_scopes", "[[]]");
    claims.put("platform_capabilities", "[]");
    String twice = json(claims).replace("{", "{\"" + name + "\":" + claims.get(name) + ",");

    assertRefused(new RawToken(json(header()), twice).signed(key), MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "7", "\"text\"", "{", "{}{}", "{\"a\":1,}"})
  void claimsThatAreNoJsonObjectAreRefused(String claims) {
    assertRefused(new RawToken(json(header()), claims).signed(key), MALFORMED);
  }

  @Test
  void aNarrowedTokenSaysToWhat() {
    String scopes = "[[\"" + identity.root() + "\"],[\"" + identity + "\"],[]]";
    Map<String, String> claims = with(claims(), "platform_scopes", scopes);
    claims.put("platform_capabilities", "[\"groups.list\"]");

    assertThat(verifier.verify(new RawToken(json(header()), json(claims)).signed(key)).narrowing())
        .isEqualTo(
            new Narrowing(
                List.of(Set.of(identity.root()), Set.of(identity), Set.of()),
                Optional.of(Set.of(Capability.IAM_GROUPS_LIST))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[\"groups.shred\"]"})
  void aCapabilityThatNobodyKnowsLeavesTheTokenNarrowed(String capabilities) {
    String token =
        new RawToken(json(header()), json(with(claims(), "platform_capabilities", capabilities)))
            .signed(key);

    assertThat(verifier.verify(token).narrowing())
        .isEqualTo(Narrowing.to(Optional.empty(), Optional.of(Set.of())));
  }

  private AccessToken accepted(Narrowing narrowing, long lifetime) {
    Instant issued = Instant.ofEpochSecond(now);
    return new AccessToken(
        identity,
        0,
        narrowing,
        key.getKeyID(),
        ISSUER,
        List.of(ISSUER),
        issued,
        issued.plusSeconds(lifetime));
  }

  private String valid() {
    return new RawToken(json(header()), json(claims())).signed(key);
  }

  private Map<String, String> header() {
    Map<String, String> header = new LinkedHashMap<>();
    header.put("alg", "\"ES256\"");
    header.put("typ", "\"at+jwt\"");
    header.put("kid", "\"" + key.getKeyID() + "\"");
    return header;
  }

  private Map<String, String> claims() {
    Map<String, String> claims = new LinkedHashMap<>();
    claims.put("iss", "\"" + ISSUER + "\"");
    claims.put("sub", "\"" + identity.value() + "\"");
    claims.put("aud", "\"" + ISSUER + "\"");
    claims.put("iat", String.valueOf(now));
    claims.put("exp", String.valueOf(now + 3_600));
    claims.put("platform_relationship", "0");
    return claims;
  }

  private Map<String, String> times(long issued, long expires) {
    return with(
        with(claims(), "iat", String.valueOf(now + issued)), "exp", String.valueOf(now + expires));
  }

  private ECKey otherKey() throws JOSEException {
    return new ECKeyGenerator(Curve.P_256).keyID(key.getKeyID()).generate();
  }

  private void assertRefused(String token, String reason) {
    assertRefused(verifier, token, reason);
  }

  private static void assertRefused(TokenVerifier verifier, String token, String reason) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> verifier.verify(token))
        .satisfies(
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
              assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason);
            });
  }
}

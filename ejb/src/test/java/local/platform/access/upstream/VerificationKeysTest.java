package local.platform.access.upstream;

import static local.platform.access.upstream.TestIssuer.ED25519;
import static local.platform.access.upstream.TestIssuer.P256;
import static local.platform.access.upstream.TestIssuer.P384;
import static local.platform.access.upstream.TestIssuer.RSA;
import static local.platform.access.upstream.TestIssuer.keySet;
import static local.platform.access.upstream.TestIssuer.named;
import static local.platform.access.upstream.TestIssuer.parsed;
import static local.platform.access.upstream.TestIssuer.unnamed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import java.text.ParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class VerificationKeysTest {
  private static final String PRIVATE =
      "has private or symmetric key material: remove it, and consider the key as disclosed";
  private static final String UNREADABLE = "cannot be read, or has a type that is not accepted";
  private static final String UNFIT = "is for none of RS256, PS256, ES256, ES384 and EdDSA";
  private static final String PURPOSE = "is not intended for verifying signatures";
  private static final String KID = "must have a kid of 1 to 1024 characters";
  private static final String BITS = "must have 2048 to 8192 bits, as it is an RSA key";

  private static final String EXPONENT =
      "must have an odd exponent of at least 3 and at most 32 bits, as it is an RSA key";

  /** Returns unusable keys, and what is said about them when they are to be stored. */
  static Stream<Arguments> unusable() {
    return Stream.of(
        Arguments.of("private RSA", RSA.toJSONString(), PRIVATE),
        Arguments.of("private EC", P256.toJSONString(), PRIVATE),
        Arguments.of("private Ed25519", ED25519.toJSONString(), PRIVATE),
        Arguments.of("symmetric", "{\"kty\":\"oct\",\"kid\":\"a\",\"k\":\"AAAA\"}", PRIVATE),
        Arguments.of("symmetric, empty", "{\"kty\":\"oct\",\"kid\":\"a\"}", PRIVATE),
        Arguments.of("no object", "1", "is not a JSON object"),
        Arguments.of("null", "null", "is not a JSON object"),
        Arguments.of("no type", "{\"kid\":\"a\"}", UNREADABLE),
        Arguments.of("unknown type", "{\"kid\":\"a\",\"kty\":\"AKP\"}", UNREADABLE),
        Arguments.of("no kid", without(P256, "kid"), KID),
        Arguments.of("empty kid", with(P256, "kid", "\"\""), KID),
        Arguments.of("long kid", with(P256, "kid", "\"" + "k".repeat(1_025) + "\""), KID),
        Arguments.of("encryption", with(P256, "use", "\"enc\""), PURPOSE),
        Arguments.of("signing only", with(P256, "key_ops", "[\"sign\"]"), PURPOSE),
        Arguments.of("no operation", with(P256, "key_ops", "[]"), PURPOSE),
        Arguments.of("HMAC", with(RSA, "alg", "\"HS256\""), UNFIT),
        Arguments.of("RS512", with(RSA, "alg", "\"RS512\""), UNFIT),
        Arguments.of("ES384 on P-256", with(P256, "alg", "\"ES384\""), UNFIT),
        Arguments.of("small RSA", json(smallRsa()), BITS),
        Arguments.of("huge RSA", with(RSA, "n", "\"" + "q".repeat(1_400) + "\""), BITS),
        Arguments.of("P-521", json(TestIssuer.ec("a", Curve.P_521)), UNFIT),
        Arguments.of("X25519", with(ED25519, "crv", "\"X25519\""), UNFIT),
        Arguments.of("off the curve", with(P256, "y", "\"AAAA\""), UNREADABLE),
        Arguments.of("short Ed25519", with(ED25519, "x", "\"AAAA\""), "is not a valid key"),
        Arguments.of("RSA that signs anything", with(RSA, "e", "\"AQ\""), EXPONENT),
        Arguments.of("RSA with exponent 0", with(RSA, "e", "\"AA\""), EXPONENT),
        Arguments.of("RSA with exponent 2", with(RSA, "e", "\"Ag\""), EXPONENT),
        Arguments.of("RSA with an even exponent", with(RSA, "e", "\"AQAA\""), EXPONENT),
        Arguments.of("RSA with 33 bits", with(RSA, "e", "\"AQAAAAE\""), EXPONENT),
        Arguments.of(
            "RSA with 2,048 bits", with(RSA, "e", "\"" + "q".repeat(340) + "q\""), EXPONENT));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unusable")
  void aKeyThatCannotBeUsedIsNotStored(String name, String key, String problem) {
    assertThat(violation(keySet(json(P384), key))).isEqualTo("issuerKeys: key 2 " + problem);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unusable")
  void aPublishedKeyThatCannotBeUsedIsSkipped(String name, String key, String problem) {
    VerificationKeys keys = parsed(keySet(key, json(P384)));

    assertThat(keys.skipped()).hasSize(1);
    assertThat(keys.find(Optional.of("p384"), UpstreamAlgorithm.ES384)).isPresent();
    assertThat(keys.only())
        .as("the only usable key")
        .isEqualTo(
            problem.equals(KID) && !key.contains("kid")
                ? Optional.empty()
                : Optional.of(P384.toPublicJWK()));
  }

  /** Of whatever types they are: the algorithm of a token does not choose among them. */
  @Test
  void aTokenWithoutAKeyIdHasTheKeyThatIsTheOnlyUsableOne() {
    for (VerificationKeys one :
        List.of(
            parsed(keySet(P256)),
            parsed(keySet(without(P256, "kid"))),
            parsed(
                keySet(json(P256), with(RSA, "use", "\"enc\""), with(RSA, "alg", "\"RS512\""))))) {
      assertThat(one.contains(unnamed())).isTrue();
      assertThat(one.find(Optional.empty(), UpstreamAlgorithm.ES256)).isPresent();
      assertThat(one.find(Optional.empty(), UpstreamAlgorithm.RS256)).isEmpty();
      assertThat(one.find(Optional.empty(), UpstreamAlgorithm.ES384)).isEmpty();
      assertThat(one.contains(KeyRequest.insteadOf(one.only().orElseThrow()))).isFalse();
      assertThat(one.contains(KeyRequest.insteadOf(P384.toPublicJWK()))).isTrue();
    }
    for (VerificationKeys several :
        List.of(
            parsed(keySet(P256, RSA)),
            parsed(keySet(P256, P384)),
            parsed(keySet(P256, P256)),
            parsed(keySet(json(P256), without(RSA, "kid"))),
            parsed(keySet(without(P256, "kid"), without(ED25519, "kid"))),
            parsed("{\"keys\":[]}"))) {
      assertThat(several.contains(unnamed())).isFalse();
      assertThat(several.only()).isEmpty();
      for (UpstreamAlgorithm algorithm : UpstreamAlgorithm.values()) {
        assertThat(several.find(Optional.empty(), algorithm)).isEmpty();
      }
    }
  }

  @Test
  void aKeyWithoutIdIsOfNoUseAmongOthersAndThatIsTold() {
    VerificationKeys keys = parsed(keySet(json(P256), without(RSA, "kid")));

    assertThat(keys.find(Optional.of("p256"), UpstreamAlgorithm.ES256)).isPresent();
    assertThat(keys.skipped()).containsExactly("one has no kid, though it is not the only one");
    assertThat(parsed(keySet(without(RSA, "kid"))).skipped()).isEmpty();
  }

  @Test
  void keysOfAllAcceptedTypesAreStored() {
    FieldViolations violations = new FieldViolations();

    VerificationKeys keys =
        VerificationKeys.check("issuerKeys", keySet(RSA, P256, P384, ED25519), violations)
            .orElseThrow();

    violations.throwIfAny();
    assertThat(keys.size()).isEqualTo(4);
    assertThat(keys.find(Optional.of("rsa"), UpstreamAlgorithm.RS256)).isPresent();
    assertThat(keys.find(Optional.of("rsa"), UpstreamAlgorithm.PS256)).isPresent();
    assertThat(keys.find(Optional.of("rsa"), UpstreamAlgorithm.ES256)).isEmpty();
    assertThat(keys.find(Optional.of("p256"), UpstreamAlgorithm.ES256)).isPresent();
    assertThat(keys.find(Optional.of("p256"), UpstreamAlgorithm.ES384)).isEmpty();
    assertThat(keys.find(Optional.of("ed25519"), UpstreamAlgorithm.EDDSA)).isPresent();
  }

  @Test
  void aKeyForVerifyingIsUsable() {
    assertThat(parsed(keySet(with(P256, "use", "\"sig\""))).size()).isEqualTo(1);
    assertThat(parsed(keySet(with(P256, "key_ops", "[\"sign\",\"verify\"]"))).size()).isEqualTo(1);
    assertThat(parsed(keySet(with(P256, "alg", "\"ES256\""))).size()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Aw", "AQAB", "AAAAAAEAAQ", "_____w"})
  void theUsualExponentsAndThoseOf32BitsAreUsable(String exponent) {
    assertThat(parsed(keySet(with(RSA, "e", "\"" + exponent + "\""))).size()).isEqualTo(1);
  }

  @Test
  void certificatesDoNotSpoilAKey() {
    assertThat(parsed(keySet(with(P256, "x5c", "[\"AAAA\"]"))).size()).isEqualTo(1);
  }

  @Test
  void aRefusalRepeatsNothing() {
    String secret = RSA.toRSAKey().getPrivateExponent().toString();

    assertThat(violation(keySet(RSA.toJSONString()))).doesNotContain(secret);
    assertThat(violation("{\"keys\":[{\"T0pSecret\"")).doesNotContain("T0pSecret");
    assertThat(violation(keySet("{\"kty\":\"T0pSecret\"}"))).doesNotContain("T0pSecret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "1",
        "{",
        "{}",
        "{\"keys\":{}}",
        "{\"keys\":null}",
        "{\"keys\":1}"
      })
  void whatIsNoKeySetIsRefused(String json) {
    assertThat(violation(json)).startsWith("issuerKeys must be a JWK set (RFC 7517): ");
    assertThatExceptionOfType(ParseException.class).isThrownBy(() -> VerificationKeys.parse(json));
  }

  @Test
  void oneKeyAloneIsNoKeySet() {
    assertThat(violation(json(P256))).startsWith("issuerKeys must be a JWK set (RFC 7517): ");
  }

  @Test
  void deepNestingIsRefused() {
    String deep = "{\"keys\":" + "[".repeat(400_000) + "]".repeat(400_000) + "}";

    assertThatExceptionOfType(ParseException.class).isThrownBy(() -> VerificationKeys.parse(deep));
  }

  @Test
  void atLeastOneKeyIsStored() {
    assertThat(violation("{\"keys\":[]}")).isEqualTo("issuerKeys must have at least one key");
  }

  @Test
  void noTwoStoredKeysHaveOneId() {
    assertThat(violation(keySet(P256, P256))).isEqualTo("issuerKeys: key 2 has the kid of another");
  }

  @Test
  void theOnlyStoredKeyNeedsNoId() {
    String one = keySet(without(P256, "kid"));
    FieldViolations violations = new FieldViolations();

    assertThat(VerificationKeys.check("issuerKeys", one, violations)).isPresent();
    violations.throwIfAny();
    VerificationKeys stored = parsed(one);
    assertThat(stored.find(Optional.empty(), UpstreamAlgorithm.ES256)).isPresent();
    assertThat(stored.find(Optional.empty(), UpstreamAlgorithm.RS256)).isEmpty();
    assertThat(stored.find(Optional.of("p256"), UpstreamAlgorithm.ES256)).isEmpty();
    assertThat(stored.contains(named("p256"))).isFalse();
    assertThat(violation(keySet(with(P256, "kid", "\"\"")))).isEqualTo("issuerKeys: key 1 " + KID);
  }

  @Test
  void aStoredKeySetHasAtMost64KiB() {
    String keys = keySet(P256);
    String longest = " ".repeat(VerificationKeys.MAX_STORED_BYTES - keys.length()) + keys;

    assertThat(VerificationKeys.check("issuerKeys", longest, new FieldViolations())).isPresent();
    assertThat(violation(" " + longest)).isEqualTo("issuerKeys must have at most 65536 bytes");
  }

  @Test
  void ofVeryManyPublishedKeysTheFirstAreKept() {
    String[] many =
        IntStream.range(0, 300)
            .mapToObj(i -> with(ED25519, "kid", "\"" + i + "\""))
            .toArray(String[]::new);

    assertThat(parsed(keySet(many)).size()).isEqualTo(256);
  }

  private static String violation(String json) {
    FieldViolations violations = new FieldViolations();
    assertThat(VerificationKeys.check("issuerKeys", json, violations)).isEmpty();
    PlatformException refusal =
        catchThrowableOfType(PlatformException.class, violations::throwIfAny);
    return refusal.getMessage().replaceFirst(".*?: issuerKeys: ", "");
  }

  /** Nimbus does not make such small keys. */
  private static JWK smallRsa() {
    try {
      return JWK.parse(with(RSA, "n", "\"" + "q".repeat(300) + "\""));
    } catch (ParseException e) {
      throw new AssertionError(e);
    }
  }

  private static String json(JWK key) {
    return key.toPublicJWK().toJSONString();
  }

  private static String with(JWK key, String name, String json) {
    return written(key, name, json);
  }

  private static String without(JWK key, String name) {
    return written(key, name, "");
  }

  private static String written(JWK key, String name, String json) {
    Map<String, String> members = new TreeMap<>();
    key.toPublicJWK()
        .toJSONObject()
        .forEach((each, value) -> members.put(each, "\"" + value + "\""));
    members.put(name, json);
    return members.entrySet().stream()
        .filter(member -> !member.getValue().isEmpty())
        .map(member -> "\"" + member.getKey() + "\":" + member.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }
}

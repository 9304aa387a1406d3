package local.platform.access.upstream;

import static local.platform.access.upstream.TestIssuer.P256;
import static local.platform.access.upstream.TestIssuer.RSA;
import static local.platform.access.upstream.TestIssuer.claims;
import static local.platform.access.upstream.TestIssuer.header;
import static local.platform.access.upstream.TestIssuer.signed;
import static local.platform.access.upstream.TestIssuer.token;
import static local.platform.testing.RawToken.json;
import static local.platform.testing.RawToken.with;
import static local.platform.testing.RawToken.without;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.util.Base64URL;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.testing.JoseHeaders;
import local.platform.testing.MutableClock;
import local.platform.testing.RawToken;
import local.platform.url.IssuerUrl;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what is refused before a key is looked for. */
class UpstreamTokenTest {
  private static final IssuerUrl ISSUER = new IssuerUrl("https://issuer.test");

  private final Clock clock = new MutableClock();
  private final Map<String, String> header = header("RS256", RSA);
  private final Map<String, String> claims = claims(ISSUER, clock);

  @Test
  void aTokenTellsWhatItClaims() {
    UpstreamToken parsed = UpstreamToken.parse(token("RS256", RSA, claims));

    assertThat(parsed.unverifiedIssuer()).isEqualTo(ISSUER);
    assertThat(parsed.unverifiedClaims().text("sub")).contains("alice");
    assertThat(parsed.header().getKeyID()).isEqualTo("rsa");
  }

  @Test
  void noTextOfATokenHasItsContents() {
    assertThat(UpstreamToken.parse(token("RS256", RSA, claims)).toString())
        .isEqualTo("a token of https://issuer.test");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "..",
        "a.b",
        "a.b.c.d",
        "e30.e30.e30",
        "bnVsbA.bnVsbA.bnVsbA",
        // a JWE
        "eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.AAAA.AAAA.AAAA.AAAA",
        // the JSON serialization with two signatures
        "{\"payload\":\"e30\",\"signatures\":[{\"protected\":\"e30\",\"signature\":\"AA\"},{\"protected\":\"e30\",\"signature\":\"AA\"}]}"
      })
  void whatIsNotOneCompactTokenIsRefused(String text) {
    refused(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "\n", "=", "+", ".", "~", "\u00e9"})
  void nothingMayBeAddedToAToken(String more) {
    String token = token("RS256", RSA, claims);

    refused(token + more);
    refused(more + token);
    refused(token.replaceFirst("\\.", more + "."));
  }

  @Test
  void aTokenOf8192CharactersIsReadAndALongerOneIsNot() {
    int length = token("RS256", RSA, with(claims, "x", "\"\"")).length();
    String padding = "x".repeat((UpstreamToken.MAX_LENGTH - length) * 3 / 4);
    String longest = token("RS256", RSA, with(claims, "x", "\"" + padding + "\""));
    assertThat(longest).hasSizeBetween(UpstreamToken.MAX_LENGTH - 4, UpstreamToken.MAX_LENGTH);

    assertThatCode(() -> UpstreamToken.parse(longest)).doesNotThrowAnyException();
    refused(token("RS256", RSA, with(claims, "x", "\"" + padding + "xxxxxx\"")));
  }

  @Test
  void aTokenOfAMegabyteIsRefusedForItsLength() {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> UpstreamToken.parse("a.".repeat(500_000)))
        .withMessageContaining("longer than 8192 characters");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "none",
        "None",
        "NONE",
        "HS256",
        "HS384",
        "HS512",
        "RS1",
        "RS384",
        "RS512",
        "PS384",
        "PS512",
        "ES512",
        "ES256K",
        "rs256",
        "RSA-OAEP",
        "dir",
        ""
      })
  void anAlgorithmThatIsNotAcceptedIsRefused(String algorithm) {
    refused(signed(with(header, "alg", "\"" + algorithm + "\""), claims, "RS256", RSA));
  }

  @Test
  void noneWithoutASignatureIsRefused() {
    RawToken none = new RawToken("{\"alg\":\"none\",\"kid\":\"rsa\"}", json(claims));

    refused(none.signingInput() + ".");
    refused(none.signingInput());
  }

  @Test
  void theAlgorithmIsRequired() {
    refused(signed(without(header, "alg"), claims, "RS256", RSA));
  }

  /** The classic attack: the public key is used as the secret of an HMAC. */
  @Test
  void aPublicKeyIsNoSecret() throws GeneralSecurityException, JOSEException {
    RawToken forged = new RawToken(json(with(header, "alg", "\"HS256\"")), json(claims));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(RSA.toRSAKey().toPublicKey().getEncoded(), "HmacSHA256"));

    refused(forged.with(mac.doFinal(forged.signingInput().getBytes(StandardCharsets.US_ASCII))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[\"exp\"]",
        "[\"b64\"]",
        "[\"x\"]",
        "[]",
      })
  void criticalHeadersAreRefused(String critical) {
    refused(signed(with(header, "crit", critical), claims, "RS256", RSA));
  }

  @Test
  void anUnencodedPayloadIsRefused() {
    refused(signed(with(header, "b64", "false"), claims, "RS256", RSA));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"\"", "1", "[\"rsa\"]"})
  void aKeyIdThatIsNoTextIsRefused(String kid) {
    refused(signed(with(header, "kid", kid), claims, "RS256", RSA));
  }

  @Test
  void aTokenNeedNotNameAKey() {
    String unnamed = signed(without(header, "kid"), claims, "RS256", RSA);
    String none = signed(with(header, "kid", "null"), claims, "RS256", RSA);

    assertThat(UpstreamToken.parse(unnamed).kid()).isEmpty();
    assertThat(UpstreamToken.parse(none).kid()).isEmpty();
    assertThat(UpstreamToken.parse(token("RS256", RSA, claims)).kid()).hasValue(RSA.getKeyID());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"JWT", "jwt", "at+jwt", "AT+JWT", "application/at+jwt", "application/jwt"})
  void theTypesOfTokensThatSayWhoSomebodyIsAreAccepted(String type) {
    String token = signed(with(header, "typ", "\"" + type + "\""), claims, "RS256", RSA);

    assertThatCode(() -> UpstreamToken.parse(token)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "logout+jwt",
        "application/logout+jwt",
        "secevent+jwt",
        "dpop+jwt",
        "id+jwt",
        "JOSE",
        "",
        "kb+jwt",
        "jwt2"
      })
  void otherTypesAreRefused(String type) {
    refused(signed(with(header, "typ", "\"" + type + "\""), claims, "RS256", RSA));
  }

  @Test
  void aMemberThatIsThereTwiceIsRefused() {
    String twice = "{\"iss\":\"https://other.test\"," + json(claims).substring(1);
    refused(signed(new RawToken(json(header), twice), "RS256", RSA));

    String header2 = "{\"alg\":\"ES256\"," + json(header).substring(1);
    refused(signed(new RawToken(header2, json(claims)), "RS256", RSA));
  }

  /** Otherwise subjects that differ only in such bytes would be the same. */
  @Test
  void whatIsNotUtf8IsRefused() {
    String json = json(with(claims, "sub", "\"\u00fe\""));
    assertThat(UpstreamToken.parse(unsigned(json(header), json, StandardCharsets.UTF_8)))
        .isNotNull();
    refused(unsigned(json(header), json, StandardCharsets.ISO_8859_1));
    refused(
        unsigned(json(with(header, "x", "\"\u00fe\"")), json(claims), StandardCharsets.ISO_8859_1));
  }

  private static String unsigned(String header, String payload, Charset charset) {
    return Base64URL.encode(header.getBytes(charset))
        + "."
        + Base64URL.encode(payload.getBytes(charset))
        + ".AAAA";
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "\"x\"", "{", "{}x", "{a:1}"})
  void claimsThatAreNoObjectAreRefused(String payload) {
    refused(signed(new RawToken(json(header), payload), "RS256", RSA));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "1",
        "[\"https://issuer.test\"]",
        "\"\"",
        "\"issuer.test\"",
        "\"http://issuer.test\"",
        "\"https://user@issuer.test\"",
        "\"https://issuer.test?a=b\"",
        "\"https://issuer.test#a\""
      })
  void anIssuerThatNoneCanBeIsRefused(String issuer) {
    refused(signed(header, with(claims, "iss", issuer), "RS256", RSA));
  }

  @Test
  void theIssuerIsRequired() {
    refused(signed(header, without(claims, "iss"), "RS256", RSA));
  }

  @Test
  void googlesIssuerWithoutSchemeIsTheOneWithIt() {
    String token = signed(header, with(claims, "iss", "\"accounts.google.com\""), "RS256", RSA);

    assertThat(UpstreamToken.parse(token).unverifiedIssuer())
        .isEqualTo(new IssuerUrl("https://accounts.google.com"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      textBlock =
          """
          "text"               , text
          ""                   , ``
          true                 , true
          false                , false
          5                    , 5
          -5                   , -5
          9223372036854775807  , 9223372036854775807
          9223372036854775808  ,
          5.0                  ,
          5e3                  ,
          null                 ,
          ["text"]             ,
          {}                   ,
          """)
  void aClaimHasATextIfItIsOneValueThatHasOneForm(String json, String text) {
    UpstreamToken token =
        UpstreamToken.parse(signed(header, with(claims, "x", json), "RS256", RSA));

    assertThat(token.unverifiedClaims().text("x").orElse(null)).isEqualTo(text);
  }

  @Provide
  Arbitrary<String> headers() {
    return JoseHeaders.json();
  }

  @Property(tries = 500)
  void anyHeaderIsReadOrRefused(@ForAll("headers") String anyHeader) {
    String token = signed(new RawToken(anyHeader, json(claims)), "ES256", P256);
    try {
      assertThat(UpstreamToken.parse(token).kid().orElse("none")).isNotEmpty();
    } catch (PlatformException e) {
      assertThat(e.reason()).isEqualTo("TOKEN_MALFORMED");
    }
  }

  private static void refused(String text) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> UpstreamToken.parse(text))
        .satisfies(
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
              assertThat(e.reason()).isEqualTo("TOKEN_MALFORMED");
            });
  }
}

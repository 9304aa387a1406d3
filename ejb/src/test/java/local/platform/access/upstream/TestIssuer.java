package local.platform.access.upstream;

import static local.platform.testing.RawToken.json;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.Ed25519Signer;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.OctetKeyPairGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Clock;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import local.platform.testing.RawToken;
import local.platform.url.IssuerUrl;

/** Provides keys and tokens of an issuer. Keys are made only once, because RSA is slow. */
final class TestIssuer {
  static final JWK RSA = rsa("rsa", 2_048);
  static final JWK OTHER_RSA = rsa("other-rsa", 2_048);
  static final JWK P256 = ec("p256", Curve.P_256);
  static final JWK P384 = ec("p384", Curve.P_384);
  static final JWK ED25519 = ed25519("ed25519");

  private TestIssuer() {}

  static JWK rsa(String kid, int bits) {
    try {
      return new RSAKeyGenerator(bits, true).keyID(kid).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  static JWK ec(String kid, Curve curve) {
    try {
      return new ECKeyGenerator(curve).keyID(kid).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JWK ed25519(String kid) {
    try {
      return new OctetKeyPairGenerator(Curve.Ed25519).keyID(kid).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the request for the key that a token names. */
  static KeyRequest named(String kid) {
    return new KeyRequest(Optional.of(kid), Optional.empty());
  }

  /** Returns the request for the key of a token that names none. */
  static KeyRequest unnamed() {
    return new KeyRequest(Optional.empty(), Optional.empty());
  }

  /** Returns a JWK set of public keys. */
  static String keySet(JWK... keys) {
    return keySet(
        Arrays.stream(keys).map(key -> key.toPublicJWK().toJSONString()).toArray(String[]::new));
  }

  /** Returns a JWK set of keys given as JSON. */
  static String keySet(String... keys) {
    return Arrays.stream(keys).collect(Collectors.joining(",", "{\"keys\":[", "]}"));
  }

  static VerificationKeys keys(JWK... keys) {
    return parsed(keySet(keys));
  }

  static VerificationKeys parsed(String keySet) {
    try {
      return VerificationKeys.parse(keySet);
    } catch (ParseException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the members of a valid header. */
  static Map<String, String> header(String algorithm, JWK key) {
    Map<String, String> header = new LinkedHashMap<>();
    header.put("alg", quoted(algorithm));
    header.put("kid", quoted(key.getKeyID()));
    return header;
  }

  /** Returns the members of valid claims. */
  static Map<String, String> claims(IssuerUrl issuer, Clock clock) {
    long now = clock.instant().getEpochSecond();
    Map<String, String> claims = new LinkedHashMap<>();
    claims.put("iss", quoted(issuer.value()));
    claims.put("sub", quoted("alice"));
    claims.put("aud", quoted("https://platform.test"));
    claims.put("iat", String.valueOf(now));
    claims.put("exp", String.valueOf(now + 600));
    return claims;
  }

  static String quoted(String text) {
    return "\"" + text + "\"";
  }

  /** Returns a valid token that names no key. */
  static String unnamedToken(String algorithm, JWK key, Map<String, String> claims) {
    return signed(Map.of("alg", quoted(algorithm)), claims, algorithm, key);
  }

  /** Returns a valid token. */
  static String token(String algorithm, JWK key, Map<String, String> claims) {
    return signed(header(algorithm, key), claims, algorithm, key);
  }

  /** Returns a token with any header and a valid signature. */
  static String signed(
      Map<String, String> header, Map<String, String> claims, String algorithm, JWK key) {
    return signed(new RawToken(json(header), json(claims)), algorithm, key);
  }

  /** Returns a token with any header and a valid signature. */
  static String signed(RawToken token, String algorithm, JWK key) {
    try {
      JWSSigner signer =
          switch (key.getKeyType().getValue()) {
            case "RSA" -> new RSASSASigner(key.toRSAKey());
            case "EC" -> new ECDSASigner(key.toECKey());
            default -> new Ed25519Signer(key.toOctetKeyPair());
          };
      return token.with(
          signer
              .sign(
                  new JWSHeader(JWSAlgorithm.parse(algorithm)),
                  token.signingInput().getBytes(StandardCharsets.US_ASCII))
              .decode());
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }
}

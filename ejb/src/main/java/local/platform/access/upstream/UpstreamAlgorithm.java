package local.platform.access.upstream;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import java.util.Arrays;
import java.util.Optional;

/**
 * The signature algorithms that upstream tokens may have. All are asymmetric: with a symmetric one,
 * anybody who can verify could also sign.
 */
enum UpstreamAlgorithm {
  RS256(JWSAlgorithm.RS256),
  PS256(JWSAlgorithm.PS256),
  ES256(JWSAlgorithm.ES256),
  ES384(JWSAlgorithm.ES384),
  EDDSA(JWSAlgorithm.EdDSA);

  private final JWSAlgorithm algorithm;

  UpstreamAlgorithm(JWSAlgorithm algorithm) {
    this.algorithm = algorithm;
  }

  /** Returns the algorithm with this name; empty if it is not accepted. */
  static Optional<UpstreamAlgorithm> of(String name) {
    return Arrays.stream(values()).filter(each -> each.algorithm.getName().equals(name)).findAny();
  }

  /**
   * Returns whether a key has this algorithm's type and curve and, if the key names an algorithm,
   * this one.
   */
  boolean fits(JWK key) {
    boolean named =
        key.getAlgorithm() == null || key.getAlgorithm().getName().equals(algorithm.getName());
    return named && fitsType(key);
  }

  /**
   * Returns a verifier of signatures.
   *
   * @param key a key that {@linkplain #fits fits}
   * @throws JOSEException if the key turns out to be invalid, such as a point that is not on its
   *     curve
   */
  JWSVerifier verifier(JWK key) throws JOSEException {
    return switch (this) {
      case RS256, PS256 -> new RSASSAVerifier(key.toRSAKey());
      case ES256, ES384 -> new ECDSAVerifier(key.toECKey());
      case EDDSA -> new Ed25519SignatureVerifier(key.toOctetKeyPair());
    };
  }

  private boolean fitsType(JWK key) {
    return switch (this) {
      case RS256, PS256 -> key instanceof RSAKey;
      case ES256 -> key instanceof ECKey ec && ec.getCurve().equals(Curve.P_256);
      case ES384 -> key instanceof ECKey ec && ec.getCurve().equals(Curve.P_384);
      case EDDSA -> key instanceof OctetKeyPair pair && pair.getCurve().equals(Curve.Ed25519);
    };
  }
}

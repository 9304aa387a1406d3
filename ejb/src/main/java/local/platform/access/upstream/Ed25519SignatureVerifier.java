package local.platform.access.upstream;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.impl.BaseJWSProvider;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.util.Base64URL;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Set;

/**
 * Verifies Ed25519 signatures (RFC 8037) with the JDK. The verifier of Nimbus needs another
 * library, which is not visible to the copy of Nimbus in Payara Micro.
 */
final class Ed25519SignatureVerifier extends BaseJWSProvider implements JWSVerifier {
  private static final String NAME = "Ed25519";
  private static final int KEY_BYTES = 32;
  private static final int SIGNATURE_BYTES = 64;

  private static final BigInteger PRIME = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));

  /** The y coordinate of two of the four points of order 8; that of the others is its negative. */
  private static final BigInteger OF_ORDER_8 =
      new BigInteger("05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826", 16);

  /**
   * The y coordinates of the points of order 1, 2, 4 and 8. With such a public key anybody can
   * forge signatures: one signature is valid for many messages, or for all.
   */
  private static final Set<BigInteger> OF_SMALL_ORDER =
      Set.of(
          BigInteger.ZERO,
          BigInteger.ONE,
          PRIME.subtract(BigInteger.ONE),
          OF_ORDER_8,
          PRIME.subtract(OF_ORDER_8));

  private final PublicKey key;

  /**
   * Creates a verifier.
   *
   * @throws JOSEException if the key is not a point of the curve, or one of small order
   */
  Ed25519SignatureVerifier(OctetKeyPair key) throws JOSEException {
    super(Set.of(JWSAlgorithm.EdDSA));
    try {
      this.key =
          KeyFactory.getInstance(NAME)
              .generatePublic(
                  new EdECPublicKeySpec(NamedParameterSpec.ED25519, point(key.getDecodedX())));
      var unused = signature();
    } catch (GeneralSecurityException e) {
      throw new JOSEException("the key is not an Ed25519 key", e);
    }
  }

  @Override
  public boolean verify(JWSHeader header, byte[] signingInput, Base64URL signature)
      throws JOSEException {
    byte[] bytes = signature.decode();
    if (bytes.length != SIGNATURE_BYTES) { // the JDK accepts one with a trailing zero
      return false;
    }
    try {
      Signature verified = signature();
      verified.update(signingInput);
      return verified.verify(bytes);
    } catch (SignatureException e) {
      return false; // a part of the signature is out of range
    } catch (GeneralSecurityException e) {
      throw new JOSEException("the signature cannot be verified", e);
    }
  }

  /** Returns a verification that checks the key, too. */
  private Signature signature() throws GeneralSecurityException {
    Signature signature = Signature.getInstance(NAME);
    signature.initVerify(key);
    return signature;
  }

  /** Decodes a point (RFC 8032, section 5.1.2). */
  private static EdECPoint point(byte[] encoded) throws InvalidKeyException {
    if (encoded.length != KEY_BYTES) {
      throw new InvalidKeyException("a key has " + KEY_BYTES + " bytes");
    }
    byte[] y = new byte[KEY_BYTES];
    for (int i = 0; i < KEY_BYTES; i++) {
      y[i] = encoded[KEY_BYTES - 1 - i];
    }
    boolean odd = y[0] < 0;
    y[0] &= 0x7f;
    BigInteger coordinate = new BigInteger(1, y);
    if (OF_SMALL_ORDER.contains(coordinate)) {
      throw new InvalidKeyException("the key is a point of small order");
    }
    return new EdECPoint(odd, coordinate);
  }
}

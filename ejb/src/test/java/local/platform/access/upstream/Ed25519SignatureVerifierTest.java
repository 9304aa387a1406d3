package local.platform.access.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.util.Base64URL;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Ed25519SignatureVerifierTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final JWSHeader HEADER = new JWSHeader(JWSAlgorithm.EdDSA);

  /** RFC 8037, appendix A.4. */
  private static final String KEY = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";

  private static final String INPUT = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc";

  private static final String SIGNATURE =
      "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg";

  @Test
  void theSignatureOfTheSpecificationIsValid() throws JOSEException {
    assertThat(verifies(KEY, INPUT, new Base64URL(SIGNATURE))).isTrue();
  }

  @Test
  void anotherTextHasAnotherSignature() throws JOSEException {
    assertThat(verifies(KEY, INPUT + "x", new Base64URL(SIGNATURE))).isFalse();
  }

  @Test
  void anAlteredSignatureIsNotValid() throws JOSEException {
    byte[] signature = new Base64URL(SIGNATURE).decode();
    for (int i = 0; i < signature.length; i++) {
      byte[] altered = signature.clone();
      altered[i] ^= 1;
      assertThat(verifies(KEY, INPUT, Base64URL.encode(altered))).as("byte %s", i).isFalse();
    }
    for (int length : new int[] {0, 1, 63, 65}) {
      assertThat(verifies(KEY, INPUT, Base64URL.encode(Arrays.copyOf(signature, length))))
          .isFalse();
    }
  }

  /** The points of order 4, 1, 2 and 8, in both signs of the first coordinate. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa"
      })
  void aKeyUnderWhichAnybodyCanSignIsRefused(String encoded) {
    Base64URL x = Base64URL.encode(HEX.parseHex(encoded));

    assertThatExceptionOfType(JOSEException.class)
        .isThrownBy(
            () -> new Ed25519SignatureVerifier(new OctetKeyPair.Builder(Curve.Ed25519, x).build()));
  }

  /** Otherwise anyone could make a second signature from a valid one (RFC 8032, section 5.1.7). */
  @Test
  void aSecondPartBeyondTheOrderIsNotValid() throws JOSEException {
    byte[] order = HEX.parseHex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
    byte[] altered = new Base64URL(SIGNATURE).decode();
    int carry = 0;
    for (int i = 0; i < order.length; i++) {
      int sum = (altered[32 + i] & 0xff) + (order[i] & 0xff) + carry;
      altered[32 + i] = (byte) sum;
      carry = sum >> 8;
    }

    assertThat(verifies(KEY, INPUT, Base64URL.encode(altered))).isFalse();
  }

  /** RFC 8032, section 7.1, tests 1 and 2; one of the keys has an odd coordinate. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a,,"
            + "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c,72,"
            + "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025,af82,"
            + "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
      })
  void theSignaturesOfTheAlgorithmAreValid(String test) throws JOSEException {
    String[] parts = test.split(",", -1);
    Base64URL signature = Base64URL.encode(HEX.parseHex(parts[2]));

    boolean valid =
        verifier(Base64URL.encode(HEX.parseHex(parts[0])).toString())
            .verify(HEADER, HEX.parseHex(parts[1]), signature);

    assertThat(valid).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0200000000000000000000000000000000000000000000000000000000000000",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f70751",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a00"
      })
  void whatIsNoPointOfTheCurveIsNoKey(String encoded) {
    assertThatExceptionOfType(JOSEException.class)
        .isThrownBy(() -> verifier(Base64URL.encode(HEX.parseHex(encoded)).toString()));
  }

  private static boolean verifies(String key, String input, Base64URL signature)
      throws JOSEException {
    return verifier(key).verify(HEADER, input.getBytes(StandardCharsets.US_ASCII), signature);
  }

  private static Ed25519SignatureVerifier verifier(String x) throws JOSEException {
    return new Ed25519SignatureVerifier(
        new OctetKeyPair.Builder(Curve.Ed25519, new Base64URL(x)).build());
  }
}

package local.platform.foundation.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Sha256Test {
  /** The first two are of FIPS 180-2; the last one shows that texts are in UTF-8. */
  @ParameterizedTest
  @CsvSource({
    "'', e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc, ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "\u00e9, 4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c"
  })
  void theDigestOfATextIsThatOfItsBytes(String text, String digest) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

    assertThat(Sha256.hex(text)).isEqualTo(digest);
    assertThat(Sha256.hex(bytes)).isEqualTo(digest);
    assertThat(Sha256.of(text)).isEqualTo(HexFormat.of().parseHex(digest));
    assertThat(Sha256.of(bytes)).isEqualTo(Sha256.of(text));
  }

  @Test
  void whatComesInPartsHasTheDigestOfTheWhole() {
    MessageDigest digest = Sha256.begin();
    digest.update((byte) 'a');
    digest.update(new byte[] {'b', 'c'});

    assertThat(digest.digest()).isEqualTo(Sha256.of("abc"));
  }
}

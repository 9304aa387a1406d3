package local.platform.foundation.encryption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import local.platform.config.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyEncryptionKeyTest {
  private static final String ZEROS = base64(new byte[32]);

  private final KeyEncryptionKey key = new KeyEncryptionKey(ZEROS, Optional.empty());
  private final KeyEncryptionKey other = new KeyEncryptionKey(base64(1), Optional.empty());

  /** The new key, on a node that still knows the previous one. */
  private final KeyEncryptionKey next = new KeyEncryptionKey(base64(2), Optional.of(ZEROS));

  /** The new key, on a node that does not know the previous one any more. */
  private final KeyEncryptionKey nextAlone = new KeyEncryptionKey(base64(2), Optional.empty());

  @Test
  void keysForDifferentPurposesAreDifferent() {
    assertThat(derived(key, "page-token"))
        .hasSize(32)
        .isEqualTo(derived(key, "page-token"))
        .isNotEqualTo(derived(key, "page-tokens"))
        .isNotEqualTo(new byte[32]);
  }

  @Test
  void aDerivedKeyIsOneBlockOfHkdf() {
    // HKDF-Expand of 32 zero bytes and the info 'page-token', computed with another implementation.
    assertThat(HexFormat.of().formatHex(derived(key, "page-token")))
        .isEqualTo("84e0a911c939e974b9635dd99b8d9d0d706f786abefe9141b8695e6b900ef86e");
  }

  @Test
  void derivedKeysOfDifferentKeysAreDifferent() {
    assertThat(derived(other, "page-token")).isNotEqualTo(derived(key, "page-token"));
  }

  @Test
  void theIdOfADerivedKeyIsStableAndNoPartOfTheKey() {
    String id = key.derive("page-token").get(0).id();

    assertThat(id).isEqualTo(key.derive("page-token").get(0).id()).hasSize(16);
    assertThat(HexFormat.of().formatHex(derived(key, "page-token"))).doesNotContain(id);
    assertThat(key.derive("other").get(0).id()).isNotEqualTo(id);
    assertThat(key.derive("page-token").get(0).toString()).contains(id).doesNotContain("Spec");
  }

  @Test
  void thePreviousKeyIsDerivedFromToo() {
    assertThat(next.derive("page-token"))
        .isEqualTo(List.of(nextAlone.derive("page-token").get(0), key.derive("page-token").get(0)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "text", "{\"d\":\"äöü 😀\"}"})
  void whatWasEncryptedIsDecrypted(String text) {
    String encrypted = key.signingKeyCipher().encrypt(text);

    assertThat(encrypted).isNotEqualTo(key.signingKeyCipher().encrypt(text));
    assertThat(key.signingKeyCipher().decrypt(encrypted)).isEqualTo(text);
  }

  @Test
  void anotherKeyIsNamedAsTheCause() {
    String encrypted = key.signingKeyCipher().encrypt("text");

    assertThatIllegalStateException()
        .isThrownBy(() -> other.signingKeyCipher().decrypt(encrypted))
        .withMessage(
            "the key-encryption key is not the one with which the secrets of this database are encrypted; to change it, the previous one is also needed as PLATFORM_KEY_ENCRYPTION_KEY_PREVIOUS");
  }

  @Test
  void whatIsWrittenWhileTheKeyIsBeingChangedCanBeReadWithEither() {
    for (KeyEncryptionKey reader : List.of(key, next, nextAlone)) {
      assertThat(reader.signingKeyCipher().decrypt(next.signingKeyCipher().encrypt("text")))
          .isEqualTo("text");
    }
    assertThat(next.signingKeyCipher().decrypt(key.signingKeyCipher().encrypt("text")))
        .isEqualTo("text");
    assertThat(next.signingKeyCipher().decrypt(nextAlone.signingKeyCipher().encrypt("text")))
        .isEqualTo("text");
    assertThatIllegalStateException()
        .isThrownBy(
            () -> other.signingKeyCipher().decrypt(next.signingKeyCipher().encrypt("text")));
    assertThatIllegalStateException()
        .isThrownBy(
            () -> nextAlone.signingKeyCipher().decrypt(key.signingKeyCipher().encrypt("text")));
  }

  @Test
  void theNewKeyIsAddedAndThenTheOldOneTakenAwayAndNothingIsDoneTwice() {
    String before = key.signingKeyCipher().encrypt("text");
    assertThat(key.signingKeyCipher().renew(before)).isEmpty();

    String both = next.signingKeyCipher().renew(before).orElseThrow();
    assertThat(key.signingKeyCipher().decrypt(both))
        .isEqualTo(nextAlone.signingKeyCipher().decrypt(both))
        .isEqualTo("text");
    assertThat(next.signingKeyCipher().renew(both)).isEmpty();
    assertThat(key.signingKeyCipher().renew(both))
        .isEmpty(); // on a node that has not been changed yet

    String after = nextAlone.signingKeyCipher().renew(both).orElseThrow();
    assertThat(nextAlone.signingKeyCipher().decrypt(after)).isEqualTo("text");
    assertThatIllegalStateException().isThrownBy(() -> key.signingKeyCipher().decrypt(after));
    assertThat(nextAlone.signingKeyCipher().renew(after)).isEmpty();
    assertThat(next.signingKeyCipher().renew(after))
        .isEmpty(); // on a node that still has the previous key
  }

  @Test
  void anotherChangeForgetsTheKeyBeforeTheLast() {
    KeyEncryptionKey afterNext = new KeyEncryptionKey(base64(3), Optional.of(base64(2)));

    String renewed =
        afterNext.signingKeyCipher().renew(next.signingKeyCipher().encrypt("text")).orElseThrow();

    assertThat(nextAlone.signingKeyCipher().decrypt(renewed)).isEqualTo("text");
    assertThatIllegalStateException().isThrownBy(() -> key.signingKeyCipher().decrypt(renewed));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "text", "a.b.c.d.e"})
  void whatWasNeverEncryptedIsRefused(String text) {
    assertThatIllegalStateException().isThrownBy(() -> key.signingKeyCipher().decrypt(text));
  }

  @Test
  void theKeyIsTakenFromItsFile(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("key"), ZEROS + "\n");

    KeyEncryptionKey fromFile =
        new KeyEncryptionKey(
            configuration(
                Map.of(
                    "platform.issuer-url",
                    "https://platform.test",
                    "platform.key-encryption-key-file",
                    file.toString())));

    assertThat(fromFile.signingKeyCipher().decrypt(key.signingKeyCipher().encrypt("text")))
        .isEqualTo("text");
  }

  @Test
  void theQuickStartMakesAKeyOnceThatOnlyItsUserCanRead(@TempDir Path directory)
      throws IOException {
    Path data = directory.resolve("not/there/yet");
    Configuration quickStart =
        configuration(Map.of("platform.quickstart", "true", "platform.data-dir", data.toString()));

    String encrypted = new KeyEncryptionKey(quickStart).signingKeyCipher().encrypt("text");

    assertThat(new KeyEncryptionKey(quickStart).signingKeyCipher().decrypt(encrypted))
        .isEqualTo("text");
    Path file = data.resolve("key-encryption-key");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(Base64.getDecoder().decode(Files.readString(file).strip()))
        .hasSize(32)
        .isNotEqualTo(new byte[32]);
  }

  private static Configuration configuration(Map<String, String> properties) {
    return Configuration.from(
        property -> Optional.ofNullable(properties.get(property)),
        variable -> Optional.empty(),
        Set.of());
  }

  private static byte[] derived(KeyEncryptionKey key, String purpose) {
    return key.derive(purpose).get(0).key().getEncoded();
  }

  private static String base64(int first) {
    byte[] bytes = new byte[32];
    bytes[0] = (byte) first;
    return base64(bytes);
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}

package local.platform.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.HexFormat;
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

  private final KeyEncryptionKey key = new KeyEncryptionKey(ZEROS);

  @Test
  void keysForDifferentPurposesAreDifferent() {
    byte[] one = key.derive("page-token").getEncoded();
    byte[] other = key.derive("page-tokens").getEncoded();

    assertThat(one).hasSize(32).isNotEqualTo(other).isNotEqualTo(new byte[32]);
    assertThat(key.derive("page-token").getEncoded()).isEqualTo(one);
  }

  @Test
  void aDerivedKeyIsOneBlockOfHkdf() {
    // HKDF-Expand of 32 zero bytes and the info 'page-token', computed with another implementation.
    assertThat(HexFormat.of().formatHex(key.derive("page-token").getEncoded()))
        .isEqualTo("84e0a911c939e974b9635dd99b8d9d0d706f786abefe9141b8695e6b900ef86e");
  }

  @Test
  void derivedKeysOfDifferentKeysAreDifferent() {
    byte[] bytes = new byte[32];
    bytes[31] = 1;

    assertThat(new KeyEncryptionKey(base64(bytes)).derive("page-token").getEncoded())
        .isNotEqualTo(key.derive("page-token").getEncoded());
  }

  @Test
  void theIdOfADerivedKeyIsStableAndNoPartOfTheKey() {
    String id = key.derivedKeyId("page-token");

    assertThat(id).isEqualTo(key.derivedKeyId("page-token")).hasSize(16);
    assertThat(HexFormat.of().formatHex(key.derive("page-token").getEncoded())).doesNotContain(id);
    assertThat(key.derivedKeyId("other")).isNotEqualTo(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "text", "{\"d\":\"äöü 😀\"}"})
  void whatWasEncryptedIsDecrypted(String text) {
    String encrypted = key.encrypt(text);

    assertThat(encrypted).isNotEqualTo(key.encrypt(text));
    assertThat(key.decrypt(encrypted)).isEqualTo(text);
  }

  @Test
  void anotherKeyIsNamedAsTheCause() {
    byte[] bytes = new byte[32];
    bytes[0] = 1;
    KeyEncryptionKey other = new KeyEncryptionKey(base64(bytes));
    String encrypted = key.encrypt("text");

    assertThatIllegalStateException()
        .isThrownBy(() -> other.decrypt(encrypted))
        .withMessage(
            "the key-encryption key is not the one under which the signing keys of this database are stored");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "text", "a.b.c.d.e"})
  void whatWasNeverEncryptedIsRefused(String text) {
    assertThatIllegalStateException().isThrownBy(() -> key.decrypt(text));
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

    assertThat(fromFile.decrypt(key.encrypt("text"))).isEqualTo("text");
  }

  @Test
  void theQuickStartMakesAKeyOnceThatOnlyItsUserCanRead(@TempDir Path directory)
      throws IOException {
    Path data = directory.resolve("not/there/yet");
    Configuration quickStart =
        configuration(Map.of("platform.quickstart", "true", "platform.data-dir", data.toString()));

    String encrypted = new KeyEncryptionKey(quickStart).encrypt("text");

    assertThat(new KeyEncryptionKey(quickStart).decrypt(encrypted)).isEqualTo("text");
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

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}

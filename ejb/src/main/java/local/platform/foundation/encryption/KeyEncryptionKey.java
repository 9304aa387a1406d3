package local.platform.foundation.encryption;

import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import local.platform.config.Configuration;
import local.platform.config.TokenSettings;
import local.platform.file.PrivateFiles;
import local.platform.foundation.injection.SingleInstance;

/**
 * The secret key that all nodes of a deployment share. Signing keys are encrypted with it, and
 * other keys are derived from it.
 *
 * <p>While the key is being changed, a node has the previous one too, and what it writes can be
 * read with either. It is read once: a file that is replaced counts from the next start on.
 */
@SingleInstance
public class KeyEncryptionKey {
  private static final String FILE_NAME = "key-encryption-key";
  private static final String MAC = "HmacSHA256";
  private static final int KEY_BYTES = 32;
  private static final int KEY_ID_BYTES = 8;

  /** The key, and then the previous one if there is one. */
  private final List<SecretKeySpec> keys;

  /** Creates the configured key. The quick start generates one if it has none yet. */
  @Inject
  public KeyEncryptionKey(Configuration configuration) {
    this(
        configured(configuration).orElseGet(() -> generate(generatedFile(configuration))),
        previous(configuration));
  }

  /** Creates a key from its value, 32 bytes in base64, and that of the previous one. */
  KeyEncryptionKey(String base64, Optional<String> previous) {
    this.keys =
        Stream.concat(Stream.of(base64), previous.stream())
            .map(text -> new SecretKeySpec(Base64.getDecoder().decode(text), "AES"))
            .toList();
  }

  /** Returns the configured key; empty if the quick start has not generated it yet. */
  public static Optional<KeyEncryptionKey> existing(Configuration configuration) {
    return configured(configuration).map(key -> new KeyEncryptionKey(key, previous(configuration)));
  }

  private static Optional<String> configured(Configuration configuration) {
    TokenSettings settings = configuration.tokens();
    if (settings.keyEncryptionKey().isPresent()) {
      return settings.keyEncryptionKey();
    }
    // If neither is configured, this is the quick start.
    Path file = settings.keyEncryptionKeyFile().orElseGet(() -> generatedFile(configuration));
    return settings.keyEncryptionKeyFile().isEmpty() && Files.notExists(file)
        ? Optional.empty()
        : Optional.of(read(file));
  }

  private static Optional<String> previous(Configuration configuration) {
    TokenSettings settings = configuration.tokens();
    return settings
        .previousKeyEncryptionKey()
        .or(() -> settings.previousKeyEncryptionKeyFile().map(KeyEncryptionKey::read));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("the key-encryption key cannot be read", e);
    }
  }

  private static Path generatedFile(Configuration configuration) {
    return configuration.dataDirectory().resolve(FILE_NAME);
  }

  private static String generate(Path file) {
    byte[] random = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(random);
    String key = Base64.getEncoder().encodeToString(random);
    try {
      PrivateFiles.write(file, key);
    } catch (IOException e) {
      throw new UncheckedIOException("the key-encryption key cannot be written", e);
    }
    return key;
  }

  /**
   * A key for one purpose.
   *
   * @param id a name of the key, which reveals nothing about it
   * @param key the key
   */
  public record DerivedKey(String id, SecretKey key) {
    /** Returns a text that does not contain the key. */
    @Override
    public String toString() {
      return "DerivedKey[id=" + id + "]";
    }
  }

  /**
   * Derives a key for one purpose: HKDF-Expand (RFC 5869, section 2.3) for one block. The
   * extraction step is skipped, which section 3.3 allows for a random key.
   *
   * @param purpose the purpose; keys of different purposes are unrelated
   * @return the derived key, followed by that of the previous key-encryption key if there is one
   */
  public List<DerivedKey> derive(String purpose) {
    return keys.stream()
        .map(
            key ->
                new DerivedKey(
                    HexFormat.of().formatHex(derive(key, purpose + " id"), 0, KEY_ID_BYTES),
                    new SecretKeySpec(derive(key, purpose), "AES")))
        .toList();
  }

  private static byte[] derive(SecretKeySpec key, String purpose) {
    byte[] info = (purpose + "\u0001").getBytes(StandardCharsets.UTF_8);
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(key.getEncoded(), MAC));
      return mac.doFinal(info);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform supports " + MAC, e);
    }
  }

  /** Returns what encrypts signing keys: with the key itself, as it always was. */
  public TextCipher signingKeyCipher() {
    return new TextCipher(keys);
  }

  /**
   * Returns what encrypts texts for one purpose, under keys that are {@linkplain #derive derived}
   * for it, so that a text of another purpose cannot be decrypted.
   */
  public TextCipher cipher(String purpose) {
    return new TextCipher(derive(purpose).stream().map(DerivedKey::key).toList());
  }
}

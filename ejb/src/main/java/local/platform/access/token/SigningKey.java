package local.platform.access.token;

import com.nimbusds.jose.jwk.ECKey;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.encryption.KeyEncryptionKey;

/**
 * A stored signing key.
 *
 * @param key the key
 * @param createTime when it was created
 */
record SigningKey(ECKey key, Instant createTime) {
  /**
   * How long a key is published before it signs; verifiers may cache the published set for as long.
   */
  static final Duration PUBLICATION_LEAD = Duration.ofMinutes(10);

  /**
   * Decrypts a stored key.
   *
   * @throws IllegalStateException if it was encrypted with another key
   */
  static SigningKey decrypt(
      String encryptedJwk, Instant createTime, KeyEncryptionKey keyEncryptionKey) {
    try {
      return new SigningKey(
          ECKey.parse(keyEncryptionKey.signingKeyCipher().decrypt(encryptedJwk)), createTime);
    } catch (ParseException e) {
      throw new IllegalStateException("a stored signing key cannot be read", e);
    }
  }

  /**
   * Returns the key that signs: the newest one that has been published long enough; if there is
   * none, the oldest, so that the first key signs at once.
   *
   * @param keys the keys, oldest first
   */
  static Optional<ECKey> signer(List<SigningKey> keys, Instant now) {
    Instant published = now.minus(PUBLICATION_LEAD);
    return keys.stream()
        .filter(key -> !key.createTime().isAfter(published))
        .reduce((older, newer) -> newer)
        .or(() -> keys.stream().findFirst())
        .map(SigningKey::key);
  }
}

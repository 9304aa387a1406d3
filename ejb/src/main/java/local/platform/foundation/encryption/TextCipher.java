package local.platform.foundation.encryption;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.DirectDecrypter;
import com.nimbusds.jose.crypto.DirectEncrypter;
import java.text.ParseException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.SecretKey;
import local.platform.config.ConfigKey;

/**
 * Encrypts texts that are stored in the database, with the current key and, while that is being
 * changed, also with the previous one. So nodes with both keys work together with nodes that still
 * have only the previous key, and with nodes that already have only the new one.
 */
public final class TextCipher {
  /** Separates the JWEs of one text under different keys. It occurs in no JWE. */
  private static final String SEPARATOR = " ";

  /** The key, and then the previous one if there is one. */
  private final List<? extends SecretKey> keys;

  TextCipher(List<? extends SecretKey> keys) {
    this.keys = List.copyOf(keys);
  }

  /**
   * Encrypts a text as a JWE (RFC 7516) in compact form. If there is a previous key, a second JWE
   * with that one follows after a space.
   */
  public String encrypt(String text) {
    return keys.stream().map(key -> encrypt(text, key)).collect(Collectors.joining(SEPARATOR));
  }

  private static String encrypt(String text, SecretKey key) {
    JWEObject jwe =
        new JWEObject(new JWEHeader(JWEAlgorithm.DIR, EncryptionMethod.A256GCM), new Payload(text));
    try {
      jwe.encrypt(new DirectEncrypter(key));
    } catch (JOSEException e) {
      throw new IllegalStateException("a key could not be encrypted", e);
    }
    return jwe.serialize();
  }

  /**
   * Decrypts what {@link #encrypt} returned, here or on a node that has one of the same keys.
   *
   * @throws IllegalStateException if it was encrypted with other keys
   */
  public String decrypt(String encrypted) {
    return keys.stream()
        .flatMap(key -> forms(encrypted).flatMap(form -> decrypt(form, key).stream()))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "the key-encryption key is not the one with which the secrets of this"
                        + " database are encrypted; to change it, the previous one is also"
                        + " needed as "
                        + ConfigKey.KEY_ENCRYPTION_KEY_PREVIOUS.environmentVariable()));
  }

  /**
   * Returns a new encryption of a text that is stored like this; empty if it can stay as it is. A
   * node with both keys adds the JWE of the new key if it is missing. A node with only the new key
   * removes the JWE of the previous one. A node that still has only the previous key changes
   * nothing: the first JWE is not one of its own.
   */
  public Optional<String> renew(String encrypted) {
    SecretKey key = keys.get(0);
    boolean previous = keys.size() > 1;
    boolean renew =
        previous
            ? forms(encrypted).noneMatch(form -> decrypt(form, key).isPresent())
            : forms(encrypted).count() > 1
                && forms(encrypted).findFirst().flatMap(form -> decrypt(form, key)).isPresent();
    return renew ? Optional.of(encrypt(decrypt(encrypted))) : Optional.empty();
  }

  private static Stream<String> forms(String encrypted) {
    return Stream.of(encrypted.split(SEPARATOR, -1));
  }

  private static Optional<String> decrypt(String form, SecretKey key) {
    try {
      JWEObject jwe = JWEObject.parse(form);
      jwe.decrypt(new DirectDecrypter(key));
      return Optional.of(jwe.getPayload().toString());
    } catch (ParseException | JOSEException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns a pattern of SQL for texts that {@link #renew} may change: those with two JWEs, or all
   * while the key is being changed.
   */
  public String renewable() {
    return keys.size() > 1 ? "%" : "%" + SEPARATOR + "%";
  }
}

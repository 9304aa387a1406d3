package local.platform.token;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.DirectDecrypter;
import com.nimbusds.jose.crypto.DirectEncrypter;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.text.ParseException;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import local.platform.config.Configuration;
import local.platform.config.TokenSettings;
import local.platform.file.PrivateFiles;

/**
 * The key that every node of a deployment is given. Signing keys are stored under it, other keys
 * are derived from it.
 */
@Dependent
public class KeyEncryptionKey {
  private static final String FILE_NAME = "key-encryption-key";
  private static final String MAC = "HmacSHA256";
  private static final int KEY_BYTES = 32;
  private static final int KEY_ID_BYTES = 8;

  private final SecretKeySpec key;

  @Inject
  public KeyEncryptionKey(Configuration configuration) {
    this(load(configuration));
  }

  /** The key with this value, 32 bytes in base64. */
  KeyEncryptionKey(String base64) {
    this.key = new SecretKeySpec(Base64.getDecoder().decode(base64), "AES");
  }

  private static String load(Configuration configuration) {
    TokenSettings settings = configuration.tokens();
    if (settings.keyEncryptionKey().isPresent()) {
      return settings.keyEncryptionKey().get();
    }
    try {
      if (settings.keyEncryptionKeyFile().isPresent()) {
        return Files.readString(settings.keyEncryptionKeyFile().get()).strip();
      }
      // Only the quick start comes here.
      Path file = configuration.dataDirectory().resolve(FILE_NAME);
      if (Files.notExists(file)) {
        byte[] random = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(random);
        PrivateFiles.write(file, Base64.getEncoder().encodeToString(random));
      }
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("the key-encryption key cannot be read", e);
    }
  }

  /**
   * Derives a key for another purpose: HKDF-Expand (RFC 5869, section 2.3) for one block. The
   * extraction step is left out, which section 3.3 allows for a key that is random.
   *
   * @param purpose what the key is for; different purposes have unrelated keys
   */
  public SecretKey derive(String purpose) {
    byte[] info = (purpose + "\u0001").getBytes(StandardCharsets.UTF_8);
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(key.getEncoded(), MAC));
      return new SecretKeySpec(mac.doFinal(info), "AES");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + MAC, e);
    }
  }

  /** A name for the derived key, which tells nothing about it. */
  public String derivedKeyId(String purpose) {
    byte[] id = derive(purpose + " id").getEncoded();
    return HexFormat.of().formatHex(id, 0, KEY_ID_BYTES);
  }

  /** Encrypts a text: a JWE (RFC 7516) in compact form. */
  String encrypt(String text) {
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
   * Decrypts what {@link #encrypt} made.
   *
   * @throws IllegalStateException if it was encrypted under another key
   */
  String decrypt(String encrypted) {
    try {
      JWEObject jwe = JWEObject.parse(encrypted);
      jwe.decrypt(new DirectDecrypter(key));
      return jwe.getPayload().toString();
    } catch (ParseException | JOSEException e) {
      throw new IllegalStateException(
          "the key-encryption key is not the one under which the signing keys of this database are stored",
          e);
    }
  }
}

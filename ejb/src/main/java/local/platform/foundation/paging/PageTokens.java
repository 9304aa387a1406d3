package local.platform.foundation.paging;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWECryptoParts;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.crypto.DirectDecrypter;
import com.nimbusds.jose.crypto.DirectEncrypter;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.SecureRandom;
import java.text.ParseException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.crypto.Cipher;
import local.platform.foundation.encryption.KeyEncryptionKey;
import local.platform.foundation.encryption.KeyEncryptionKey.DerivedKey;

/**
 * Writes and reads page tokens: JWEs (RFC 7516) under a key that only servers of this deployment
 * have, so that clients can neither read nor forge them. While the key-encryption key is being
 * changed, a token consists of two JWEs, one for each key, so that every node can read one of them.
 */
@Dependent
public class PageTokens {
  private static final int MAX_LENGTH = 4_096;
  private static final String FINGERPRINT = "f";
  private static final String ISSUED = "i";
  private static final String TOTAL = "n";
  private static final String COUNTS = "c";
  private static final String END = "e";
  private static final String VALUE = "v";
  private static final String KEY = "u";
  private static final String FORMS = "k";

  /** Separates the two. It occurs in no JWE and needs no escape in a URL (RFC 3986, 2.3). */
  private static final String SEPARATOR = "~";

  private final List<Form> forms;

  @Inject
  public PageTokens(KeyEncryptionKey keyEncryptionKey) {
    this.forms = keyEncryptionKey.derive("page-token").stream().map(Form::new).toList();
  }

  String write(PageCursor cursor) {
    byte[] claims = claims(cursor).toPayload().toBytes();
    return forms.stream().map(form -> form.write(claims)).collect(Collectors.joining(SEPARATOR));
  }

  private JWTClaimsSet claims(PageCursor cursor) {
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .claim(ISSUED, cursor.issueTime().toEpochMilli())
            .claim(FINGERPRINT, cursor.fingerprint())
            .claim(VALUE, cursor.value())
            .claim(KEY, cursor.key());
    cursor.totalCount().ifPresent(total -> claims.claim(TOTAL, total));
    cursor
        .counts()
        .filter(counts -> counts.size() > 1)
        .ifPresent(counts -> claims.claim(COUNTS, counts));
    cursor.end().ifPresent(end -> claims.claim(END, end.toString()));
    if (forms.size() > 1) {
      claims.claim(FORMS, forms.size());
    }
    return claims.build();
  }

  /**
   * Returns the cursor in a token; empty if the token was not issued by this deployment or was
   * changed. What it has under a key that only other nodes have is not read.
   */
  Optional<PageCursor> read(String text) {
    if (text.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    String[] written = text.split(SEPARATOR, -1);
    Set<PageCursor> cursors = new HashSet<>();
    for (String jwe : written) {
      Optional<Form> form = forms.stream().filter(each -> each.isUnderKey(jwe)).findFirst();
      if (form.isPresent()) {
        Optional<PageCursor> cursor =
            form.get().read(jwe).flatMap(claims -> cursor(claims, written.length));
        if (cursor.isEmpty()) {
          return cursor;
        }
        cursors.add(cursor.get());
      } else if (!Form.isUnderAnotherKey(jwe)) {
        return Optional.empty();
      }
    }
    return cursors.size() == 1 ? cursors.stream().findFirst() : Optional.empty();
  }

  private static Optional<PageCursor> cursor(byte[] json, int written) {
    try {
      JWTClaimsSet claims = JWTClaimsSet.parse(new String(json, StandardCharsets.UTF_8));
      // Otherwise a client could append a text that this node would take for a JWE under the other
      // key.
      if (written != Optional.ofNullable(claims.getIntegerClaim(FORMS)).orElse(1)) {
        return Optional.empty();
      }
      return Optional.of(
          new PageCursor(
              Instant.ofEpochMilli(claims.getLongClaim(ISSUED)),
              claims.getStringClaim(FINGERPRINT),
              counts(claims),
              end(claims),
              claims.getStringClaim(VALUE),
              claims.getStringClaim(KEY)));
    } catch (ParseException e) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> end(JWTClaimsSet claims) throws ParseException {
    return Optional.ofNullable(claims.getStringClaim(END)).map(Instant::parse);
  }

  private static Optional<List<Long>> counts(JWTClaimsSet claims) throws ParseException {
    return claims.getClaim(COUNTS) instanceof List<?> counts
        ? Optional.of(counts.stream().map(count -> ((Number) count).longValue()).toList())
        : Optional.ofNullable(claims.getLongClaim(TOTAL)).map(List::of);
  }

  /**
   * JWEs under one key, in the compact serialization (RFC 7516, 7.1). All have the same header,
   * which is therefore compared and not parsed.
   */
  private static final class Form {
    /** The cipher of {@link EncryptionMethod#A256GCM}. */
    private static final String CIPHER = "AES/GCM/NoPadding";

    private static final int PARTS = 5;
    private static final int VECTOR = 2;
    private static final int CIPHERTEXT = 3;
    private static final int TAG = 4;

    /** Characters of 96 bits in base64url (RFC 7518, 5.3). */
    private static final int VECTOR_LENGTH = 16;

    /** Characters of 128 bits. */
    private static final int TAG_LENGTH = 22;

    private final JWEHeader header;
    private final String start;
    private final byte[] authenticated;
    private final DirectEncrypter encrypter;
    private final DirectDecrypter decrypter;

    Form(DerivedKey key) {
      this.header = header(key.id());
      this.start = start(header);
      this.authenticated = header.toBase64URL().toString().getBytes(StandardCharsets.US_ASCII);
      try {
        this.encrypter = new DirectEncrypter(key.key());
        this.decrypter = new DirectDecrypter(key.key());
        // Otherwise each token would search all providers for the cipher, and make a generator.
        Provider provider = Cipher.getInstance(CIPHER).getProvider();
        encrypter.getJCAContext().setContentEncryptionProvider(provider);
        encrypter.getJCAContext().setSecureRandom(new SecureRandom());
        decrypter.getJCAContext().setContentEncryptionProvider(provider);
      } catch (JOSEException | GeneralSecurityException e) {
        throw new IllegalStateException("page tokens cannot be encrypted with this key", e);
      }
    }

    private static JWEHeader header(String keyId) {
      return new JWEHeader.Builder(JWEAlgorithm.DIR, EncryptionMethod.A256GCM).keyID(keyId).build();
    }

    /** Returns the header and the encrypted key, which is empty: the key is used directly. */
    private static String start(JWEHeader header) {
      return header.toBase64URL() + "..";
    }

    String write(byte[] content) {
      try {
        JWECryptoParts parts = encrypter.encrypt(header, content, authenticated);
        return start
            + String.join(
                ".",
                parts.getInitializationVector().toString(),
                parts.getCipherText().toString(),
                parts.getAuthenticationTag().toString());
      } catch (JOSEException e) {
        throw new IllegalStateException("a page token could not be encrypted", e);
      }
    }

    boolean isUnderKey(String jwe) {
      return jwe.startsWith(start);
    }

    /** Returns whether a text could be a JWE of {@link PageTokens} under any key. */
    static boolean isUnderAnotherKey(String jwe) {
      String[] parts = parts(jwe);
      if (!areAsWritten(parts)) {
        return false;
      }
      try {
        String keyId = JWEHeader.parse(new Base64URL(parts[0])).getKeyID();
        return keyId != null && jwe.startsWith(start(header(keyId)));
      } catch (ParseException | RuntimeException e) {
        // Not only the declared exception: a header without "enc" causes a NullPointerException.
        return false;
      }
    }

    /** Returns the content of a JWE under this key; empty if it was changed. */
    Optional<byte[]> read(String jwe) {
      String[] parts = parts(jwe);
      if (!areAsWritten(parts)) {
        return Optional.empty();
      }
      try {
        return Optional.of(
            decrypter.decrypt(
                header,
                null,
                new Base64URL(parts[VECTOR]),
                new Base64URL(parts[CIPHERTEXT]),
                new Base64URL(parts[TAG]),
                authenticated));
      } catch (JOSEException e) {
        return Optional.empty();
      }
    }

    private static String[] parts(String jwe) {
      return jwe.split("\\.", -1);
    }

    /**
     * Returns whether these are the parts of a JWE, each as it was written: the decrypter joins
     * ciphertext and tag, wherever they were divided, and decoders ignore some bits of the last
     * character, and that of Nimbus what is not of its alphabet.
     */
    private static boolean areAsWritten(String[] parts) {
      return parts.length == PARTS
          && parts[VECTOR].length() == VECTOR_LENGTH
          && parts[TAG].length() == TAG_LENGTH
          && Arrays.stream(parts).allMatch(Form::isCanonical);
    }

    private static boolean isCanonical(String part) {
      try {
        byte[] bytes = Base64.getUrlDecoder().decode(part);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(part);
      } catch (IllegalArgumentException e) {
        return false;
      }
    }
  }
}

package local.platform.foundation.paging;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.crypto.DirectDecrypter;
import com.nimbusds.jose.crypto.DirectEncrypter;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.EncryptedJWT;
import com.nimbusds.jwt.JWTClaimsSet;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.text.ParseException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import local.platform.access.token.KeyEncryptionKey;
import local.platform.access.token.KeyEncryptionKey.DerivedKey;

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
  private static final String VALUE = "v";
  private static final String KEY = "u";
  private static final String FORMS = "k";

  /** Separates the two. It occurs in no JWE and needs no escape in a URL (RFC 3986, 2.3). */
  private static final String SEPARATOR = "~";

  private final List<DerivedKey> keys;

  @Inject
  public PageTokens(KeyEncryptionKey keyEncryptionKey) {
    this.keys = keyEncryptionKey.derive("page-token");
  }

  String write(PageCursor cursor) {
    return keys.stream().map(key -> write(cursor, key)).collect(Collectors.joining(SEPARATOR));
  }

  private String write(PageCursor cursor, DerivedKey key) {
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .claim(ISSUED, cursor.issueTime().toEpochMilli())
            .claim(FINGERPRINT, cursor.fingerprint())
            .claim(TOTAL, cursor.totalCount())
            .claim(VALUE, cursor.value())
            .claim(KEY, cursor.key());
    if (cursor.counts().size() > 1) {
      claims.claim(COUNTS, cursor.counts());
    }
    if (keys.size() > 1) {
      claims.claim(FORMS, keys.size());
    }
    JWEHeader header =
        new JWEHeader.Builder(JWEAlgorithm.DIR, EncryptionMethod.A256GCM).keyID(key.id()).build();
    EncryptedJWT token = new EncryptedJWT(header, claims.build());
    try {
      token.encrypt(new DirectEncrypter(key.key()));
    } catch (JOSEException e) {
      throw new IllegalStateException("a page token could not be encrypted", e);
    }
    return token.serialize();
  }

  /**
   * Returns the cursor in a token; empty if the token was not issued by this deployment or was
   * changed.
   */
  Optional<PageCursor> read(String text) {
    if (text.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    List<String> forms = List.of(text.split(SEPARATOR, -1));
    Set<PageCursor> cursors = new HashSet<>();
    for (String form : forms) {
      Optional<EncryptedJWT> token =
          parse(form)
              .filter(parsed -> isOfOurForm(parsed.getHeader()))
              .filter(parsed -> isCanonical(form, parsed));
      if (token.isEmpty()) {
        return Optional.empty();
      }
      for (DerivedKey key : keys) {
        if (key.id().equals(token.get().getHeader().getKeyID())) {
          Optional<PageCursor> cursor = decrypt(token.get(), key, forms.size());
          if (cursor.isEmpty()) {
            return cursor;
          }
          cursors.add(cursor.get());
        }
      }
    }
    return cursors.size() == 1 ? cursors.stream().findFirst() : Optional.empty();
  }

  private static Optional<EncryptedJWT> parse(String text) {
    try {
      return Optional.of(EncryptedJWT.parse(text));
    } catch (ParseException | RuntimeException e) {
      // Not only the declared exception: a header without "enc" causes a NullPointerException.
      return Optional.empty();
    }
  }

  private static boolean isOfOurForm(JWEHeader header) {
    return JWEAlgorithm.DIR.equals(header.getAlgorithm())
        && EncryptionMethod.A256GCM.equals(header.getEncryptionMethod());
  }

  /**
   * Returns whether the text is exactly as it was written: the parser ignores whitespace at both
   * ends, and the decoder some bits of the last character of a part.
   */
  private static boolean isCanonical(String text, EncryptedJWT token) {
    return text.equals(token.getParsedString())
        && Arrays.stream(token.getParsedParts())
            .allMatch(part -> Base64URL.encode(part.decode()).equals(part));
  }

  private static Optional<PageCursor> decrypt(EncryptedJWT token, DerivedKey key, int forms) {
    try {
      token.decrypt(new DirectDecrypter(key.key()));
      JWTClaimsSet claims = token.getJWTClaimsSet();
      // Otherwise a client could append a text that this node would take for a JWE under the other
      // key.
      if (forms != Optional.ofNullable(claims.getIntegerClaim(FORMS)).orElse(1)) {
        return Optional.empty();
      }
      return Optional.of(
          new PageCursor(
              Instant.ofEpochMilli(claims.getLongClaim(ISSUED)),
              claims.getStringClaim(FINGERPRINT),
              counts(claims),
              claims.getStringClaim(VALUE),
              claims.getStringClaim(KEY)));
    } catch (ParseException | JOSEException e) {
      return Optional.empty();
    }
  }

  private static List<Long> counts(JWTClaimsSet claims) throws ParseException {
    return claims.getClaim(COUNTS) instanceof List<?> counts
        ? counts.stream().map(count -> ((Number) count).longValue()).toList()
        : List.of(claims.getLongClaim(TOTAL));
  }
}

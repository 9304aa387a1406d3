package local.platform.paging;

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
import java.util.Optional;
import javax.crypto.SecretKey;
import local.platform.token.KeyEncryptionKey;

/**
 * Writes and reads page tokens: JWEs (RFC 7516) under a key that only servers of this deployment
 * have, so that clients can neither read nor change nor make them.
 */
@Dependent
public class PageTokens {
  private static final int MAX_LENGTH = 4_096;
  private static final String FINGERPRINT = "f";
  private static final String ISSUED = "i";
  private static final String TOTAL = "n";
  private static final String VALUE = "v";
  private static final String UID = "u";

  private final SecretKey key;
  private final String keyId;

  @Inject
  public PageTokens(KeyEncryptionKey keyEncryptionKey) {
    this.key = keyEncryptionKey.derive("page-token");
    this.keyId = keyEncryptionKey.derivedKeyId("page-token");
  }

  String write(PageCursor cursor) {
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .claim(ISSUED, cursor.issueTime().toEpochMilli())
            .claim(FINGERPRINT, cursor.fingerprint())
            .claim(TOTAL, cursor.totalCount())
            .claim(VALUE, cursor.value())
            .claim(UID, cursor.uid())
            .build();
    JWEHeader header =
        new JWEHeader.Builder(JWEAlgorithm.DIR, EncryptionMethod.A256GCM).keyID(keyId).build();
    EncryptedJWT token = new EncryptedJWT(header, claims);
    try {
      token.encrypt(new DirectEncrypter(key));
    } catch (JOSEException e) {
      throw new IllegalStateException("a page token could not be encrypted", e);
    }
    return token.serialize();
  }

  /** The cursor in a token; empty if the token is not one of ours, unchanged. */
  Optional<PageCursor> read(String text) {
    return text.length() > MAX_LENGTH
        ? Optional.empty()
        : parse(text)
            .filter(token -> isOurs(token.getHeader()))
            .filter(token -> isCanonical(text, token))
            .flatMap(this::decrypt);
  }

  private static Optional<EncryptedJWT> parse(String text) {
    try {
      return Optional.of(EncryptedJWT.parse(text));
    } catch (ParseException | RuntimeException e) {
      // Not only the declared exception: a header without "enc" makes a NullPointerException.
      return Optional.empty();
    }
  }

  private boolean isOurs(JWEHeader header) {
    return JWEAlgorithm.DIR.equals(header.getAlgorithm())
        && EncryptionMethod.A256GCM.equals(header.getEncryptionMethod())
        && keyId.equals(header.getKeyID());
  }

  /**
   * Whether the text is written as we write it: the parser drops blanks at both ends, and the last
   * character of a part has bits that the decoder ignores.
   */
  private static boolean isCanonical(String text, EncryptedJWT token) {
    return text.equals(token.getParsedString())
        && Arrays.stream(token.getParsedParts())
            .allMatch(part -> Base64URL.encode(part.decode()).equals(part));
  }

  private Optional<PageCursor> decrypt(EncryptedJWT token) {
    try {
      token.decrypt(new DirectDecrypter(key));
      JWTClaimsSet claims = token.getJWTClaimsSet();
      return Optional.of(
          new PageCursor(
              Instant.ofEpochMilli(claims.getLongClaim(ISSUED)),
              claims.getStringClaim(FINGERPRINT),
              claims.getLongClaim(TOTAL),
              claims.getStringClaim(VALUE),
              claims.getStringClaim(UID)));
    } catch (ParseException | JOSEException e) {
      return Optional.empty();
    }
  }
}

package local.platform.iam.invite;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import local.platform.foundation.digest.Sha256;
import local.platform.foundation.uid.Uid;

/**
 * The secret code that is given to the invited: the base64url of a JSON document with the uid of
 * the invite, the key id, and a secret.
 *
 * @param keyId identifies the code without revealing it
 * @param text the code
 */
record GroupInviteCode(String keyId, String text) {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();
  private static final int KEY_ID_BYTES = 16;
  private static final int SECRET_BYTES = 32;

  /** Makes a new code for an invite. */
  static GroupInviteCode mint(Uid invite) {
    String keyId = HexFormat.of().formatHex(random(KEY_ID_BYTES));
    String secret = BASE64URL.encodeToString(random(SECRET_BYTES));
    // none of the values contains a character that JSON would escape
    String json =
        String.format(
            Locale.ROOT,
            "{\"id\":\"%s\",\"keyId\":\"%s\",\"secret\":\"%s\"}",
            invite.value(),
            keyId,
            secret);
    return new GroupInviteCode(
        keyId, BASE64URL.encodeToString(json.getBytes(StandardCharsets.US_ASCII)));
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  /**
   * Returns the hash that is stored. The secret is too long to be guessed, so no slow hash is
   * needed.
   */
  String hash() {
    return Sha256.hex(text);
  }

  @Override
  public String toString() {
    return "GroupInviteCode[keyId=" + keyId + "]";
  }
}

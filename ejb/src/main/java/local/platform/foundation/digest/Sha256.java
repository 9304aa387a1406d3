package local.platform.foundation.digest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which has 32 bytes. */
public final class Sha256 {
  private Sha256() {}

  /** Begins a digest of what comes in parts. */
  public static MessageDigest begin() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Returns the digest of bytes. */
  public static byte[] of(byte[] bytes) {
    return begin().digest(bytes);
  }

  /** Returns the digest of a text in UTF-8. */
  public static byte[] of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the digest of bytes as 64 hexadecimal digits, in lower case. */
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(of(bytes));
  }

  /** Returns the digest of a text in UTF-8 as 64 hexadecimal digits, in lower case. */
  public static String hex(String text) {
    return HexFormat.of().formatHex(of(text));
  }
}

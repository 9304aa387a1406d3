package local.platform.registry.image;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes digests. */
final class Digests {
  private static final String SHA512 = "sha512:";

  private Digests() {}

  /** Returns the SHA-256 of bytes: {@code sha256:} and 64 digits. */
  static String sha256(ByteBuffer bytes) {
    return "sha256:" + hex("SHA-256", bytes);
  }

  /** Returns the SHA-512 of bytes: {@code sha512:} and 128 digits. */
  static String sha512(ByteBuffer bytes) {
    return SHA512 + hex("SHA-512", bytes);
  }

  /** Returns whether a valid digest is a SHA-512; otherwise it is a SHA-256. */
  static boolean isSha512(String digest) {
    return digest.startsWith(SHA512);
  }

  private static String hex(String algorithm, ByteBuffer bytes) {
    try {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      digest.update(bytes.duplicate());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has " + algorithm, e);
    }
  }
}

package local.platform.registry.image;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;
import local.platform.registry.repo.RegistryRules;

/** Computes digests. */
final class Digests {
  /** Most characters of a digest: those of a SHA-512. */
  static final int MAX_LENGTH = 135;

  private static final String SHA512 = "sha512:";

  /** A digest that is not computed here, by the grammar of the OCI image specification. */
  private static final Pattern OTHER =
      Pattern.compile(
          "blake3:[0-9a-f]{64}"
              + "|(?!(?:sha256|sha512|blake3):)[a-z0-9]+(?:[+._-][a-z0-9]+)*:[a-zA-Z0-9=_-]+");

  private Digests() {}

  /** Returns the SHA-256 of bytes: {@code sha256:} and 64 digits. */
  static String sha256(ByteBuffer bytes) {
    return "sha256:" + hex("SHA-256", bytes);
  }

  /** Returns the SHA-512 of bytes: {@code sha512:} and 128 digits. */
  static String sha512(ByteBuffer bytes) {
    return SHA512 + hex("SHA-512", bytes);
  }

  /** Returns whether a valid digest is a SHA-512. */
  static boolean isSha512(String digest) {
    return digest.startsWith(SHA512);
  }

  /** Returns whether a text can be a digest in a reference, of whatever algorithm. */
  static boolean isReference(String digest) {
    return isComputed(digest) || (digest.length() <= MAX_LENGTH && OTHER.matcher(digest).matches());
  }

  /** Returns whether a text can be a digest that is computed here. */
  static boolean isComputed(String digest) {
    return RegistryRules.isDigest(digest);
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

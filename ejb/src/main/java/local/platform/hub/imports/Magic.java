package local.platform.hub.imports;

import java.util.Arrays;

/** The bytes with which compressed data begin. */
final class Magic {
  /** How many bytes it takes to tell. */
  static final int LENGTH = 4;

  private static final byte[] GZIP = {0x1f, (byte) 0x8b};
  private static final byte[] ZIP = {'P', 'K', 3, 4};
  private static final byte[] EMPTY_ZIP = {'P', 'K', 5, 6};

  private Magic() {}

  static boolean isGzip(byte[] bytes) {
    return begins(bytes, GZIP);
  }

  static boolean isZip(byte[] bytes) {
    return begins(bytes, ZIP) || begins(bytes, EMPTY_ZIP);
  }

  private static boolean begins(byte[] bytes, byte[] magic) {
    return bytes.length >= magic.length
        && Arrays.equals(bytes, 0, magic.length, magic, 0, magic.length);
  }
}

package local.platform.foundation.encoding;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Strict decoding of UTF-8 (RFC 3629): other encodings of a character could bypass a check. */
public final class Utf8 {
  private Utf8() {}

  /**
   * Decodes a text.
   *
   * @return empty if it is not valid UTF-8, for example because of overlong forms or surrogates
   */
  public static Optional<String> decode(byte[] bytes) {
    return decode(ByteBuffer.wrap(bytes));
  }

  /** Decodes a text like {@link #decode(byte[])}; the position of the buffer stays. */
  public static Optional<String> decode(ByteBuffer bytes) {
    try {
      return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes.duplicate()).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}

package local.platform.web.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Text in UTF-8 (RFC 3629), read strictly: what else stands for a character could pass a check. */
public final class Utf8 {
  private Utf8() {}

  /**
   * Decodes a text.
   *
   * @return empty if it is not UTF-8: overlong forms and halves of surrogate pairs are not
   */
  public static Optional<String> decode(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}

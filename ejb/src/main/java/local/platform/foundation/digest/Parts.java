package local.platform.foundation.digest;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Texts as bytes to take a digest of. */
public final class Parts {
  private Parts() {}

  /**
   * Returns texts in UTF-8, each after its length in four bytes, so that different parts never are
   * the same bytes.
   */
  public static byte[] of(List<String> parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String part : parts) {
      byte[] text = part.getBytes(StandardCharsets.UTF_8);
      bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(text.length).array());
      bytes.writeBytes(text);
    }
    return bytes.toByteArray();
  }
}

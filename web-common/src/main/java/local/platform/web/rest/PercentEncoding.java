package local.platform.web.rest;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.Optional;
import local.platform.foundation.encoding.Utf8;

/** Strict percent-encoding (RFC 3986, section 2.1) of UTF-8. */
public final class PercentEncoding {
  private static final int FIRST_PRINTABLE = 0x21;
  private static final int LAST_ASCII = 0x7e;

  private PercentEncoding() {}

  /**
   * Decodes a text.
   *
   * @param text text of a URL
   * @param plusIsBlank whether a plus sign is a space, as in queries
   * @return empty if it is not percent-encoded UTF-8
   */
  public static Optional<String> decode(String text, boolean plusIsBlank) {
    if (text.chars().allMatch(c -> isPrintable(c) && c != '%' && c != '+')) {
      return Optional.of(text);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        int octet = octet(text, i + 1);
        if (octet < 0) {
          return Optional.empty();
        }
        bytes.write(octet);
        i += 2;
      } else if (!isPrintable(c)) {
        return Optional.empty();
      } else {
        bytes.write(c == '+' && plusIsBlank ? ' ' : c);
      }
    }
    return Utf8.decode(bytes.toByteArray());
  }

  private static boolean isPrintable(int c) {
    return FIRST_PRINTABLE <= c && c <= LAST_ASCII;
  }

  /** Returns the value of two hexadecimal digits; negative if there are none. */
  private static int octet(String text, int start) {
    if (start + 1 >= text.length()
        || !HexFormat.isHexDigit(text.charAt(start))
        || !HexFormat.isHexDigit(text.charAt(start + 1))) {
      return -1;
    }
    return HexFormat.fromHexDigits(text, start, start + 2);
  }
}

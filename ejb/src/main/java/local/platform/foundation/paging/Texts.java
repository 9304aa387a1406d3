package local.platform.foundation.paging;

import org.jspecify.annotations.Nullable;

/** Encodes parts with their lengths, so that different lists of parts have different texts. */
final class Texts {
  private Texts() {}

  /** Returns a text that is equal for equal parts and only for those. */
  static String list(String... parts) {
    StringBuilder text = new StringBuilder().append(parts.length).append('[');
    for (String part : parts) {
      text.append(part.length()).append(':').append(part);
    }
    return text.append(']').toString();
  }

  /** Returns a text of a value or of null that is equal for equal values and only for those. */
  static String value(@Nullable Object value) {
    if (value == null) {
      return "-";
    }
    return value.getClass().getSimpleName() + ":" + value;
  }
}

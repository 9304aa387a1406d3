package local.platform.paging;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Writes what may hold anything so that different things have different texts: each part with its
 * length.
 */
final class Texts {
  private Texts() {}

  /** Returns a text of parts, the same for the same parts and for no others. */
  static String list(String... parts) {
    StringBuilder text = new StringBuilder().append(parts.length).append('[');
    for (String part : parts) {
      text.append(part.length()).append(':').append(part);
    }
    return text.append(']').toString();
  }

  /** Returns a text of a value or of its absence, the same for equal ones and for no others. */
  static String value(@Nullable Object value) {
    if (value == null) {
      return "-";
    }
    String text =
        value instanceof Instant time ? Long.toString(time.toEpochMilli()) : value.toString();
    return value.getClass().getSimpleName() + ":" + text;
  }
}

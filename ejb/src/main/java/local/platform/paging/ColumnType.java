package local.platform.paging;

import java.time.Instant;

/** What the values of a column are by which lists are ordered or whose values tell rows apart. */
public enum ColumnType {
  /** Texts, as {@code String}. They are ASCII, for which Java and both databases agree in order. */
  TEXT {
    @Override
    String write(Object value) {
      return (String) value;
    }

    @Override
    Object read(String text) {
      return text;
    }
  },
  /** Whole numbers, as {@code Long}. */
  NUMBER {
    @Override
    String write(Object value) {
      return Long.toString((Long) value);
    }

    @Override
    Object read(String text) {
      return Long.valueOf(text);
    }
  },
  /** Times, as {@code Instant} with milliseconds. */
  TIME {
    @Override
    String write(Object value) {
      return Long.toString(((Instant) value).toEpochMilli());
    }

    @Override
    Object read(String text) {
      return Instant.ofEpochMilli(Long.parseLong(text));
    }
  };

  /** Returns a value as text, for a page token. */
  abstract String write(Object value);

  /** Returns the value that {@link #write} wrote. */
  abstract Object read(String text);
}

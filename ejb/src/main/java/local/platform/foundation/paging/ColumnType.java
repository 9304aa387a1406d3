package local.platform.foundation.paging;

import java.time.Instant;
import local.platform.foundation.uid.Uid;

/** The type of a column by which lists are ordered, or which is the key of a list. */
public enum ColumnType {
  /** Texts, as {@code String}. They are ASCII, which Java and both databases order alike. */
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
  /** Uids, as {@code Uid}. */
  UID {
    @Override
    String write(Object value) {
      return ((Uid) value).value();
    }

    @Override
    Object read(String text) {
      return new Uid(text);
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
  /** Times, as {@code Instant} in milliseconds. */
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

  /** Parses what {@link #write} returned. */
  abstract Object read(String text);
}

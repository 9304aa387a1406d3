package local.platform.foundation.paging;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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

    @Override
    Object least() {
      return "";
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

    @Override
    Object least() {
      return new Uid("0".repeat(40));
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

    @Override
    Object least() {
      return Long.MIN_VALUE;
    }
  },
  /**
   * Times since 1970, as {@code Instant} in milliseconds or microseconds. Their text is in
   * milliseconds.
   */
  TIME {
    @Override
    String write(Object value) {
      long micros = ChronoUnit.MICROS.between(Instant.EPOCH, (Instant) value);
      return BigDecimal.valueOf(micros, MICRO_DIGITS).stripTrailingZeros().toPlainString();
    }

    @Override
    Object read(String text) {
      long micros = new BigDecimal(text).movePointRight(MICRO_DIGITS).longValueExact();
      return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    @Override
    Object least() {
      return Instant.EPOCH;
    }
  };

  /** Decimal places of a time in milliseconds that is exact to the microsecond. */
  private static final int MICRO_DIGITS = 3;

  /** Returns a value as text, for a page token. */
  abstract String write(Object value);

  /** Parses what {@link #write} returned. */
  abstract Object read(String text);

  /** Returns a value that is not greater than any other. */
  abstract Object least();
}

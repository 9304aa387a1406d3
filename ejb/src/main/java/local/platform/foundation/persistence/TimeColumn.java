package local.platform.foundation.persistence;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A column with a time, for SQL without Hibernate. What is stored is the wall time in UTC, whatever
 * the time zone of this process is: neither driver converts a {@code LocalDateTime}, unlike the
 * other types of dates and times. {@link InstantTypeContributor} teaches Hibernate the same.
 */
public final class TimeColumn {
  private TimeColumn() {}

  /** Sets a parameter of a statement. */
  public static void set(PreparedStatement statement, int index, Instant time) throws SQLException {
    statement.setObject(index, stored(time));
  }

  /** Sets a parameter of a statement, to null if there is no time. */
  public static void set(PreparedStatement statement, int index, Optional<Instant> time)
      throws SQLException {
    if (time.isPresent()) {
      set(statement, index, time.get());
    } else {
      statement.setNull(index, Types.TIMESTAMP);
    }
  }

  /**
   * Returns the time in a column.
   *
   * @throws SQLException if the column is null
   */
  public static Instant get(ResultSet row, int column) throws SQLException {
    return find(row, column).orElseThrow(() -> new SQLException("column " + column + " is null"));
  }

  /** Returns the time in a column; empty if the column is null. */
  public static Optional<Instant> find(ResultSet row, int column) throws SQLException {
    return Optional.ofNullable(time(row.getObject(column, LocalDateTime.class)));
  }

  /**
   * Returns what is stored of a time, exact to the microsecond as columns are at most: the driver
   * of MySQL would round what is shorter, at the end of time to a year that MySQL does not know.
   */
  static LocalDateTime stored(Instant time) {
    return LocalDateTime.ofInstant(time.truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC);
  }

  static @Nullable Instant time(@Nullable LocalDateTime stored) {
    return stored == null ? null : stored.toInstant(ZoneOffset.UTC);
  }
}

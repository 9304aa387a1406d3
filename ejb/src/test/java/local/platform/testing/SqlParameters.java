package local.platform.testing;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import local.platform.foundation.uid.Uid;
import org.jspecify.annotations.Nullable;

/** Binds the parameters of statements that tests run without the services. */
public final class SqlParameters {
  private SqlParameters() {}

  /** Binds all parameters of a statement, in their order, as the columns have them. */
  public static void set(PreparedStatement statement, @Nullable Object... values)
      throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, column(values[i]));
    }
  }

  private static @Nullable Object column(@Nullable Object value) {
    if (value instanceof Uid uid) {
      return uid.bytes();
    }
    return value instanceof Instant time ? LocalDateTime.ofInstant(time, ZoneOffset.UTC) : value;
  }
}

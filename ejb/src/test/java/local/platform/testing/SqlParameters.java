package local.platform.testing;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import local.platform.foundation.persistence.TimeColumn;
import local.platform.foundation.uid.Uid;
import org.jspecify.annotations.Nullable;

/** Binds the parameters of statements that tests run without the services. */
public final class SqlParameters {
  private SqlParameters() {}

  /** Binds all parameters of a statement, in their order, as the columns have them. */
  public static void set(PreparedStatement statement, @Nullable Object... values)
      throws SQLException {
    for (int i = 0; i < values.length; i++) {
      if (values[i] instanceof Instant time) {
        TimeColumn.set(statement, i + 1, time);
      } else {
        statement.setObject(i + 1, values[i] instanceof Uid uid ? uid.bytes() : values[i]);
      }
    }
  }
}

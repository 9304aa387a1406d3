package local.platform.library.artifact;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import local.platform.foundation.uid.Uid;
import local.platform.library.artifact.ArtifactId.Hash;

/**
 * Plain JDBC for many rows at once: an entity for each of hundreds of thousands of rows would cost
 * more than the rows.
 *
 * @param connection the connection of the transaction
 */
record RowStatements(Connection connection) {
  /** Number of values in a condition, always the same so that statements are prepared once. */
  private static final int VALUES = 250;

  /** The end of a condition on one of several values. */
  static final String IN = " IN (" + "?, ".repeat(VALUES - 1) + "?)";

  /** Sets a parameter of a statement. */
  @FunctionalInterface
  interface Setter<T> {
    void set(PreparedStatement statement, int index, T value) throws SQLException;
  }

  /** Takes a row. */
  @FunctionalInterface
  interface Taker {
    void take(ResultSet row) throws SQLException;
  }

  /** Sets all parameters of a statement. */
  @FunctionalInterface
  interface Binder<T> {
    void bind(PreparedStatement statement, T value) throws SQLException;
  }

  /** Passes the rows that have one of some values to a consumer, in any order. */
  <T> void select(String sql, List<T> values, Setter<T> setter, Taker taker) throws SQLException {
    if (values.isEmpty()) {
      return;
    }
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      for (int from = 0; from < values.size(); from += VALUES) {
        setValues(select, values, from, setter);
        try (ResultSet rows = select.executeQuery()) {
          while (rows.next()) {
            taker.take(rows);
          }
        }
      }
    }
  }

  private static <T> void setValues(
      PreparedStatement statement, List<T> values, int from, Setter<T> setter) throws SQLException {
    for (int i = 0; i < VALUES; i++) {
      // The last value fills what is left over.
      setter.set(statement, i + 1, values.get(Math.min(from + i, values.size() - 1)));
    }
  }

  /** Executes a statement for each of some values. */
  <T> void batch(String sql, List<T> values, Binder<T> binder) throws SQLException {
    if (values.isEmpty()) {
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (T value : values) {
        binder.bind(statement, value);
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  /** Deletes the rows that have one of some numbers. */
  void delete(String sql, List<Long> numbers) throws SQLException {
    if (numbers.isEmpty()) {
      return;
    }
    try (PreparedStatement delete = connection.prepareStatement(sql)) {
      for (int from = 0; from < numbers.size(); from += VALUES) {
        setValues(delete, numbers, from, PreparedStatement::setLong);
        delete.executeUpdate();
      }
    }
  }

  static void setHash(PreparedStatement statement, int index, Hash hash) throws SQLException {
    statement.setBytes(index, hash.bytes());
  }

  static void setUid(PreparedStatement statement, int index, Uid uid) throws SQLException {
    statement.setBytes(index, uid.bytes());
  }
}

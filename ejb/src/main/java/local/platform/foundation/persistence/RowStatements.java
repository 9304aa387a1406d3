package local.platform.foundation.persistence;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.function.ToLongFunction;
import local.platform.foundation.uid.Uid;

/**
 * Plain JDBC for many rows at once: an entity for each of hundreds of thousands of rows would cost
 * more than the rows.
 *
 * @param connection the connection of the transaction
 */
public record RowStatements(Connection connection) {
  /** Number of values in a condition, always the same so that statements are prepared once. */
  private static final int VALUES = 250;

  /** Most queries that are sent as one. */
  private static final int UNITED = 50;

  /**
   * Most bytes of rows that are sent as one, unless one has more. In the text of a statement, two
   * characters stand for a byte.
   */
  private static final long SENT_BYTES = 1 << 20;

  /** The end of a condition on one of several values. */
  public static final String IN = " IN (" + "?, ".repeat(VALUES - 1) + "?)";

  /** Sets a parameter of a statement. */
  @FunctionalInterface
  public interface Setter<T> {
    /** Sets it. */
    void set(PreparedStatement statement, int index, T value) throws SQLException;
  }

  /** Takes a row. */
  @FunctionalInterface
  public interface Taker {
    /** Takes it. */
    void take(ResultSet row) throws SQLException;
  }

  /** Sets the parameters of one of several united queries. */
  @FunctionalInterface
  public interface Parameters<T> {
    /**
     * Sets them.
     *
     * @param index that of the first
     * @return the index of the next query's first
     */
    int set(PreparedStatement statement, int index, T value) throws SQLException;
  }

  /** Sets all parameters of a statement. */
  @FunctionalInterface
  public interface Binder<T> {
    /** Sets them. */
    void bind(PreparedStatement statement, T value) throws SQLException;
  }

  /** Passes the rows that have one of some values to a consumer, in any order. */
  public <T> void select(String sql, List<T> values, Setter<T> setter, Taker taker)
      throws SQLException {
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

  /**
   * Passes the rows that a query finds for each of some values to a consumer, in any order. The
   * queries are sent many at a time, so each must be a part that {@code UNION ALL} can join. A row
   * may be passed twice.
   */
  public <T> void selectEach(String sql, List<T> values, Parameters<T> parameters, Taker taker)
      throws SQLException {
    if (values.isEmpty()) {
      return;
    }
    int parts = Math.min(UNITED, values.size());
    String united = String.join(" UNION ALL ", Collections.nCopies(parts, sql));
    try (PreparedStatement select = connection.prepareStatement(united)) {
      for (int from = 0; from < values.size(); from += parts) {
        // So many are always asked for, so that the statement is prepared once.
        int first = Math.min(from, values.size() - parts);
        int index = 1;
        for (T value : values.subList(first, first + parts)) {
          index = parameters.set(select, index, value);
        }
        try (ResultSet rows = select.executeQuery()) {
          while (rows.next()) {
            taker.take(rows);
          }
        }
      }
    }
  }

  /**
   * Returns the hint, to follow SELECT, that lets MySQL read a table by an index. H2 takes it for a
   * comment.
   *
   * <p>What walks through the rows with one value of a column, in the order of another column,
   * needs it if a second index begins with the first column. MySQL can take that for cheaper, and
   * then turn to the right index for the order; but if the value is a parameter, it does not look
   * at the position again: it reads all rows before the position, too. Its counters of reads do not
   * show that, since the storage engine passes over them. For H2 the order must begin with the
   * first column: only then it knows that the index has the rows in that order, and does not read
   * all rows after the position.
   *
   * @param table the table, or its alias in the statement
   */
  public static String byIndex(String table, String index) {
    return "/*+ INDEX(" + table + " " + index + ") */ ";
  }

  /** Executes a statement for each of some values. */
  public <T> void batch(String sql, List<T> values, Binder<T> binder) throws SQLException {
    batch(sql, values, value -> 0, binder);
  }

  /**
   * Does the same for rows that are large, a few at a time: the driver of MySQL sends a batch of
   * updates as one text, of which {@code max_allowed_packet} may be as little as 4 MiB.
   *
   * @param size about how large a row is, in bytes
   */
  public <T> void batch(String sql, List<T> values, ToLongFunction<T> size, Binder<T> binder)
      throws SQLException {
    if (values.isEmpty()) {
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      long bytes = 0;
      for (T value : values) {
        bytes += size.applyAsLong(value);
        if (bytes > SENT_BYTES) {
          statement.executeBatch();
          bytes = size.applyAsLong(value);
        }
        binder.bind(statement, value);
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  /** Deletes the rows that have one of some numbers. */
  public void delete(String sql, List<Long> numbers) throws SQLException {
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

  /** Sets a parameter to a uid. */
  public static void setUid(PreparedStatement statement, int index, Uid uid) throws SQLException {
    statement.setBytes(index, uid.bytes());
  }
}

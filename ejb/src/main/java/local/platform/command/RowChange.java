package local.platform.command;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A row that a transaction of MySQL has inserted, changed or deleted. Values are those of the
 * columns by their names: the bytes as characters, or null. A log can leave out columns.
 *
 * @param transaction the transaction
 * @param database the database of the table
 * @param table the table
 * @param before the row before; empty if it was inserted
 * @param after the row afterwards; empty if it was deleted
 */
record RowChange(
    Transaction transaction,
    String database,
    String table,
    Map<String, @Nullable String> before,
    Map<String, @Nullable String> after) {

  /**
   * A transaction in a log.
   *
   * @param number counts the transactions that were read, from one
   * @param gtid its identifier, which it has in each log
   * @param time when it was committed first, in microseconds since 1970
   */
  record Transaction(long number, String gtid, long time) {}

  boolean isInsert() {
    return before.isEmpty();
  }

  boolean isDelete() {
    return after.isEmpty();
  }

  /** Returns whether a column has another value afterwards. */
  boolean changes(String column) {
    return after.containsKey(column) && !Objects.equals(before.get(column), after.get(column));
  }

  /** Returns a text of a row; empty if it is null or was left out. */
  static Optional<String> text(Map<String, @Nullable String> row, String column) {
    return bytes(row, column).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  /** Returns the bytes of a value of a row; empty if it is null or was left out. */
  static Optional<byte[]> bytes(Map<String, @Nullable String> row, String column) {
    return Optional.ofNullable(row.get(column))
        .map(value -> value.getBytes(StandardCharsets.ISO_8859_1));
  }
}

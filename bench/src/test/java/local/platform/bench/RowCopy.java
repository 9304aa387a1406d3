package local.platform.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Rows of a table, which plain JDBC writes into the same table of another database: the least that
 * storing them takes.
 */
final class RowCopy {
  private static final int BATCH = 1_000;

  private final String insert;
  private final List<Object[]> rows;

  private RowCopy(String insert, List<Object[]> rows) {
    this.insert = insert;
    this.rows = rows;
  }

  /**
   * Reads the rows of a table.
   *
   * @param of what comes behind the name of the table in the statement; empty for all rows
   */
  static RowCopy read(Connection connection, String table, String of) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SELECT * FROM " + table + " " + of)) {
      int columns = found.getMetaData().getColumnCount();
      List<Object[]> rows = new ArrayList<>();
      while (found.next()) {
        Object[] row = new Object[columns];
        for (int i = 0; i < columns; i++) {
          row[i] = found.getObject(i + 1);
        }
        rows.add(row);
      }
      String places = String.join(", ", Collections.nCopies(columns, "?"));
      return new RowCopy("INSERT INTO " + table + " VALUES (" + places + ")", rows);
    }
  }

  /** Returns how many rows there are. */
  int size() {
    return rows.size();
  }

  /** Writes the rows in batches, each of which is a transaction. */
  void write(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement statement = connection.prepareStatement(insert)) {
      for (int first = 0; first < rows.size(); first += BATCH) {
        for (Object[] row : rows.subList(first, Math.min(first + BATCH, rows.size()))) {
          for (int i = 0; i < row.length; i++) {
            statement.setObject(i + 1, row[i]);
          }
          statement.addBatch();
        }
        statement.executeBatch();
        connection.commit();
      }
    }
  }
}

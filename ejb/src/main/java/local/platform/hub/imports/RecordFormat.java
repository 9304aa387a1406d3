package local.platform.hub.imports;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * The records of one format, and how they are stored in one group.
 *
 * @param <R> a record
 */
public interface RecordFormat<R extends ImportRecord> {
  /**
   * Reads a record. Accesses nothing that is stored.
   *
   * @param line the bytes of its line, without the end of the line
   * @throws RefusedRecordException if it is invalid
   */
  R read(byte[] line) throws RefusedRecordException;

  /**
   * Stores records, in a transaction.
   *
   * @param records records with different keys
   * @param now the time of the transaction
   * @return what became of them; without the number of records that were read
   */
  ImportCounts store(Connection connection, List<R> records, Instant now) throws SQLException;

  /**
   * Reads some of the stored records.
   *
   * @param after the position after which to read; 0 for the beginning
   */
  Stored stored(Connection connection, long after) throws SQLException;

  /**
   * Removes, in a transaction, those of some stored records that a file does not name.
   *
   * @param after the position after which they were read
   * @param until the position up to which they were read
   * @param named the keys of all records that the file names
   * @param now the time of the transaction
   * @return how many were removed
   */
  long retract(Connection connection, long after, long until, Set<Long> named, Instant now)
      throws SQLException;

  /**
   * Some of the stored records.
   *
   * @param keys their keys
   * @param until the position up to which they were read
   * @param more whether there are more after it
   */
  record Stored(List<Long> keys, long until, boolean more) {}
}

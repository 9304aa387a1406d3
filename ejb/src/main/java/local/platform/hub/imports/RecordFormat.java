package local.platform.hub.imports;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import local.platform.access.authz.Capability;

/**
 * Reads the records of one import, and stores them in its group.
 *
 * @param <R> a record whose form is valid
 */
public interface RecordFormat<R> {
  /** Returns the kind of the import. */
  ImportKind kind();

  /**
   * Returns what the file is about. A group has at most one running import of a kind and a subject.
   */
  String subject();

  /** Returns the capability that is needed at the group to start and to cancel the import. */
  Capability starting();

  /**
   * Reads a record. Accesses nothing that is stored.
   *
   * @param record its bytes, without what divides it from others; there may be none
   * @throws RefusedRecordException if it is invalid
   */
  R read(byte[] record) throws RefusedRecordException;

  /**
   * Returns a number that identifies what a record is about, among those of one import. It is a
   * part of a hash: two records that are about different things have different keys, with a
   * probability that can be neglected.
   */
  long key(R record);

  /** Returns what a record is about, for people. */
  String label(R record);

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

package local.platform.hub.imports;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import local.platform.access.authz.Capability;
import local.platform.foundation.uid.Uid;

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

  /**
   * Returns the capabilities that are all needed at the group to start the import, in the order in
   * which they are checked.
   */
  List<Capability> starting();

  /** Returns the capability that is needed to cancel the import, which is stored with it. */
  Capability cancelling();

  /**
   * Reads a record. Accesses nothing that is stored, but for what was recalled.
   *
   * @param record its bytes, without what divides it from others; there may be none
   * @throws RefusedRecordException if it is invalid
   */
  R read(byte[] record) throws RefusedRecordException;

  /**
   * Reads some of what is stored, so that what comes again need not be read whole. Called before
   * the file is read, until there is no more.
   *
   * @return whether there is more
   */
  default boolean recall(Connection connection) throws SQLException {
    return false;
  }

  /**
   * Returns whether the file is read before anything is changed, even if it is not complete, to
   * find out how much it takes back.
   */
  default boolean takesBack() {
    return false;
  }

  /** Returns whether a record takes back all that a stored one about the same says. */
  default boolean isWithdrawal(R record) {
    return false;
  }

  /**
   * Returns whether a record is about nothing that the import takes. It is counted, and not stored,
   * unless something is stored about the same, which it takes back.
   */
  default boolean isSkipped(R record) {
    return false;
  }

  /** Notes in the transaction that creates an import that it begins. */
  default void begun(Connection connection, Uid uid) throws SQLException {}

  /**
   * Notes in the transaction that ends an import that every record was stored or refused.
   *
   * @param now the time of the transaction
   */
  default void done(Connection connection, Instant now) throws SQLException {}

  /**
   * Returns whether a record is stored just so, by what was recalled. It is counted, and not stored
   * again.
   */
  default boolean isStored(R record) {
    return false;
  }

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
   * @return what became of them
   */
  Outcome store(Connection connection, List<R> records, Instant now) throws SQLException;

  /**
   * Reads some of the stored records.
   *
   * @param after the position after which to read; 0 for the beginning
   */
  Stored stored(Connection connection, long after) throws SQLException;

  /**
   * Removes, in a transaction, those of some stored records that a file does not name: as many as
   * do not make it too large. Called again until it removes none.
   *
   * @param after the position after which they were read
   * @param until the position up to which they were read
   * @param named the keys of all records that the file names
   * @param now the time of the transaction
   * @return how many were removed, and what followed from that
   */
  ImportCounts retract(Connection connection, long after, long until, Set<Long> named, Instant now)
      throws SQLException;

  /**
   * What became of records that were stored.
   *
   * @param counts their number by what was done with them; without the number that was read
   * @param notes what people are to know of records that were taken
   */
  record Outcome(ImportCounts counts, List<Note> notes) {
    public Outcome {
      notes = List.copyOf(notes);
    }

    /** Returns an outcome without notes. */
    public static Outcome of(ImportCounts counts) {
      return new Outcome(counts, List.of());
    }
  }

  /**
   * A note about a record that was taken.
   *
   * @param index the index of the record among those that were stored
   * @param reason what it is about, in UPPER_SNAKE
   * @param field the field of the record that it is about; empty if it is the whole record
   * @param description the same for people
   */
  record Note(int index, String reason, String field, String description) {}

  /**
   * Some of the stored records.
   *
   * @param keys their keys
   * @param until the position up to which they were read
   * @param more whether there are more after it
   */
  record Stored(List<Long> keys, long until, boolean more) {}
}

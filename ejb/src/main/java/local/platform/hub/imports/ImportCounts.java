package local.platform.hub.imports;

/**
 * Counts what became of the records of an import. Each record that was read is counted once more,
 * as created, changed, unchanged, deleted, rejected or skipped. Records that were retracted are not
 * in the file.
 *
 * @param read records that were read
 * @param created records that were not known before
 * @param changed records that replaced others
 * @param unchanged records that were known already
 * @param deleted records that the file deletes
 * @param retracted records that a complete file does not name any more
 * @param rejected records that were refused
 * @param conflicts statements that disagree with a decision that outranks them, so that they wait
 *     for a review
 * @param skipped records that are about nothing that the import takes
 */
public record ImportCounts(
    long read,
    long created,
    long changed,
    long unchanged,
    long deleted,
    long retracted,
    long rejected,
    long conflicts,
    long skipped) {
  /** Nothing so far. */
  public static final ImportCounts NONE = new ImportCounts(0, 0, 0, 0, 0, 0, 0);

  /** Creates counts without conflicts and skipped records, which not every format has. */
  public ImportCounts(
      long read,
      long created,
      long changed,
      long unchanged,
      long deleted,
      long retracted,
      long rejected) {
    this(read, created, changed, unchanged, deleted, retracted, rejected, 0, 0);
  }

  /** Returns the sum of both. */
  public ImportCounts plus(ImportCounts other) {
    return new ImportCounts(
        read + other.read,
        created + other.created,
        changed + other.changed,
        unchanged + other.unchanged,
        deleted + other.deleted,
        retracted + other.retracted,
        rejected + other.rejected,
        conflicts + other.conflicts,
        skipped + other.skipped);
  }

  /** Returns the counts of records that were only read and rejected. */
  static ImportCounts ofRead(long read, long rejected) {
    return new ImportCounts(read, 0, 0, 0, 0, 0, rejected);
  }

  /** Returns the counts of records that were skipped. */
  static ImportCounts ofSkipped(long skipped) {
    return new ImportCounts(0, 0, 0, 0, 0, 0, 0, 0, skipped);
  }

  /** Returns the counts of records that were known already. */
  static ImportCounts ofUnchanged(long unchanged) {
    return new ImportCounts(0, 0, 0, unchanged, 0, 0, 0);
  }

  /** Returns the counts of records that were removed because the file does not name them. */
  public static ImportCounts ofRetracted(long retracted) {
    return new ImportCounts(0, 0, 0, 0, 0, retracted, 0);
  }
}

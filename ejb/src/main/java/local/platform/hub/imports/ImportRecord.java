package local.platform.hub.imports;

/** A record of an imported file, whose form is valid. */
public interface ImportRecord {
  /**
   * Returns a number that identifies what the record is about, among those of one import. It is a
   * part of a hash: two records that are about different things have different keys, with a
   * probability that can be neglected.
   */
  long key();

  /** Returns what the record is about, for people. */
  String label();
}

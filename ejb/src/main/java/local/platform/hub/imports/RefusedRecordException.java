package local.platform.hub.imports;

import java.util.OptionalLong;

/** Thrown for a record that an import refuses. Nothing of it is stored; the import goes on. */
public final class RefusedRecordException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;
  private final String record;
  private final String field;
  private final transient OptionalLong key;

  /**
   * Creates an exception.
   *
   * @param reason why, in UPPER_SNAKE
   * @param record what the record is about, as far as that could be read
   * @param key the key of the record, as {@link RecordFormat#key} returns it; empty if it could not
   *     be read
   * @param field the field that is wrong; empty if it is the whole record
   * @param description the same for people
   */
  public RefusedRecordException(
      String reason, String record, OptionalLong key, String field, String description) {
    super(description);
    this.reason = reason;
    this.record = record;
    this.key = key;
    this.field = field;
  }

  /** Returns why, in UPPER_SNAKE. */
  public String reason() {
    return reason;
  }

  /** Returns what the record is about, as far as that could be read. */
  public String record() {
    return record;
  }

  /** Returns the field that is wrong; empty if it is the whole record. */
  public String field() {
    return field;
  }

  /** Returns the key of the record; empty if it could not be read. */
  public OptionalLong key() {
    return key;
  }

  /** Returns the issue that the import shows. */
  ImportIssue issue(FileRecord read) {
    return new ImportIssue(
        read.ordinal(), reason, false, read.label(record), field, String.valueOf(getMessage()));
  }
}

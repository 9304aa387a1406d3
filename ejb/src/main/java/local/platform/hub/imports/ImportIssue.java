package local.platform.hub.imports;

/**
 * A record that an import refused, or a note about one that it took.
 *
 * @param line number of its line, element or entry in the file, from 1
 * @param reason why, in UPPER_SNAKE
 * @param taken whether the record was taken all the same, so that this is a note
 * @param record what it is about, as far as that could be read; otherwise the name of its entry
 * @param field the field that is wrong; empty if it is the whole record
 * @param description the same for people
 */
public record ImportIssue(
    long line, String reason, boolean taken, String record, String field, String description) {
  static final int MAX_RECORD = 255;
  private static final int MAX_FIELD = 255;
  private static final int MAX_DESCRIPTION = 1_024;

  /** Creates an issue; texts that are too long to be stored are cut. */
  public ImportIssue {
    record = cut(record, MAX_RECORD);
    field = cut(field, MAX_FIELD);
    description = cut(description, MAX_DESCRIPTION);
  }

  /** Returns the issue of a whole record. */
  static ImportIssue refused(FileRecord read, String reason, String record, String description) {
    return new ImportIssue(read.ordinal(), reason, false, read.label(record), "", description);
  }

  /** Returns a note about a record that was taken. */
  static ImportIssue note(FileRecord read, String record, RecordFormat.Note note) {
    return new ImportIssue(
        read.ordinal(), note.reason(), true, read.label(record), note.field(), note.description());
  }

  /** Returns the beginning of a text that can be stored, of at most so many code points. */
  static String cut(String text, int length) {
    String known =
        text.codePointCount(0, text.length()) <= length
            ? text
            : text.substring(0, text.offsetByCodePoints(0, length));
    // A lone surrogate cannot be stored.
    return known.codePoints().anyMatch(c -> Character.getType(c) == Character.SURROGATE)
        ? known.replaceAll("\\p{Cs}", "?")
        : known;
  }
}

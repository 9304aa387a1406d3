package local.platform.hub.imports;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A record as its file has it.
 *
 * @param ordinal its number in the file, from 1: that of its line, of its element, or of its entry
 * @param entry the name of its entry in a zip, a text for people; empty if there is none
 * @param bytes its bytes; empty if it is refused without being read
 * @param reason why it is refused, in UPPER_SNAKE; empty if it is not
 * @param description the same for people
 */
record FileRecord(
    long ordinal, String entry, Optional<byte[]> bytes, String reason, String description) {

  static FileRecord of(long ordinal, String entry, byte[] bytes) {
    return new FileRecord(ordinal, entry, Optional.of(bytes), "", "");
  }

  static FileRecord refused(long ordinal, String entry, String reason, String description) {
    return new FileRecord(ordinal, entry, Optional.empty(), reason, description);
  }

  /**
   * Returns a record that has more bytes than its format allows.
   *
   * @param noun what such a record is called
   */
  static FileRecord tooLarge(long ordinal, String entry, String noun, int limit) {
    return refused(
        ordinal, entry, "TOO_LARGE", "the " + noun + " has more than " + limit + " bytes");
  }

  /**
   * Returns its bytes.
   *
   * @throws RefusedRecordException if it is refused
   */
  byte[] content() throws RefusedRecordException {
    if (bytes.isEmpty()) {
      throw new RefusedRecordException(reason, "", OptionalLong.empty(), "", description);
    }
    return bytes.get();
  }

  /** Returns whether it has no bytes at all. */
  boolean isEmpty() {
    return bytes.filter(content -> content.length == 0).isPresent();
  }

  /** Returns the same without its bytes, of which nothing more is needed once they are read. */
  FileRecord withoutBytes() {
    return new FileRecord(ordinal, entry, Optional.empty(), reason, description);
  }

  /** Returns what the record is about, for people, as far as it is known. */
  String label(String known) {
    return known.isEmpty() ? entry : known;
  }
}

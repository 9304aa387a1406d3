package local.platform.hub.imports;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * A file that is a JSON array, of whose elements each is a record. It is divided at its commas;
 * whether an element is valid is for its format to say. An array that is not closed, or is followed
 * by anything, ends the import.
 */
final class JsonElements implements FileRecords {
  private static final String NOUN = "record";

  private final FileBytes bytes;
  private long number;
  private boolean hasEnded;

  JsonElements(FileBytes bytes) {
    this.bytes = bytes;
  }

  @Override
  public long bytesRead() {
    return bytes.file().bytesRead();
  }

  @Override
  public String noun() {
    return NOUN;
  }

  @Override
  public Optional<FileRecord> next() throws IOException {
    if (number == 0 && !hasEnded) {
      begin();
    }
    if (hasEnded) {
      return Optional.empty();
    }
    bytes.file().checkRecords(++number, "records");
    return Optional.of(element());
  }

  /** Passes over what comes before the first element. */
  private void begin() throws IOException {
    while (bytes.hasNext() && bytes.next() != '[') {
      // white space and a byte-order mark
    }
    if (bytes.skipBlank() && bytes.peek() == ']') {
      bytes.next();
      end();
    }
  }

  private FileRecord element() throws IOException {
    int limit = bytes.file().limits().record();
    RecordBytes element = bytes.file().newRecord();
    JsonBrackets brackets = new JsonBrackets();
    bytes.skipBlank();
    while (true) {
      if (!bytes.hasNext()) {
        throw FileInput.unreadable("its JSON array ends early");
      }
      byte octet = bytes.next();
      if (brackets.areClosed() && (octet == ',' || octet == ']')) {
        if (octet == ']') {
          end();
        }
        break;
      }
      brackets.next(octet);
      element.add(octet);
    }
    return element.isTooLong()
        ? FileRecord.tooLarge(number, "", NOUN, limit)
        : FileRecord.of(number, "", withoutBlank(element.toByteArray()));
  }

  /** Makes sure that nothing follows the array. */
  private void end() throws IOException {
    hasEnded = true;
    if (bytes.skipBlank()) {
      throw FileInput.unreadable("something else follows its JSON array");
    }
  }

  private static byte[] withoutBlank(byte[] element) {
    int stop = element.length;
    while (stop > 0 && FileBytes.isBlank(element[stop - 1])) {
      stop--;
    }
    return Arrays.copyOf(element, stop);
  }
}

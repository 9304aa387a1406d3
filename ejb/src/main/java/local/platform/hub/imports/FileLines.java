package local.platform.hub.imports;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * A file with a record on each line. Empty lines are left out, and so is a byte-order mark. The
 * ordinal of a record is the number of its line.
 */
final class FileLines implements FileRecords {
  private static final String NOUN = "line";

  private final FileBytes bytes;
  private long number;

  FileLines(FileBytes bytes) {
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
    while (true) {
      Optional<FileRecord> line = line();
      if (line.flatMap(FileRecord::bytes).filter(content -> content.length == 0).isEmpty()) {
        return line;
      }
    }
  }

  private Optional<FileRecord> line() throws IOException {
    if (!bytes.hasNext()) {
      return Optional.empty();
    }
    bytes.file().checkRecords(++number, "lines");
    RecordBytes line = bytes.file().newRecord();
    while (bytes.hasNext()) {
      if (bytes.takeUntil((byte) '\n', line)) {
        break;
      }
    }
    return Optional.of(record(line));
  }

  /** Returns the record that begins with a line and has the rest of the file. */
  FileRecord restOf(FileRecord line, byte[] begin) throws IOException {
    RecordBytes rest = bytes.file().newRecord();
    rest.add(begin, 0, begin.length);
    while (bytes.hasNext()) {
      rest.add((byte) '\n');
      while (bytes.hasNext() && !bytes.takeUntil((byte) '\n', rest)) {
        // the line goes on in the next buffer
      }
    }
    return rest.isTooLong()
        ? FileRecord.tooLarge(line.ordinal(), "", "record", limit())
        : FileRecord.of(line.ordinal(), "", rest.toByteArray());
  }

  private int limit() {
    return bytes.file().limits().record();
  }

  private FileRecord record(RecordBytes line) {
    return line.isTooLong()
        ? FileRecord.tooLarge(number, "", NOUN, limit())
        : FileRecord.of(number, "", content(line.toByteArray()));
  }

  private byte[] content(byte[] line) {
    int start = number == 1 ? FileBytes.markLength(line) : 0;
    int stop = line.length;
    while (stop > start && line[stop - 1] == '\r') {
      stop--;
    }
    return Arrays.copyOfRange(line, start, stop);
  }
}

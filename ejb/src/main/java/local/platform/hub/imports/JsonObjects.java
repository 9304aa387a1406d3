package local.platform.hub.imports;

import java.io.IOException;
import java.util.Optional;

/**
 * A file that begins with a JSON object: it has one on each line, or a single one over several
 * lines. It is the latter if a bracket of the first line is not closed in it. Lines of white space
 * are left out.
 */
final class JsonObjects implements FileRecords {
  private final FileLines lines;
  private boolean hasBegun;

  JsonObjects(FileLines lines) {
    this.lines = lines;
  }

  @Override
  public Optional<FileRecord> next() throws IOException {
    Optional<FileRecord> line = lines.next();
    while (line.flatMap(FileRecord::bytes).filter(FileBytes::isBlank).isPresent()) {
      line = lines.next();
    }
    if (hasBegun) {
      return line;
    }
    hasBegun = true;
    Optional<byte[]> begin = line.flatMap(FileRecord::bytes).filter(JsonObjects::goesOn);
    return begin.isEmpty() ? line : Optional.of(lines.restOf(line.orElseThrow(), begin.get()));
  }

  private static boolean goesOn(byte[] line) {
    JsonBrackets brackets = new JsonBrackets();
    for (byte octet : line) {
      brackets.next(octet);
    }
    return !brackets.areClosed();
  }

  @Override
  public long bytesRead() {
    return lines.bytesRead();
  }

  @Override
  public String noun() {
    return lines.noun();
  }
}

package local.platform.hub.imports;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import local.platform.foundation.encoding.GzipInput;

/**
 * The records of an uploaded file, one after the other. Those that are too long are skipped and not
 * kept, so that a file needs no more memory than the longest record may have.
 */
interface FileRecords {
  /**
   * Reads the next record; returns empty at the end of the file.
   *
   * @throws ImportFailedException if the file exceeds a limit or is damaged
   * @throws IOException if it could not be read to its end
   */
  Optional<FileRecord> next() throws IOException;

  /** Returns how many bytes of the file were read so far. */
  long bytesRead();

  /** Returns what a record is called: a line, a record or an entry. */
  String noun();

  /**
   * Begins to read a file. Its first bytes tell which container it is.
   *
   * @param length its length, in bytes; if it turns out to be another one, reading it fails
   * @param containers those that its format takes
   * @param whenLarge is called before a large record is kept, see {@link LargeRecords}
   * @throws ImportFailedException if it is none of them, exceeds a limit or is damaged
   */
  static FileRecords of(
      InputStream in,
      long length,
      FileInput.Limits limits,
      Set<Container> containers,
      Runnable whenLarge)
      throws IOException {
    FileInput file = new FileInput(in, length, limits, whenLarge);
    PushbackInputStream start = new PushbackInputStream(file, Magic.LENGTH);
    byte[] first = start.readNBytes(Magic.LENGTH);
    start.unread(first);
    if (containers.contains(Container.ZIP) && Magic.isZip(first)) {
      return new ZipEntries(file, start);
    }
    boolean isCompressed = Magic.isGzip(first);
    FileBytes bytes =
        new FileBytes(file, isCompressed ? new GzipInput(start) : start, isCompressed);
    if (containers.contains(Container.LINES)) {
      return new FileLines(bytes);
    }
    return switch (bytes.first()) {
      case -1, '{' -> new JsonObjects(new FileLines(bytes));
      case '[' -> new JsonElements(bytes);
      default ->
          throw new ImportFailedException(
              "the server cannot tell what the file is: send "
                  + containers.stream()
                      .sorted()
                      .map(Container::text)
                      .collect(Collectors.joining(", or ")));
    };
  }
}

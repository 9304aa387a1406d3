package local.platform.hub.imports;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.ZipException;
import local.platform.foundation.encoding.GzipInput;

/**
 * The lines of an uploaded file, plain or compressed with gzip, which its first bytes tell. Empty
 * lines are left out, and so is a byte-order mark. Lines that are too long are skipped and not
 * kept.
 */
final class FileLines {
  private static final int BUFFER = 64 * 1024;
  private static final int[] GZIP = {0x1f, 0x8b};
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final long length;
  private final Limits limits;
  private final Counted compressed;
  private final InputStream inflated;
  private final boolean isCompressed;
  private final byte[] buffer = new byte[BUFFER];
  private int position;
  private int end;
  private long inflatedBytes;
  private long number;

  /**
   * Limits on an uploaded file. What a file says about itself is not believed: everything is
   * counted while it is read.
   *
   * @param lines maximum number of lines
   * @param line maximum length of a line, in bytes
   * @param inflated maximum length after inflating, in bytes
   * @param ratio maximum ratio of inflated to compressed length
   * @param free inflated length up to which the ratio does not matter, in bytes
   */
  record Limits(long lines, int line, long inflated, int ratio, long free) {
    /** Applies on servers; tests have smaller ones. */
    static final Limits DEFAULT = new Limits(5_000_000, 64 << 10, 4L << 30, 200, 64L << 20);
  }

  /**
   * A line.
   *
   * @param number its number in the file, from 1
   * @param bytes its bytes without its end; empty if it is too long
   */
  record Line(long number, Optional<byte[]> bytes) {}

  /** Counts the bytes that were read. */
  private static final class Counted extends FilterInputStream {
    private long count;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int octet = super.read();
      count += octet < 0 ? 0 : 1;
      return octet;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      count += Math.max(0, read);
      return read;
    }
  }

  /**
   * Begins to read a file.
   *
   * @param length its length, in bytes; if it turns out to be another one, reading it fails
   */
  FileLines(InputStream in, long length, Limits limits) throws IOException {
    this.length = length;
    this.limits = limits;
    this.compressed = new Counted(in);
    PushbackInputStream start = new PushbackInputStream(compressed, GZIP.length);
    byte[] first = start.readNBytes(GZIP.length);
    start.unread(first);
    this.isCompressed =
        first.length == GZIP.length
            && Byte.toUnsignedInt(first[0]) == GZIP[0]
            && Byte.toUnsignedInt(first[1]) == GZIP[1];
    this.inflated = isCompressed ? new GzipInput(start) : start;
  }

  /** Returns how many bytes of the file were read so far. */
  long bytesRead() {
    return compressed.count;
  }

  /**
   * Reads the next line that is not empty; returns empty at the end of the file.
   *
   * @throws ImportFailedException if the file exceeds a limit or is damaged
   * @throws IOException if it could not be read to its end
   */
  Optional<Line> next() throws IOException {
    while (true) {
      Optional<Line> line = line();
      if (line.isEmpty() || line.get().bytes().filter(bytes -> bytes.length == 0).isEmpty()) {
        return line;
      }
    }
  }

  private Optional<Line> line() throws IOException {
    if (!fill()) {
      return Optional.empty();
    }
    if (++number > limits.lines()) {
      throw unreadable("it has more than " + limits.lines() + " lines");
    }
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    long length = 0;
    while (fill()) {
      int lineEnd = position;
      while (lineEnd < end && buffer[lineEnd] != '\n') {
        lineEnd++;
      }
      length += lineEnd - position;
      if (length <= limits.line()) {
        line.write(buffer, position, lineEnd - position);
      }
      boolean complete = lineEnd < end;
      position = complete ? lineEnd + 1 : lineEnd;
      if (complete) {
        break;
      }
    }
    return Optional.of(
        new Line(
            number,
            length > limits.line() ? Optional.empty() : Optional.of(content(line.toByteArray()))));
  }

  private byte[] content(byte[] line) {
    int start = 0;
    if (number == 1 && Arrays.mismatch(line, BYTE_ORDER_MARK) == BYTE_ORDER_MARK.length) {
      start = BYTE_ORDER_MARK.length;
    }
    int stop = line.length;
    while (stop > start && line[stop - 1] == '\r') {
      stop--;
    }
    return Arrays.copyOfRange(line, start, stop);
  }

  /** Makes sure that there are bytes in the buffer; returns false at the end of the file. */
  private boolean fill() throws IOException {
    if (position < end) {
      return true;
    }
    int count;
    try {
      count = inflated.read(buffer);
    } catch (EOFException e) {
      throw unreadable("its compressed data end early");
    } catch (ZipException e) {
      throw unreadable("its compressed data are damaged: " + e.getMessage());
    }
    if (count < 0 && compressed.count != length) {
      throw new IOException(compressed.count + " of " + length + " bytes were read");
    }
    position = 0;
    end = Math.max(0, count);
    inflatedBytes += end;
    checkLength();
    return end > 0;
  }

  private static ImportFailedException unreadable(String why) {
    return new ImportFailedException("the file cannot be read further: " + why);
  }

  private void checkLength() {
    if (inflatedBytes > limits.inflated()) {
      throw unreadable("it has more than " + limits.inflated() + " bytes after inflating");
    }
    if (isCompressed
        && inflatedBytes > limits.free()
        && inflatedBytes / limits.ratio() > compressed.count) {
      throw unreadable("it inflates to more than " + limits.ratio() + " times its length");
    }
  }
}

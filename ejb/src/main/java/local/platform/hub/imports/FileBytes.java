package local.platform.hub.imports;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.ZipException;

/** The bytes of an uploaded file after inflating, read one after the other. */
final class FileBytes {
  private static final int BUFFER = 64 * 1024;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final FileInput file;
  private final InputStream inflated;
  private final boolean isCompressed;
  private final byte[] buffer = new byte[BUFFER];
  private int position;
  private int end;

  /**
   * Begins to read.
   *
   * @param inflated inflates the file, if it is compressed
   */
  FileBytes(FileInput file, InputStream inflated, boolean isCompressed) {
    this.file = file;
    this.inflated = inflated;
    this.isCompressed = isCompressed;
  }

  FileInput file() {
    return file;
  }

  /**
   * Returns whether there is another byte.
   *
   * @throws ImportFailedException if the file exceeds a limit or is damaged
   * @throws IOException if it could not be read to its end
   */
  boolean hasNext() throws IOException {
    if (position < end) {
      return true;
    }
    position = 0;
    end = Math.max(0, read(0));
    if (end == 0) {
      file.checkLength();
    }
    return end > 0;
  }

  private int read(int offset) throws IOException {
    try {
      int count = inflated.read(buffer, offset, buffer.length - offset);
      file.countInflated(Math.max(0, count), isCompressed);
      return count;
    } catch (EOFException e) {
      throw FileInput.endsEarly();
    } catch (ZipException e) {
      throw FileInput.damaged(String.valueOf(e.getMessage()));
    }
  }

  /** Returns the next byte, which there is. */
  byte next() {
    return buffer[position++];
  }

  /** Returns the next byte, which there is, and does not pass over it. */
  byte peek() {
    return buffer[position];
  }

  /**
   * Adds what comes before a byte, or before the end of the buffer, to a record.
   *
   * @return whether the byte was found, and passed over
   */
  boolean takeUntil(byte last, RecordBytes record) {
    int stop = position;
    while (stop < end && buffer[stop] != last) {
      stop++;
    }
    record.add(buffer, position, stop - position);
    boolean found = stop < end;
    position = found ? stop + 1 : stop;
    return found;
  }

  /**
   * Returns the first byte of the file that is neither white space nor part of a byte-order mark,
   * and passes over nothing; -1 if there is none in the first 64 KiB. To be called before anything
   * is read.
   */
  int first() throws IOException {
    for (int count = read(0); count > 0; count = end < BUFFER ? read(end) : 0) {
      end += count;
    }
    for (int i = startsWithMark(buffer, end) ? BYTE_ORDER_MARK.length : 0; i < end; i++) {
      if (!isBlank(buffer[i])) {
        return buffer[i];
      }
    }
    return -1;
  }

  /** Passes over white space; returns whether there is another byte after it. */
  boolean skipBlank() throws IOException {
    while (hasNext()) {
      if (!isBlank(peek())) {
        return true;
      }
      position++;
    }
    return false;
  }

  /** Returns whether a byte is white space of JSON. */
  static boolean isBlank(byte octet) {
    return octet == ' ' || octet == '\n' || octet == '\r' || octet == '\t';
  }

  /** Returns whether there is nothing but white space of JSON. */
  static boolean isBlank(byte[] bytes) {
    for (byte octet : bytes) {
      if (!isBlank(octet)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the length of the byte-order mark with which bytes begin; 0 if there is none. */
  static int markLength(byte[] bytes) {
    return startsWithMark(bytes, bytes.length) ? BYTE_ORDER_MARK.length : 0;
  }

  private static boolean startsWithMark(byte[] bytes, int length) {
    return length >= BYTE_ORDER_MARK.length
        && Arrays.equals(
            bytes, 0, BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
  }
}

package local.platform.hub.imports;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of an uploaded file as they were sent. Counts them, the bytes that are inflated from
 * them, and the records. What a file says about itself is not believed.
 */
final class FileInput extends FilterInputStream {
  private final long length;
  private final Limits limits;
  private final Runnable whenLarge;
  private long count;
  private long inflated;

  /**
   * Limits on an uploaded file.
   *
   * @param records maximum number of records
   * @param record maximum length of a record, in bytes
   * @param inflated maximum length after inflating, in bytes
   * @param ratio maximum ratio of inflated to compressed length
   * @param free inflated length up to which the ratio does not matter, in bytes
   */
  record Limits(long records, int record, long inflated, int ratio, long free) {
    /** Returns those that apply on servers; tests have smaller ones. */
    static Limits ofRecords(int bytes) {
      return new Limits(5_000_000, bytes, 4L << 30, 200, 64L << 20);
    }
  }

  /**
   * Begins to read a file.
   *
   * @param length its length, in bytes; if it turns out to be another one, reading it fails
   * @param whenLarge is called before a large record is kept, see {@link LargeRecords}
   */
  FileInput(InputStream in, long length, Limits limits, Runnable whenLarge) {
    super(in);
    this.length = length;
    this.limits = limits;
    this.whenLarge = whenLarge;
  }

  /** Begins to collect the bytes of a record. */
  RecordBytes newRecord() {
    return new RecordBytes(limits.record(), whenLarge);
  }

  /** Returns how many bytes of the file were read so far. */
  long bytesRead() {
    return count;
  }

  Limits limits() {
    return limits;
  }

  @Override
  public int read() throws IOException {
    int octet = super.read();
    count += octet < 0 ? 0 : 1;
    return octet;
  }

  @Override
  public int read(byte[] bytes, int offset, int size) throws IOException {
    int read = super.read(bytes, offset, size);
    count += Math.max(0, read);
    return read;
  }

  /** Passes over bytes by reading them, so that they are counted. */
  @Override
  public long skip(long size) throws IOException {
    return readNBytes((int) Math.min(size, 1 << 13)).length;
  }

  /**
   * Counts bytes that were inflated, or read from a file that is not compressed.
   *
   * @throws ImportFailedException if they are too many
   */
  void countInflated(int bytes, boolean isCompressed) {
    inflated += bytes;
    if (inflated > limits.inflated()) {
      throw unreadable("it has more than " + limits.inflated() + " bytes after inflating");
    }
    if (isCompressed && inflated > limits.free() && inflated / limits.ratio() > count) {
      throw unreadable("it inflates to more than " + limits.ratio() + " times its length");
    }
  }

  /**
   * Checks the number of records.
   *
   * @param number how many were found so far
   * @param plural what they are called
   * @throws ImportFailedException if they are too many
   */
  void checkRecords(long number, String plural) {
    if (number > limits.records()) {
      throw unreadable("it has more than " + limits.records() + " " + plural);
    }
  }

  /**
   * Checks, at the end of the file, that it is as long as it was.
   *
   * @throws IOException if it is not
   */
  void checkLength() throws IOException {
    if (count != length) {
      throw new IOException(count + " of " + length + " bytes were read");
    }
  }

  /** Returns what ends the import at a place from which the file cannot be read. */
  static ImportFailedException unreadable(String why) {
    return new ImportFailedException("the file cannot be read further: " + why);
  }

  /** Returns the same for compressed data that end early. */
  static ImportFailedException endsEarly() {
    return unreadable("its compressed data end early");
  }

  /** Returns the same for compressed data that are damaged. */
  static ImportFailedException damaged(String why) {
    return unreadable("its compressed data are damaged: " + why);
  }
}

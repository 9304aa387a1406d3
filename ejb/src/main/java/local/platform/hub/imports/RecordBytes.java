package local.platform.hub.imports;

import java.io.ByteArrayOutputStream;

/**
 * Collects the bytes of one record, and keeps no more of them than a record may have. Before it
 * keeps many of them, it waits until it may.
 */
final class RecordBytes {
  private final int limit;
  private final Runnable whenLarge;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private long length;

  /**
   * Begins a record.
   *
   * @param limit how many bytes it may have
   * @param whenLarge is called before more than {@link LargeRecords#LARGE} of them are kept
   */
  RecordBytes(int limit, Runnable whenLarge) {
    this.limit = limit;
    this.whenLarge = whenLarge;
  }

  void add(byte[] bytes, int offset, int count) {
    if (grow(count)) {
      kept.write(bytes, offset, count);
    }
  }

  void add(byte octet) {
    if (grow(1)) {
      kept.write(octet);
    }
  }

  /** Counts bytes; returns whether they are kept. */
  private boolean grow(int count) {
    boolean wasLarge = length > LargeRecords.LARGE;
    length += count;
    if (length > limit) {
      return false;
    }
    if (!wasLarge && length > LargeRecords.LARGE) {
      whenLarge.run();
    }
    return true;
  }

  boolean isTooLong() {
    return length > limit;
  }

  /** Returns what was kept: all of it, unless it is too long. */
  byte[] toByteArray() {
    return kept.toByteArray();
  }
}

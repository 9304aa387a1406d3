package local.platform.hub.imports;

import java.io.ByteArrayOutputStream;

/** Collects the bytes of one record, and keeps no more of them than a record may have. */
final class RecordBytes {
  private final int limit;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private long length;

  RecordBytes(int limit) {
    this.limit = limit;
  }

  void add(byte[] bytes, int offset, int count) {
    length += count;
    if (length <= limit) {
      kept.write(bytes, offset, count);
    }
  }

  void add(byte octet) {
    if (++length <= limit) {
      kept.write(octet);
    }
  }

  boolean isTooLong() {
    return length > limit;
  }

  /** Returns what was kept: all of it, unless it is too long. */
  byte[] toByteArray() {
    return kept.toByteArray();
  }
}

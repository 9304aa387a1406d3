package local.platform.foundation.encoding;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Inflates gzip (RFC 1952) to its end: all members, after which there may be zeros and nothing
 * else. The reader of the JDK ends quietly where the head of a further member is damaged.
 *
 * <p>Nothing is read before it is asked for. Reading throws {@link EOFException} for gzip that is
 * cut off, and {@link ZipException} for what is no gzip.
 */
public final class GzipInput extends InputStream {
  private static final int BUFFER = 8 * 1024;

  private static final int FIRST_MAGIC = 0x1f;
  private static final int SECOND_MAGIC = 0x8b;
  private static final int DEFLATE = 8;
  private static final int TIME_FLAGS_SYSTEM = 6;

  private static final int HAS_HEAD_CHECKSUM = 1 << 1;
  private static final int HAS_EXTRA = 1 << 2;
  private static final int HAS_NAME = 1 << 3;
  private static final int HAS_COMMENT = 1 << 4;
  private static final int RESERVED = 0xe0;

  private final InputStream in;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 checksum = new CRC32();
  private final byte[] single = new byte[1];
  private final byte[] buffer = new byte[BUFFER];
  private int position;
  private int limit;
  private State state = State.START;

  private enum State {
    START,
    IN_MEMBER,
    AFTER_MEMBER,
    END
  }

  /** Creates a reader of a stream of gzip. */
  public GzipInput(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    return read(single, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(single[0]);
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    while (state != State.END) {
      if (state != State.IN_MEMBER) {
        beginMember();
        continue;
      }
      int count = inflate(target, offset, length);
      if (count > 0) {
        checksum.update(target, offset, count);
        return count;
      }
      endMember();
    }
    return -1;
  }

  private void beginMember() throws IOException {
    int first = hasMore() ? octet() : -1;
    if (first == FIRST_MAGIC || state == State.START) {
      readHead(first);
      state = State.IN_MEMBER;
      return;
    }
    while (first == 0) {
      first = hasMore() ? octet() : -1;
    }
    if (first >= 0) {
      throw unexpected();
    }
    state = State.END;
    inflater.end();
  }

  private void readHead(int first) throws IOException {
    checksum.reset();
    checksum.update(first);
    if (first < 0) {
      throw new EOFException("there is nothing");
    }
    if (first != FIRST_MAGIC || headOctet() != SECOND_MAGIC) {
      throw unexpected();
    }
    if (headOctet() != DEFLATE) {
      throw new ZipException("an unknown method of compression");
    }
    int flags = headOctet();
    if ((flags & RESERVED) != 0) {
      throw new ZipException("unknown flags");
    }
    skip(TIME_FLAGS_SYSTEM);
    if ((flags & HAS_EXTRA) != 0) {
      skip(headOctet() | headOctet() << 8);
    }
    if ((flags & HAS_NAME) != 0) {
      skipText();
    }
    if ((flags & HAS_COMMENT) != 0) {
      skipText();
    }
    if ((flags & HAS_HEAD_CHECKSUM) != 0 && number(2) != (checksum.getValue() & 0xffff)) {
      throw new ZipException("a head with a wrong checksum");
    }
    checksum.reset();
  }

  private ZipException unexpected() {
    return new ZipException(
        state == State.START ? "no gzip" : "something else after the compressed data");
  }

  /** Returns the number of bytes that were inflated; 0 at the end of the member. */
  private int inflate(byte[] target, int offset, int length) throws IOException {
    try {
      int count = inflater.inflate(target, offset, length);
      while (count == 0 && !inflater.finished()) {
        if (inflater.needsDictionary()) {
          throw new ZipException("a dictionary is needed");
        }
        if (!hasMore()) {
          throw new EOFException("a member is cut off");
        }
        inflater.setInput(buffer, position, limit - position);
        position = limit;
        count = inflater.inflate(target, offset, length);
      }
      return count;
    } catch (DataFormatException e) {
      throw new ZipException(e.getMessage());
    }
  }

  private void endMember() throws IOException {
    position = limit - inflater.getRemaining();
    if (number(4) != checksum.getValue()) {
      throw new ZipException("a wrong checksum");
    }
    if (number(4) != (inflater.getBytesWritten() & 0xffff_ffffL)) {
      throw new ZipException("a wrong length");
    }
    inflater.reset();
    state = State.AFTER_MEMBER;
  }

  private void skip(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      headOctet();
    }
  }

  private void skipText() throws IOException {
    int octet = headOctet();
    while (octet != 0) {
      octet = headOctet();
    }
  }

  /** Reads an octet that the checksum of a head covers. */
  private int headOctet() throws IOException {
    int octet = octet();
    checksum.update(octet);
    return octet;
  }

  /** Reads a number, whose lowest octet comes first. */
  private long number(int octets) throws IOException {
    long number = 0;
    for (int i = 0; i < octets; i++) {
      number |= (long) octet() << (Byte.SIZE * i);
    }
    return number;
  }

  private int octet() throws IOException {
    if (!hasMore()) {
      throw new EOFException("a head or an end is cut off");
    }
    return Byte.toUnsignedInt(buffer[position++]);
  }

  /** Makes sure that there are bytes in the buffer; returns false at the end of the stream. */
  private boolean hasMore() throws IOException {
    if (position == limit) {
      position = 0;
      limit = Math.max(0, in.read(buffer));
    }
    return limit > 0;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    in.close();
  }
}

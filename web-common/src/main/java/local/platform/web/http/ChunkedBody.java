package local.platform.web.http;

import java.nio.ByteBuffer;
import local.platform.web.rest.HttpFailure;

/**
 * Decodes a chunked body (RFC 9112, section 7.1) incrementally. Chunk extensions and trailer fields
 * are limited in length and ignored.
 */
final class ChunkedBody {
  private static final int MAX_SIZE_DIGITS = 8;
  private static final int MAX_EXTENSION = 256;
  private static final int MAX_TRAILER = 8192;

  private enum Part {
    SIZE,
    EXTENSION,
    SIZE_END,
    DATA,
    DATA_CR,
    DATA_LF,
    TRAILER_START,
    TRAILER,
    TRAILER_LF,
    LAST_LF,
    COMPLETE
  }

  private Part part = Part.SIZE;
  private int digits;
  private long remaining;
  private int ignored;

  /** Receives decoded bytes. */
  @FunctionalInterface
  interface Sink {
    /** Takes the next bytes of a buffer. */
    void take(ByteBuffer input, int count);
  }

  /**
   * Reads the available bytes, up to the end of the body.
   *
   * @throws HttpFailure if it is not a chunked body
   */
  void read(ByteBuffer input, Sink sink) {
    while (input.hasRemaining() && part != Part.COMPLETE) {
      if (part == Part.DATA) {
        int count = (int) Math.min(remaining, input.remaining());
        sink.take(input, count);
        remaining -= count;
        if (remaining == 0) {
          part = Part.DATA_CR;
        }
      } else {
        part = next(input.get());
      }
    }
  }

  /** Returns whether the end of the body was read. */
  boolean isComplete() {
    return part == Part.COMPLETE;
  }

  private Part next(byte octet) {
    return switch (part) {
      case SIZE -> size(octet);
      case EXTENSION -> ignore(octet, MAX_EXTENSION, Part.EXTENSION, Part.SIZE_END);
      case SIZE_END -> expect(octet, '\n', endOfSize());
      case DATA_CR -> expect(octet, '\r', Part.DATA_LF);
      case DATA_LF -> expect(octet, '\n', Part.SIZE);
      case TRAILER_START ->
          octet == '\r' ? Part.LAST_LF : ignore(octet, MAX_TRAILER, Part.TRAILER, Part.TRAILER_LF);
      case TRAILER -> ignore(octet, MAX_TRAILER, Part.TRAILER, Part.TRAILER_LF);
      case TRAILER_LF -> expect(octet, '\n', Part.TRAILER_START);
      case LAST_LF -> expect(octet, '\n', Part.COMPLETE);
      case DATA, COMPLETE -> throw new IllegalStateException("nothing to parse in " + part);
    };
  }

  private Part size(byte octet) {
    int digit = Character.digit(octet, 16);
    if (digit >= 0) {
      if (++digits > MAX_SIZE_DIGITS) {
        throw malformed();
      }
      remaining = (remaining << 4) + digit;
      return Part.SIZE;
    }
    if (digits == 0) {
      throw malformed();
    }
    ignored = 0;
    return switch (octet) {
      case '\r' -> Part.SIZE_END;
      case ';' -> Part.EXTENSION;
      default -> throw malformed();
    };
  }

  private Part endOfSize() {
    digits = 0;
    ignored = 0;
    return remaining == 0 ? Part.TRAILER_START : Part.DATA;
  }

  private Part ignore(byte octet, int limit, Part same, Part end) {
    if (octet == '\r') {
      return end;
    }
    if (++ignored > limit || (octet < ' ' && octet != '\t' && octet >= 0) || octet == 0x7f) {
      throw malformed();
    }
    return same;
  }

  private static Part expect(byte octet, char expected, Part then) {
    if (octet != expected) {
      throw malformed();
    }
    return then;
  }

  private static HttpFailure malformed() {
    return HttpFailure.badRequest(
        "each chunk of the body must be a hexadecimal size, CRLF, this number of bytes, and CRLF; the last one must have size 0");
  }
}

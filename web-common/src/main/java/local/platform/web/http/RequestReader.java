package local.platform.web.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import local.platform.web.http.RequestHead.Line;
import local.platform.web.rest.HttpFailure;

/**
 * Reads one request, as its bytes come in, until all of it is there. What is then passed on is
 * framed in one way only: by {@code Content-Length}, or without a body.
 */
final class RequestReader {
  /**
   * Longest head, in bytes. The application server must take more, since what is passed on can be a
   * line longer than what came.
   */
  static final int MAX_HEAD = 32 * 1024;

  /** What a request may hold without asking: any head of ordinary length, and a short body. */
  static final int OWN = 8 * 1024;

  private static final int FIRST = 256;
  private static final byte[] NONE = {};
  private static final byte[] CRLF = {'\r', '\n'};

  private final RequestMemory memory;
  private final int maxBody;
  private final RequestHead head = new RequestHead();
  private final ChunkedBody chunks = new ChunkedBody();

  /** The head, and behind it the body. */
  private byte[] bytes = NONE;

  private int length;
  private int lineStart;
  private int headLength = -1;
  private long bodyRemaining;
  private long bodyLength;
  private boolean requestLineRead;
  private boolean continued;
  private boolean complete;
  private long taken;

  /**
   * A reader.
   *
   * @param memory where a longer request takes what it holds
   * @param maxBody longest body, in bytes
   */
  RequestReader(RequestMemory memory, int maxBody) {
    this.memory = memory;
    this.maxBody = maxBody;
  }

  /**
   * Reads what there is, up to the end of the request.
   *
   * @return whether the request is complete
   * @throws HttpFailure if it is refused: after that, nothing of what follows can be understood
   */
  boolean read(ByteBuffer input) {
    if (bytes == NONE) {
      bytes = new byte[Math.max(FIRST, Math.min(OWN, input.remaining()))];
    }
    while (headLength < 0 && input.hasRemaining()) {
      readHead(input);
    }
    if (headLength >= 0) {
      readBody(input);
      complete = head.isChunked() ? chunks.isComplete() : bodyRemaining == 0;
    }
    return complete;
  }

  /** Whether nothing of a request has come yet. */
  boolean isEmpty() {
    return length == 0;
  }

  /**
   * Whether the client waits for 100 (Continue) before it sends the body. It is told so once, and
   * counts as told.
   */
  boolean mustContinue() {
    boolean must =
        headLength >= 0 && !complete && bodyLength == 0 && !continued && head.expectsContinue();
    continued |= must;
    return must;
  }

  /** The head, as far as it was read. */
  RequestHead head() {
    return head;
  }

  /** The complete request, framed anew where that is needed. It can be had once. */
  ByteBuffer request() {
    if (!complete) {
      throw new IllegalStateException("the request is not complete");
    }
    byte[] added = head.added(bodyLength).getBytes(StandardCharsets.ISO_8859_1);
    ByteBuffer request =
        head.omitted().isEmpty() && added.length == 0
            ? ByteBuffer.wrap(bytes, 0, length)
            : framedAnew(added);
    bytes = NONE;
    return request;
  }

  /** Gives back what was taken of the memory that all share. */
  void release() {
    memory.release(taken);
    taken = 0;
    bytes = NONE;
  }

  private void readHead(ByteBuffer input) {
    byte octet = input.get();
    boolean afterCarriageReturn = length > lineStart && bytes[length - 1] == '\r';
    if ((octet == '\n') != afterCarriageReturn) {
      throw HttpFailure.badRequest(
          "lines of the head must end with CR LF, and have neither inside");
    }
    ensureCapacity(length + 1);
    bytes[length++] = octet;
    if (octet == '\n') {
      readLine();
    } else if (length >= MAX_HEAD) {
      throw requestLineRead
          ? HttpFailure.headTooLong("the head must have at most " + MAX_HEAD + " bytes")
          : HttpFailure.targetTooLong(MAX_HEAD);
    }
  }

  private void readLine() {
    int end = length - CRLF.length;
    if (end > lineStart && requestLineRead) {
      head.addHeader(bytes, lineStart, end);
    } else if (end > lineStart) {
      head.addRequestLine(bytes, lineStart, end);
      requestLineRead = true;
    } else if (requestLineRead) {
      endHead();
    } else {
      length = 0; // an empty line before a request is nothing (RFC 9112, section 2.2)
    }
    lineStart = length;
  }

  private void endHead() {
    head.end();
    headLength = length;
    bodyRemaining = head.contentLength();
    checkBodyLength(bodyRemaining);
  }

  private void readBody(ByteBuffer input) {
    if (head.isChunked()) {
      chunks.read(input, this::takeBody);
    } else {
      int count = (int) Math.min(bodyRemaining, input.remaining());
      takeBody(input, count);
      bodyRemaining -= count;
    }
  }

  private void takeBody(ByteBuffer input, int count) {
    bodyLength += count;
    checkBodyLength(bodyLength);
    if (head.hasContent()) {
      ensureCapacity(length + count);
      input.get(bytes, length, count);
      length += count;
    } else {
      input.position(input.position() + count);
    }
  }

  private void checkBodyLength(long announced) {
    if (announced > maxBody) {
      throw HttpFailure.bodyTooLong(maxBody);
    }
  }

  private void ensureCapacity(int capacity) {
    if (capacity <= bytes.length) {
      return;
    }
    // twice as much, so that a body of single bytes is not copied for each of them
    int grown = Math.max(capacity, (int) Math.min(2L * bytes.length, (long) MAX_HEAD + maxBody));
    long more = Math.max(0, grown - OWN) - taken;
    if (more > 0) {
      if (!memory.take(more)) {
        throw HttpFailure.overloaded();
      }
      taken += more;
    }
    bytes = Arrays.copyOf(bytes, grown);
  }

  private ByteBuffer framedAnew(byte[] added) {
    int omitted = head.omitted().stream().mapToInt(line -> line.end() - line.start()).sum();
    ByteBuffer request = ByteBuffer.allocate(length - omitted + added.length);
    int from = 0;
    for (Line line : head.omitted()) {
      request.put(bytes, from, line.start() - from);
      from = line.end();
    }
    int endOfHeaders = headLength - CRLF.length;
    request.put(bytes, from, endOfHeaders - from).put(added).put(CRLF);
    return request.put(bytes, headLength, length - headLength).flip();
  }
}

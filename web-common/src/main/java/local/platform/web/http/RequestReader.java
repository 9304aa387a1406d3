package local.platform.web.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import local.platform.web.http.RequestHead.Line;
import local.platform.web.rest.HttpFailure;

/**
 * Reads one request incrementally until it is complete. The request is then passed on with
 * unambiguous framing: with {@code Content-Length}, or without a body.
 */
final class RequestReader {
  /**
   * Maximum length of the head, in bytes. The application server must accept more, because the head
   * that is passed on can be a line longer.
   */
  static final int MAX_HEAD = 32 * 1024;

  /**
   * The memory of each request that is not shared, in bytes: enough for any usual head and a short
   * body.
   */
  static final int OWN = 8 * 1024;

  private static final int FIRST = 256;
  private static final byte[] NONE = {};
  private static final byte[] CRLF = {'\r', '\n'};

  private final RequestMemory memory;
  private final int maxBody;
  private final UploadRules uploads;
  private final boolean encrypted;
  private final Destination destination;
  private final RequestHead head = new RequestHead();
  private final ChunkedBody chunks = new ChunkedBody();

  /** The head followed by the body. */
  private byte[] bytes = NONE;

  private int length;
  private int lineStart;
  private int headLength = -1;
  private long bodyRemaining;
  private long bodyLength;
  private boolean routed;
  private boolean foreign;
  private boolean requestLineRead;
  private boolean continued;
  private boolean complete;
  private long taken;
  private Optional<AnnouncedUpload> upload = Optional.empty();

  /**
   * Creates a reader.
   *
   * @param memory the shared memory for longer requests
   * @param maxBody maximum length of the body, in bytes
   * @param uploads the requests whose bodies are not read here
   * @param encrypted whether the bytes of the connection are not those that are read here
   * @param routing tells which requests are read
   */
  RequestReader(
      RequestMemory memory, int maxBody, UploadRules uploads, boolean encrypted, Routing routing) {
    this.memory = memory;
    this.maxBody = maxBody;
    this.uploads = uploads;
    this.encrypted = encrypted;
    this.destination = new Destination(routing);
  }

  /**
   * Reads the available bytes, up to the end of the request. If the request turns out to be for
   * another application, only its first bytes are read.
   *
   * @return whether the request is complete
   * @throws HttpFailure if the request is refused; the bytes that follow can then not be
   *     interpreted
   */
  boolean read(ByteBuffer input) {
    if (bytes == NONE) {
      bytes = new byte[Math.max(FIRST, Math.min(OWN, input.remaining()))];
    }
    if (!routed) {
      findDestination(input);
    }
    if (!routed || foreign) {
      return false;
    }
    boolean inHead = headLength < 0;
    readHead(input);
    if (inHead && headLength >= 0 && !input.hasRemaining() && isWaitingInVain()) {
      head.leaveBodyUnread();
    }
    if (isBodyUnread()) {
      complete = true;
    } else if (headLength >= 0) {
      readBody(input);
      complete = head.isChunked() ? chunks.isComplete() : bodyRemaining == 0;
    }
    return complete;
  }

  /** Returns whether no byte of a request was read yet. */
  boolean isEmpty() {
    return length == 0;
  }

  /** Returns whether 100 (Continue) must be sent. It is true at most once for a request. */
  boolean mustContinue() {
    boolean must =
        headLength >= 0 && !complete && bodyLength == 0 && !continued && head.expectsContinue();
    continued |= must;
    return must;
  }

  /** Returns the head, as far as it was read. */
  RequestHead head() {
    return head;
  }

  /** Returns whether the request is for another application. */
  boolean isForeign() {
    return foreign;
  }

  /** Returns the bytes of a request for another application that were read. Can be called once. */
  ByteBuffer foreignBytes() {
    ByteBuffer read = ByteBuffer.wrap(bytes, 0, length);
    bytes = NONE;
    return read;
  }

  /** Returns the complete request, with new framing if necessary. Can be called once. */
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

  /** Releases the shared memory that was taken. */
  void release() {
    memory.release(taken);
    taken = 0;
    bytes = NONE;
  }

  /**
   * Collects the head until it is known for whom the request is. Nothing is refused before, because
   * another application may accept it.
   */
  private void findDestination(ByteBuffer input) {
    while (!routed && input.hasRemaining()) {
      byte octet = input.get();
      ensureCapacity(length + 1);
      bytes[length++] = octet;
      if (octet == '\n') {
        lookAtLine();
      }
      if (destination.isKnown() || length >= MAX_HEAD) {
        route();
      }
    }
  }

  private void lookAtLine() {
    String line = new String(bytes, lineStart, length - lineStart, StandardCharsets.ISO_8859_1);
    lineStart = length;
    if (line.equals("\r\n") && !destination.hasRequestLine()) {
      length = 0; // an empty line before a request is ignored (RFC 9112, section 2.2)
      lineStart = 0;
    } else {
      destination.addLine(line.stripTrailing());
    }
  }

  private void route() {
    routed = true;
    foreign = !destination.isOurs();
    if (!foreign) {
      // The collected bytes are read anew, to the same place.
      ByteBuffer collected = ByteBuffer.wrap(bytes, 0, length);
      length = 0;
      lineStart = 0;
      readHead(collected);
    }
  }

  private void readHead(ByteBuffer input) {
    while (headLength < 0 && input.hasRemaining()) {
      readHead(input.get());
    }
  }

  private void readHead(byte octet) {
    boolean afterCarriageReturn = length > lineStart && bytes[length - 1] == '\r';
    if ((octet == '\n') != afterCarriageReturn) {
      throw HttpFailure.badRequest(
          "the lines of the head must end with CR LF, and contain neither");
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
    } else {
      endHead();
    }
    lineStart = length;
  }

  private void endHead() {
    head.end();
    headLength = length;
    bodyRemaining = head.contentLength();
    boolean hasBody = head.isChunked() || bodyRemaining > 0;
    OptionalLong maxUpload =
        hasBody && head.hasContent()
            ? uploads.maxBytes().apply(head.method(), head.path())
            : OptionalLong.empty();
    checkBodyLength(bodyRemaining, maxUpload.orElse(maxBody));
    if (maxUpload.isPresent() && encrypted) {
      throw HttpFailure.uploadOverTls();
    }
    if (maxUpload.isPresent()) {
      String ticket = UUID.randomUUID().toString();
      head.announceUpload(ticket);
      upload = Optional.of(new AnnouncedUpload(ticket, maxUpload.getAsLong()));
    }
  }

  /**
   * Returns whether the client waits for 100 (Continue) before it sends a body that would not be
   * used, because the request will be refused for want of a token.
   */
  private boolean isWaitingInVain() {
    return head.expectsContinue()
        && upload.isEmpty()
        && (head.isChunked() || bodyRemaining > 0)
        && !head.hasToken()
        && !uploads.open().test(head.method(), head.path());
  }

  /** Returns whether the request is passed on before its body. */
  boolean isBodyUnread() {
    return head.isBodyUnread();
  }

  /**
   * An upload whose request is passed on.
   *
   * @param ticket by which the request finds its body
   * @param maxLength the maximum length of the body, in bytes
   */
  record AnnouncedUpload(String ticket, long maxLength) {}

  /**
   * Returns the upload, if the request has one; what follows in the input is then the beginning of
   * the body.
   */
  Optional<AnnouncedUpload> upload() {
    return upload;
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
    checkBodyLength(bodyLength, maxBody);
    if (head.hasContent()) {
      ensureCapacity(length + count);
      input.get(bytes, length, count);
      length += count;
    } else {
      input.position(input.position() + count);
    }
  }

  private static void checkBodyLength(long announced, long limit) {
    if (announced > limit) {
      throw HttpFailure.bodyTooLong(limit);
    }
  }

  private void ensureCapacity(int capacity) {
    if (capacity <= bytes.length) {
      return;
    }
    // Doubles the size, so that a body that arrives byte by byte is not copied for each byte.
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

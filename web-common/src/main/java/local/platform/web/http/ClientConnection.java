package local.platform.web.http;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import local.platform.web.http.RequestReader.AnnouncedUpload;
import local.platform.web.rest.HttpFailure;

/**
 * The state of a client's connection. Only one thread at a time reads from it; the methods are
 * synchronized because the thread that enforces the deadlines may call at any time.
 */
final class ClientConnection {
  /** How long a client may take to read the last answer and to stop sending. */
  private static final Duration ENDING = Duration.ofSeconds(2);

  /**
   * How many bytes are read and discarded meanwhile. A client that has sent no more gets the last
   * answer in any case.
   */
  static final long MAX_DISCARDED = 1 << 20;

  private enum Phase {
    /** No request has begun. */
    IDLE,
    /** A request is being received. */
    READING,
    /** A request is being served. */
    SERVING,
    /** Nothing is served any more. Further input is discarded, and is not read beyond a limit. */
    ENDING
  }

  /** The part of a connection that has exceeded its time limit. */
  enum Overdue {
    NOTHING,
    /** An incomplete request. */
    REQUEST,
    /** An idle connection. */
    CONNECTION,
    /** A client that does not read the last answer, or continues to send. */
    END,
    /** A client that reads a long answer too slowly. */
    DOWNLOAD
  }

  private final RequestLimits limits;
  private final RequestMemory memory;
  private final boolean encrypted;
  private final Routing routing;
  private Phase phase = Phase.IDLE;
  private RequestReader reader;
  private long since;
  private long deadline;
  private long discarded;
  private boolean closed;
  private boolean downloads;

  /** Number of bytes that were written of the answers. */
  private long written;

  /**
   * How many of these a client that downloads had read when its window began, and when that was.
   */
  private long readBefore;

  private long window;

  /**
   * Creates the state of a connection on which no request has begun.
   *
   * @param encrypted whether there is TLS on the connection
   * @param routing tells which requests are guarded
   * @param now nanoseconds on the clock of the deadlines
   */
  ClientConnection(
      RequestLimits limits, RequestMemory memory, boolean encrypted, Routing routing, long now) {
    this.limits = limits;
    this.memory = memory;
    this.encrypted = encrypted;
    this.routing = routing;
    this.reader = newReader();
    enter(Phase.IDLE, now, limits.idle());
  }

  /**
   * Reads the available bytes, up to the end of a request.
   *
   * @param now nanoseconds on the clock of the deadlines
   * @return the request, if it is complete; it is being served until {@link #served}
   * @throws HttpFailure if the request is refused, after which the connection must be ended
   */
  synchronized Optional<ByteBuffer> read(ByteBuffer input, long now) {
    if (phase == Phase.ENDING) {
      discarded += input.remaining();
      input.position(input.limit());
      return Optional.empty();
    }
    if (!reader.read(input)) {
      if (reader.isForeign()) {
        phase = Phase.SERVING; // no deadline of ours applies
      } else if (phase == Phase.IDLE && !reader.isEmpty()) {
        enter(Phase.READING, now, limits.request());
      }
      return Optional.empty();
    }
    phase = Phase.SERVING;
    downloads = limits.downloads().test(reader.head().method(), reader.head().path());
    readBefore = written;
    window = now;
    return Optional.of(reader.request());
  }

  /**
   * Returns the bytes of the current request that were read, if it is for another application;
   * empty if it is not. They are returned once; nothing more may be read then.
   */
  synchronized Optional<ByteBuffer> foreignBytes() {
    if (!reader.isForeign()) {
      return Optional.empty();
    }
    ByteBuffer read = reader.foreignBytes();
    reader.release();
    return Optional.of(read);
  }

  /** Returns, once per request, whether 100 (Continue) must be sent to the client. */
  synchronized boolean mustContinue() {
    return phase == Phase.READING && reader.mustContinue();
  }

  /** Returns whether nothing more may be read until the connection is closed. */
  synchronized boolean isNotReadFurther() {
    return discarded >= MAX_DISCARDED;
  }

  /**
   * Returns the upload, if the current request was passed on before its body; empty if it was not.
   */
  synchronized Optional<AnnouncedUpload> upload() {
    return reader.upload();
  }

  /** Returns whether the current request was passed on before its body. */
  synchronized boolean isBodyUnread() {
    return reader.isBodyUnread();
  }

  /** Returns the head of the current request, as far as it was read. */
  synchronized RequestHead head() {
    return reader.head();
  }

  /**
   * Stops serving: the last answer is being sent, or none can be.
   *
   * @return whether the connection is already closed
   */
  synchronized boolean end(long now) {
    reader.release();
    enter(Phase.ENDING, now, ENDING);
    return closed;
  }

  /**
   * Returns how long the connection has not been served, in nanoseconds; negative while a request
   * is being served.
   */
  synchronized long waiting(long now) {
    return phase == Phase.SERVING ? -1 : now - since;
  }

  /** Ends the connection, unless a request is being served, and returns whether it did. */
  synchronized boolean endIfWaiting(long now) {
    if (phase == Phase.SERVING) {
      return false;
    }
    end(now);
    return true;
  }

  /**
   * Records that the request was answered.
   *
   * @return whether the connection is already closed
   */
  synchronized boolean served(long now) {
    if (phase == Phase.SERVING) {
      reader.release();
      reader = newReader();
      enter(Phase.IDLE, now, limits.idle());
    }
    return closed;
  }

  /**
   * Records that the connection was closed.
   *
   * @return whether the connection can be forgotten; a request that is being served still uses its
   *     memory
   */
  synchronized boolean close() {
    closed = true;
    if (phase == Phase.SERVING) {
      return false;
    }
    reader.release();
    return true;
  }

  /** Returns whether the answer to the current request may be a long one. */
  synchronized boolean isDownload() {
    return phase == Phase.SERVING && downloads;
  }

  /** Records that a part of an answer was written. */
  synchronized void wrote(int bytes) {
    written += bytes;
  }

  /**
   * Returns whether a client has read too little of a long answer since its window began.
   *
   * @param unsent how many of the bytes that were written wait for it
   */
  private boolean isTooSlow(long now, long unsent) {
    if (!downloads) {
      return false;
    }
    long read = written - unsent;
    boolean ends = now - window >= limits.uploads().window().toNanos();
    if (unsent > 0 && !ends) {
      return false;
    }
    // While nothing waits for the client, it is the server that is slow.
    boolean tooLittle = unsent > 0 && read - readBefore < limits.uploads().minBytes();
    readBefore = read;
    window = now;
    return tooLittle;
  }

  /**
   * Ends whatever has exceeded its time limit, and returns what that was.
   *
   * @param unsent how many bytes of answers wait for the client
   */
  synchronized Overdue endIfOverdue(long now, long unsent) {
    if (phase == Phase.SERVING) {
      return isTooSlow(now, unsent) ? Overdue.DOWNLOAD : Overdue.NOTHING;
    }
    if (now - deadline <= 0) {
      return Overdue.NOTHING;
    }
    Overdue overdue =
        switch (phase) {
          case READING -> Overdue.REQUEST;
          case ENDING -> Overdue.END;
          default -> Overdue.CONNECTION;
        };
    end(now);
    return overdue;
  }

  private RequestReader newReader() {
    return new RequestReader(memory, limits.body(), limits.uploads(), encrypted, routing);
  }

  private void enter(Phase next, long now, Duration limit) {
    if (next == Phase.IDLE) {
      since = now;
    }
    phase = next;
    deadline = now + limit.toNanos();
  }
}

package local.platform.web.http;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import local.platform.web.rest.HttpFailure;

/**
 * How far a client has come with what it sends on a connection. The threads that read from it take
 * turns; the one that watches the time comes in between, which is why the methods are synchronized.
 */
final class ClientConnection {
  /** How long a client may take to read the last answer, and to stop sending. */
  private static final Duration ENDING = Duration.ofSeconds(2);

  private enum Phase {
    /** No request has begun. */
    IDLE,
    /** A request comes in. */
    READING,
    /** A request is served. */
    SERVING,
    /** Nothing is served any more. What still comes in is thrown away. */
    ENDING
  }

  /** What took too long. */
  enum Overdue {
    NOTHING,
    /** The client is in the middle of a request. */
    REQUEST,
    /** The client says nothing. */
    CONNECTION,
    /** The client does not read the last answer, or goes on sending. */
    END
  }

  private final RequestLimits limits;
  private final RequestMemory memory;
  private Phase phase = Phase.IDLE;
  private RequestReader reader;
  private long since;
  private long deadline;
  private boolean closed;

  ClientConnection(RequestLimits limits, RequestMemory memory, long now) {
    this.limits = limits;
    this.memory = memory;
    this.reader = new RequestReader(memory, limits.body());
    enter(Phase.IDLE, now, limits.idle());
  }

  /**
   * Reads what has come, up to the end of a request.
   *
   * @param now nanoseconds on the clock of the deadlines
   * @return the request, if all of it is there; it is served until {@link #served}
   * @throws HttpFailure if it is refused, and the connection ends
   */
  synchronized Optional<ByteBuffer> read(ByteBuffer input, long now) {
    if (phase == Phase.ENDING) {
      input.position(input.limit());
      return Optional.empty();
    }
    if (!reader.read(input)) {
      if (phase == Phase.IDLE && !reader.isEmpty()) {
        enter(Phase.READING, now, limits.request());
      }
      return Optional.empty();
    }
    phase = Phase.SERVING;
    return Optional.of(reader.request());
  }

  /** Whether the client is to be told, once, that it may send the body: 100 (Continue). */
  synchronized boolean mustContinue() {
    return phase == Phase.READING && reader.mustContinue();
  }

  /** The head of the request that comes in or is served, as far as it was read. */
  synchronized RequestHead head() {
    return reader.head();
  }

  /**
   * Ends what is sent: the last answer is on its way, or nothing can be.
   *
   * @return whether the connection is gone by now
   */
  synchronized boolean end(long now) {
    reader.release();
    enter(Phase.ENDING, now, ENDING);
    return closed;
  }

  /**
   * How long nothing was served on the connection, in nanoseconds; less than nothing while
   * something is.
   */
  synchronized long waiting(long now) {
    return phase == Phase.SERVING ? -1 : now - since;
  }

  /** Ends the connection, unless something is being served on it; whether it did. */
  synchronized boolean endIfWaiting(long now) {
    if (phase == Phase.SERVING) {
      return false;
    }
    end(now);
    return true;
  }

  /**
   * The request was answered.
   *
   * @return whether the connection is gone by now
   */
  synchronized boolean served(long now) {
    if (phase == Phase.SERVING) {
      reader.release();
      reader = new RequestReader(memory, limits.body());
      enter(Phase.IDLE, now, limits.idle());
    }
    return closed;
  }

  /**
   * The connection was closed.
   *
   * @return whether that is the end; what is being served still holds what it came with
   */
  synchronized boolean close() {
    closed = true;
    if (phase == Phase.SERVING) {
      return false;
    }
    reader.release();
    return true;
  }

  /** Ends what goes on if its time is up; what it was. */
  synchronized Overdue endIfOverdue(long now) {
    if (phase == Phase.SERVING || now - deadline <= 0) {
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

  private void enter(Phase next, long now, Duration limit) {
    if (next == Phase.IDLE) {
      since = now;
    }
    phase = next;
    deadline = now + limit.toNanos();
  }
}

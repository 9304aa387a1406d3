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
    /** The client says nothing, or nothing that is listened to. */
    CONNECTION
  }

  private final RequestLimits limits;
  private final RequestMemory memory;
  private Phase phase = Phase.IDLE;
  private RequestReader reader;
  private long deadline;
  private boolean closed;

  ClientConnection(RequestLimits limits, RequestMemory memory, long now) {
    this.limits = limits;
    this.memory = memory;
    this.reader = new RequestReader(memory, limits.body());
    this.deadline = now + limits.idle().toNanos();
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

  /** Whether the client waits for 100 (Continue) before it sends the body. */
  synchronized boolean awaitsContinue() {
    return phase == Phase.READING && reader.awaitsContinue();
  }

  /** The head of the request that comes in or is served, as far as it was read. */
  synchronized RequestHead head() {
    return reader.head();
  }

  /** Ends what is sent: the last answer is on its way. */
  synchronized void end(long now) {
    reader.release();
    enter(Phase.ENDING, now, ENDING);
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
    Overdue overdue = phase == Phase.READING ? Overdue.REQUEST : Overdue.CONNECTION;
    end(now);
    return overdue;
  }

  private void enter(Phase next, long now, Duration limit) {
    phase = next;
    deadline = now + limit.toNanos();
  }
}

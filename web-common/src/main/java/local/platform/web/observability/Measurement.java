package local.platform.web.observability;

import com.google.protobuf.Message;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/** Counts and times one request, from its beginning to the end of its answer. */
public final class Measurement {
  private final OperationMetrics metrics;
  private final OperationMetrics.Protocol protocol;
  private final LongSupplier nanoTime;
  private final long start;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile String operation = OperationMetrics.NO_OPERATION;
  private volatile OptionalInt rows = OptionalInt.empty();

  /**
   * Begins a measurement.
   *
   * @param nanoTime the time, as {@link System#nanoTime} tells it
   */
  public Measurement(
      OperationMetrics metrics, OperationMetrics.Protocol protocol, LongSupplier nanoTime) {
    this.metrics = metrics;
    this.protocol = protocol;
    this.nanoTime = nanoTime;
    this.start = nanoTime.getAsLong();
  }

  /** Sets the requested operation. */
  public void operation(String name) {
    operation = name;
  }

  /** Sets the number of rows in the answer to a list. */
  public void rows(int count) {
    rows = OptionalInt.of(count);
  }

  /** Sets the answer. If it is a page of a list, its rows are counted. */
  public void rowsOf(Message answer) {
    rows = metrics.rowsOf(answer);
  }

  /** Returns how long the request has taken so far. */
  public Duration elapsed() {
    return Duration.ofNanos(nanoTime.getAsLong() - start);
  }

  /**
   * Ends the measurement; later calls are ignored.
   *
   * @param status the status of the answer, in terms of the protocol
   */
  public void end(String status) {
    if (ended.compareAndSet(false, true)) {
      metrics.count(protocol, operation, status, elapsed());
      rows.ifPresent(count -> metrics.countRows(operation, count));
    }
  }
}

package local.platform.web.observability;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.microprofile.metrics.Histogram;
import org.eclipse.microprofile.metrics.Metadata;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.eclipse.microprofile.metrics.MetricUnits;
import org.eclipse.microprofile.metrics.Tag;
import org.eclipse.microprofile.metrics.Timer;

/** Counts and times requests by operation and status. */
@ApplicationScoped
public class OperationMetrics {
  /** The operation under which requests without a known operation are counted. */
  public static final String NO_OPERATION = "none";

  /** The protocols, each with a metric of its own. */
  public enum Protocol {
    REST("platform_requests", "Requests by operation and HTTP status, and how long they took"),
    GRPC("platform_grpc_calls", "gRPC calls by operation and status, and how long they took");

    private final Metadata metadata;

    Protocol(String name, String description) {
      metadata =
          Metadata.builder()
              .withName(name)
              .withUnit(MetricUnits.NANOSECONDS)
              .withDescription(description)
              .build();
    }
  }

  private static final Metadata LIST_ITEMS =
      Metadata.builder()
          .withName("platform_list_items")
          .withDescription("Rows in the answers to lists, by operation")
          .build();

  /** The tags of one time series. */
  private record Series(Protocol protocol, String operation, String status) {}

  private final Map<Series, Timer> timers = new ConcurrentHashMap<>();
  private final Map<String, Histogram> rows = new ConcurrentHashMap<>();
  private final Map<Descriptor, Optional<FieldDescriptor>> rowFields = new ConcurrentHashMap<>();

  @Inject private MetricRegistry registry;

  /** Counts a request. */
  public void count(Protocol protocol, String operation, String status, Duration time) {
    timers.computeIfAbsent(new Series(protocol, operation, status), this::timer).update(time);
  }

  /** Counts the rows in the answer to a list. */
  public void countRows(String operation, int count) {
    rows.computeIfAbsent(operation, this::histogram).update(count);
  }

  /**
   * Registers a timer. Synchronized, because the server's registry fails if two threads register at
   * once.
   */
  private synchronized Timer timer(Series series) {
    return registry.timer(
        series.protocol().metadata,
        operation(series.operation()),
        new Tag("status", series.status()));
  }

  private synchronized Histogram histogram(String operation) {
    return registry.histogram(LIST_ITEMS, operation(operation));
  }

  private static Tag operation(String operation) {
    return new Tag("operation", operation);
  }

  /** Returns the number of rows of a page of a list; empty if the message is not one. */
  public OptionalInt rowsOf(Message message) {
    return rowFields
        .computeIfAbsent(message.getDescriptorForType(), OperationMetrics::rowField)
        .stream()
        .mapToInt(message::getRepeatedFieldCount)
        .findFirst();
  }

  /**
   * Returns the field of the rows; empty if the message is not the answer to a list, which has rows
   * and a token for the next page.
   */
  private static Optional<FieldDescriptor> rowField(Descriptor type) {
    return type.findFieldByName("next_page_token") == null
        ? Optional.empty()
        : type.getFields().stream().filter(FieldDescriptor::isRepeated).findFirst();
  }
}

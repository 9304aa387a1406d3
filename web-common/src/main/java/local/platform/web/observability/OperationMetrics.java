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
import org.jspecify.annotations.Nullable;

/** Counts and times what was asked of the server, by operation and outcome. */
@ApplicationScoped
public class OperationMetrics {
  /** What requests are counted under that name no operation. */
  public static final String NO_OPERATION = "none";

  private static final Metadata REQUESTS =
      Metadata.builder()
          .withName("platform_requests")
          .withUnit(MetricUnits.NANOSECONDS)
          .withDescription("Requests by operation and HTTP status, and how long they took")
          .build();

  private static final Metadata GRPC_CALLS =
      Metadata.builder()
          .withName("platform_grpc_calls")
          .withUnit(MetricUnits.NANOSECONDS)
          .withDescription("gRPC calls by operation and status, and how long they took")
          .build();

  private static final Metadata LIST_ITEMS =
      Metadata.builder()
          .withName("platform_list_items")
          .withDescription("Rows in the answers to lists, by operation")
          .build();

  /** What requests are counted by. */
  private record Kind(Metadata metric, String operation, String status) {}

  private final Map<Kind, Timer> timers = new ConcurrentHashMap<>();
  private final Map<String, Histogram> rows = new ConcurrentHashMap<>();
  private final Map<Descriptor, Optional<FieldDescriptor>> rowFields = new ConcurrentHashMap<>();

  @Inject private MetricRegistry registry;

  /** Counts a REST request. */
  public void countRequest(String operation, int status, Duration time) {
    count(new Kind(REQUESTS, operation, String.valueOf(status)), time);
  }

  /** Counts a gRPC call. */
  public void countCall(String operation, String status, Duration time) {
    count(new Kind(GRPC_CALLS, operation, status), time);
  }

  private void count(Kind kind, Duration time) {
    timers.computeIfAbsent(kind, this::timer).update(time);
  }

  /** Counts the rows of an answer, if it is one to a list. */
  public void countRows(String operation, @Nullable Object answer) {
    rowsOf(answer)
        .ifPresent(count -> rows.computeIfAbsent(operation, this::histogram).update(count));
  }

  /** One at a time: the server's registry fails when two threads register at once. */
  private synchronized Timer timer(Kind kind) {
    return registry.timer(
        kind.metric(), operation(kind.operation()), new Tag("status", kind.status()));
  }

  private synchronized Histogram histogram(String operation) {
    return registry.histogram(LIST_ITEMS, operation(operation));
  }

  private static Tag operation(String operation) {
    return new Tag("operation", operation);
  }

  private OptionalInt rowsOf(@Nullable Object answer) {
    if (answer instanceof RowCount written) {
      return OptionalInt.of(written.rows());
    }
    if (!(answer instanceof Message message)) {
      return OptionalInt.empty();
    }
    return rowFields
        .computeIfAbsent(message.getDescriptorForType(), OperationMetrics::rowField)
        .stream()
        .mapToInt(message::getRepeatedFieldCount)
        .findFirst();
  }

  /** A message is the answer to a list if it has rows and a token for the next page. */
  private static Optional<FieldDescriptor> rowField(Descriptor type) {
    return type.findFieldByName("next_page_token") == null
        ? Optional.empty()
        : type.getFields().stream().filter(FieldDescriptor::isRepeated).findFirst();
  }
}

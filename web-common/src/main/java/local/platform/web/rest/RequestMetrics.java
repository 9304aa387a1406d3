package local.platform.web.rest;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.ext.Provider;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.microprofile.metrics.Histogram;
import org.eclipse.microprofile.metrics.Metadata;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.eclipse.microprofile.metrics.MetricUnits;
import org.eclipse.microprofile.metrics.Tag;
import org.eclipse.microprofile.metrics.Timer;
import org.jspecify.annotations.Nullable;

/** Counts and times every request, by operation and status. */
@Provider
@PreMatching
@Priority(Priorities.AUTHENTICATION - 1) // what is refused is counted too
public class RequestMetrics
    implements ContainerRequestFilter, ContainerResponseFilter, WriterInterceptor {
  private static final String START = RequestMetrics.class.getName() + ".start";
  private static final String KIND = RequestMetrics.class.getName() + ".kind";
  private static final Metadata REQUESTS =
      Metadata.builder()
          .withName("platform_requests")
          .withUnit(MetricUnits.NANOSECONDS)
          .withDescription("Requests by operation and HTTP status, and how long they took")
          .build();

  private static final Metadata LIST_ITEMS =
      Metadata.builder()
          .withName("platform_list_items")
          .withDescription("Rows in the answers to lists, by operation")
          .build();

  /**
   * The server's registry fails when two threads register at once, although it should not, and with
   * it would fail an answer that is done.
   */
  private static final Object REGISTRATION = new Object();

  /** What requests are counted by. */
  private record Kind(String operation, int status) {}

  private final Map<Kind, Timer> timers = new ConcurrentHashMap<>();
  private final Map<String, Histogram> rows = new ConcurrentHashMap<>();

  @Inject private MetricRegistry registry;
  @Inject private RestCall call;

  @Override
  public void filter(ContainerRequestContext request) {
    request.setProperty(START, System.nanoTime());
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    Kind kind = new Kind(call.operation().orElse("none"), response.getStatus());
    if (response.hasEntity()) {
      request.setProperty(KIND, kind);
    } else {
      count(request.getProperty(START), kind);
    }
  }

  /** Some answers are made while they are written. */
  @Override
  public void aroundWriteTo(WriterInterceptorContext answer) throws IOException {
    try {
      answer.proceed();
    } finally {
      if (answer.getProperty(KIND) instanceof Kind kind) {
        count(answer.getProperty(START), kind);
        countRows(answer.getEntity())
            .ifPresent(
                count -> rows.computeIfAbsent(kind.operation(), this::histogram).update(count));
      }
    }
  }

  private void count(@Nullable Object start, Kind kind) {
    if (start instanceof Long nanos) {
      timers.computeIfAbsent(kind, this::timer).update(Duration.ofNanos(System.nanoTime() - nanos));
    }
  }

  private Timer timer(Kind kind) {
    synchronized (REGISTRATION) {
      return registry.timer(
          REQUESTS, operation(kind.operation()), new Tag("status", String.valueOf(kind.status())));
    }
  }

  private Histogram histogram(String operation) {
    synchronized (REGISTRATION) {
      return registry.histogram(LIST_ITEMS, operation(operation));
    }
  }

  private static Tag operation(String operation) {
    return new Tag("operation", operation);
  }

  /**
   * The number of rows in the answer to a list. A message is one if it has rows and a token for the
   * next page.
   */
  private static OptionalInt countRows(@Nullable Object answer) {
    if (answer instanceof RowCount written) {
      return OptionalInt.of(written.rows());
    }
    if (!(answer instanceof Message message)
        || message.getDescriptorForType().findFieldByName("next_page_token") == null) {
      return OptionalInt.empty();
    }
    return message.getDescriptorForType().getFields().stream()
        .filter(FieldDescriptor::isRepeated)
        .mapToInt(message::getRepeatedFieldCount)
        .findFirst();
  }
}

package local.platform.web.rest;

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
import local.platform.web.observability.OperationMetrics;
import org.jspecify.annotations.Nullable;

/** Counts and times every request, by operation and status. */
@Provider
@PreMatching
@Priority(Priorities.AUTHENTICATION - 1) // what is refused is counted too
public class RequestMetrics
    implements ContainerRequestFilter, ContainerResponseFilter, WriterInterceptor {
  private static final String START = RequestMetrics.class.getName() + ".start";
  private static final String KIND = RequestMetrics.class.getName() + ".kind";

  /** What requests are counted by. */
  private record Kind(String operation, int status) {}

  @Inject private OperationMetrics metrics;
  @Inject private RestCall call;

  @Override
  public void filter(ContainerRequestContext request) {
    request.setProperty(START, System.nanoTime());
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    Kind kind =
        new Kind(call.operation().orElse(OperationMetrics.NO_OPERATION), response.getStatus());
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
        metrics.countRows(kind.operation(), answer.getEntity());
      }
    }
  }

  private void count(@Nullable Object start, Kind kind) {
    if (start instanceof Long nanos) {
      metrics.countRequest(
          kind.operation(), kind.status(), Duration.ofNanos(System.nanoTime() - nanos));
    }
  }
}

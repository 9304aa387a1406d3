package local.platform.web.rest;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.ext.Provider;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.IOException;

/** Measures every request from before its route is known until its answer is written. */
@Provider
@Dependent
@PreMatching
@Priority(Priorities.AUTHENTICATION - 1) // refused requests are counted too
public class RequestMetrics
    implements ContainerRequestFilter, ContainerResponseFilter, WriterInterceptor {
  private static final String STATUS = RequestMetrics.class.getName() + ".status";

  @Inject private CurrentCall calls;
  @Context private HttpServletResponse servletResponse;

  @Override
  public void filter(ContainerRequestContext request) {
    calls.get().measurement(); // the first call begins the measurement
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    String status = String.valueOf(response.getStatus());
    if (response.hasEntity()) {
      request.setProperty(STATUS, status);
    } else {
      calls.get().measurement().end(status);
    }
  }

  /**
   * Ends the measurement after the answer is written, because some answers are produced while they
   * are written.
   */
  @Override
  public void aroundWriteTo(WriterInterceptorContext answer) throws IOException {
    boolean whole = false;
    try {
      answer.proceed();
      whole = true;
    } finally {
      // If nothing was sent yet, another answer with another status will follow.
      if ((whole || servletResponse.isCommitted())
          && answer.getProperty(STATUS) instanceof String status) {
        calls.get().measurement().end(status);
      }
    }
  }
}

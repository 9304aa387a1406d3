package local.platform.web.rest;

import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.Objects;
import local.platform.access.limit.RateLimits;
import local.platform.foundation.injection.SingleInstance;
import local.platform.signin.authn.Authenticator;
import local.platform.web.observability.OperationMetrics;
import local.platform.web.observability.RequestId;
import local.platform.web.upload.Uploads;

/**
 * The REST call that each thread serves. JAX-RS and CDI have objects of the request, too, but
 * behind proxies, each use of which takes several look-ups.
 */
@SingleInstance
public class CurrentCall {
  private static final ThreadLocal<RestCall> OF_THREAD = new ThreadLocal<>();

  @EJB private Authenticator authenticator;
  @EJB private RateLimits limits;
  @EJB private Uploads uploads;
  @Inject private OperationMetrics metrics;

  /**
   * Begins the call of a request, which this thread serves until it ends the call.
   *
   * @param response the answer, which has the id of the request already
   */
  public void begin(HttpServletRequest request, HttpServletResponse response) {
    List<String> vary = List.copyOf(response.getHeaders(HttpHeaders.VARY));
    String id = response.getHeader(RequestId.HEADER);
    OF_THREAD.set(
        new RestCall(authenticator, limits, uploads, metrics, id, request.getQueryString(), vary));
  }

  /** Ends the call that this thread serves. */
  public void end() {
    OF_THREAD.remove();
  }

  /**
   * Returns the call that this thread serves.
   *
   * @throws NullPointerException if it serves none
   */
  public RestCall get() {
    return Objects.requireNonNull(OF_THREAD.get());
  }
}

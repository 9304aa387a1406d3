package local.platform.web.v2.root;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import local.platform.web.observability.RequestId;
import local.platform.web.rest.ErrorBody;
import local.platform.web.rest.HttpFailure;
import local.platform.web.rest.PercentEncoding;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServerFilter;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.RequestExecutorProvider;
import org.glassfish.grizzly.http.server.Response;

/**
 * Refuses targets that are no path and paths whose percent-encoding is none. The application server
 * fails on them before any filter runs, logs that, and leaves the answer as it was made: 200
 * without a body. So this steps in one level below, in front of the handler of the HTTP listener
 * through which requests come; the way there goes over the first of them, since there is no public
 * one.
 */
final class MalformedUriGuard {
  private static final Logger LOG = System.getLogger(MalformedUriGuard.class.getName());

  private final AtomicBoolean installed = new AtomicBoolean();
  private final String serviceDomain;

  MalformedUriGuard(String serviceDomain) {
    this.serviceDomain = serviceDomain;
  }

  /** Steps in front of the listener through which this request came, once. */
  void install(HttpServletRequest request) {
    if (!installed.compareAndSet(false, true)) {
      return;
    }
    try {
      Object connectorRequest =
          request.getClass().getMethod("getUnwrappedCoyoteRequest").invoke(request);
      Request grizzlyRequest =
          (Request)
              connectorRequest.getClass().getMethod("getCoyoteRequest").invoke(connectorRequest);
      HttpServerFilter listener = grizzlyRequest.getHttpFilter();
      if (!(listener.getHttpHandler() instanceof GuardedHandler)) {
        listener.setHttpHandler(new GuardedHandler(listener.getHttpHandler(), serviceDomain));
      }
    } catch (ReflectiveOperationException | ClassCastException e) {
      LOG.log(Level.WARNING, "malformed paths are answered by the application server, with 200", e);
    }
  }

  /** The handler of a listener, with a look at the path before it. */
  private static final class GuardedHandler extends HttpHandler {
    private static final Pattern DOT_SEGMENT = Pattern.compile("/\\.{1,2}(/|$)");

    private final HttpHandler guarded;
    private final String serviceDomain;

    GuardedHandler(HttpHandler guarded, String serviceDomain) {
      super(guarded.getName());
      this.guarded = guarded;
      this.serviceDomain = serviceDomain;
      setAllowCustomStatusMessage(guarded.isAllowCustomStatusMessage());
      setAllowEncodedSlash(guarded.isAllowEncodedSlash());
      setRequestURIEncoding(guarded.getRequestURIEncoding());
      setDecodeUrl(false); // the guarded handler does it
    }

    @Override
    public RequestExecutorProvider getRequestExecutorProvider() {
      return guarded.getRequestExecutorProvider();
    }

    @Override
    public void service(Request request, Response response) throws Exception {
      String path = request.getRequest().getRequestURIRef().getOriginalRequestURIBC().toString();
      if (isReadable(path)) {
        guarded.service(request, response);
      } else {
        refuse(request, response);
      }
    }

    /**
     * Whether the path is one, percent-encoded UTF-8, without what the application server refuses:
     * backslashes, NUL and dot segments.
     */
    private static boolean isReadable(String path) {
      return PercentEncoding.decode(path, false)
          .filter(decoded -> decoded.startsWith("/"))
          .filter(decoded -> decoded.indexOf('\\') < 0 && decoded.indexOf('\0') < 0)
          .filter(decoded -> !DOT_SEGMENT.matcher(decoded).find())
          .isPresent();
    }

    private void refuse(Request request, Response response) throws IOException {
      RequestId id =
          RequestId.of(request.getHeader(RequestId.HEADER), request.getHeader("traceparent"));
      HttpFailure failure =
          HttpFailure.badRequest(
              "the path must start with a slash and be percent-encoded UTF-8 without backslashes and dot segments");
      response.setStatus(failure.status());
      response.setHeader(RequestId.HEADER, id.requestId());
      response.setContentType("application/json");
      response.getOutputStream().write(ErrorBody.of(failure.error(), serviceDomain));
    }
  }
}

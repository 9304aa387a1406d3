package local.platform.web.http;

import java.util.concurrent.Executor;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.RequestExecutorProvider;
import org.glassfish.grizzly.http.server.Response;

/**
 * Decides which threads serve a request: those of the listener, but separate ones for health and
 * metrics, so that these are answered even if all others are busy.
 */
final class RequestThreads extends HttpHandler implements RequestExecutorProvider {
  private final HttpHandler server;
  private final Watching watching;

  /**
   * The executors for the requests of monitoring.
   *
   * @param live serves liveness, which never blocks
   * @param others serve readiness, which may wait for the database, and metrics
   */
  record Watching(Executor live, Executor others) {}

  /** Wraps the handler of a listener. */
  RequestThreads(HttpHandler server, Watching watching) {
    super(server.getName());
    this.server = server;
    this.watching = watching;
    setAllowCustomStatusMessage(server.isAllowCustomStatusMessage());
    setAllowEncodedSlash(server.isAllowEncodedSlash());
    setRequestURIEncoding(server.getRequestURIEncoding());
    setDecodeUrl(false); // the server does it
  }

  @Override
  public RequestExecutorProvider getRequestExecutorProvider() {
    return this;
  }

  @Override
  public Executor getExecutor(Request request) {
    String path = request.getRequest().getRequestURIRef().getOriginalRequestURIBC().toString();
    if (path.equals("/health/live")) {
      return watching.live();
    }
    return isWatched(path)
        ? watching.others()
        : request.getContext().getConnection().getTransport().getWorkerThreadPool();
  }

  private static boolean isWatched(String path) {
    return path.equals("/health") || path.startsWith("/health/") || path.equals("/metrics");
  }

  @Override
  public void service(Request request, Response response) throws Exception {
    server.service(request, response);
  }
}

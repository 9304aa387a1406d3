package local.platform.web.http;

import java.util.concurrent.Executor;
import java.util.function.Predicate;
import local.platform.web.upload.Uploads;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.RequestExecutorProvider;
import org.glassfish.grizzly.http.server.Response;

/**
 * Decides which threads serve a request: those of the listener, but separate ones for health and
 * metrics, so that these are answered even if all others are busy, and for uploads and downloads,
 * which wait for clients. Marks the requests that have passed the guard.
 */
final class RequestThreads extends HttpHandler implements RequestExecutorProvider {
  private final HttpHandler server;
  private final Separate separate;
  private final Predicate<Connection<?>> guarded;
  private final Predicate<Connection<?>> downloads;

  /**
   * The separate executors.
   *
   * @param live serves liveness, which never blocks
   * @param others serve readiness, which may wait for the database, and metrics
   * @param uploads serve requests that are passed on before their bodies
   * @param downloads serve requests whose answers may be long
   */
  record Separate(Executor live, Executor others, Executor uploads, Executor downloads) {}

  /**
   * Wraps the handler of a listener.
   *
   * @param gate knows the requests that have passed it
   */
  RequestThreads(HttpHandler server, Separate separate, RequestGate gate) {
    super(server.getName());
    this.server = server;
    this.separate = separate;
    this.guarded = gate::guards;
    this.downloads = gate::isDownload;
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
    if (!isGuarded(request)) {
      return workers(request);
    }
    String path = request.getRequest().getRequestURIRef().getOriginalRequestURIBC().toString();
    if (path.equals("/health/live")) {
      return separate.live();
    }
    if (request.getHeader(Uploads.TICKET) != null) {
      return separate.uploads();
    }
    if (downloads.test(request.getContext().getConnection())) {
      return separate.downloads();
    }
    return isWatched(path) ? separate.others() : workers(request);
  }

  private static Executor workers(Request request) {
    return request.getContext().getConnection().getTransport().getWorkerThreadPool();
  }

  private boolean isGuarded(Request request) {
    return guarded.test(request.getContext().getConnection());
  }

  private static boolean isWatched(String path) {
    return path.equals("/health") || path.startsWith("/health/") || path.equals("/metrics");
  }

  @Override
  public void service(Request request, Response response) throws Exception {
    if (isGuarded(request)) {
      GuardedRequest.mark(request);
    }
    server.service(request, response);
  }
}

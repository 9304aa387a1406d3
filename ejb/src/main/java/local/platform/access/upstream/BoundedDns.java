package local.platform.access.upstream;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.Dns;

/**
 * Resolves host names in threads of its own, with a short timeout: the resolver of the platform
 * cannot be interrupted, so a slow name server of an issuer could block the threads of requests.
 */
final class BoundedDns implements Dns {
  /** Timeout for one name. The names of issuers in use are cached by a resolver near by. */
  static final Duration TIMEOUT = Duration.ofSeconds(2);

  /**
   * Maximum number of concurrent lookups, including those that timed out and still occupy a thread:
   * twice the number of fetches, so that timed-out lookups do not block others at once.
   */
  static final int MAX_LOOKUPS = 2 * FetchLimits.MAX_IN_FLIGHT;

  /** How long an idle thread lives, in seconds: it should not outlive the deployment. */
  private static final long IDLE_SECONDS = 10;

  private final Dns resolver;
  private final ExecutorService threads =
      new ThreadPoolExecutor(
          0,
          MAX_LOOKUPS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> {
            Thread thread = new Thread(task, "issuer-names");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Creates a resolver.
   *
   * @param resolver the resolver to limit
   */
  BoundedDns(Dns resolver) {
    this.resolver = resolver;
  }

  /**
   * Resolves a host name.
   *
   * @throws UnknownHostException if there is no such host, or the lookup times out
   */
  @Override
  public List<InetAddress> lookup(String host) throws UnknownHostException {
    Future<List<InetAddress>> addresses;
    try {
      addresses = threads.submit(() -> resolver.lookup(host));
    } catch (RejectedExecutionException e) {
      throw unknown(e);
    }
    try {
      return addresses.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw unknown(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unknown(e);
    } finally {
      addresses.cancel(true);
    }
  }

  private static UnknownHostException unknown(Exception cause) {
    UnknownHostException unknown = new UnknownHostException();
    unknown.initCause(cause);
    return unknown;
  }
}

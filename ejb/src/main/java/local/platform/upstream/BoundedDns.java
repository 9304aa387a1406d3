package local.platform.upstream;

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
 * Resolves host names in threads of its own, and gives up early: the resolver of the platform
 * cannot be interrupted, and whoever runs the name server of an issuer could hold the threads of
 * requests with it.
 */
final class BoundedDns implements Dns {
  /** For one name. Names of issuers that are used are in a cache near by. */
  static final Duration TIMEOUT = Duration.ofSeconds(2);

  /**
   * Names that are resolved at once, those that were given up and still hold a thread included:
   * twice as many as there are fetches, so that the latter do not stop others at once.
   */
  static final int MAX_LOOKUPS = 2 * FetchLimits.MAX_IN_FLIGHT;

  /** How long a thread waits for the next name, in seconds: it should not outlive a deployment. */
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
   * @param resolver resolves, in whatever time
   */
  BoundedDns(Dns resolver) {
    this.resolver = resolver;
  }

  /**
   * @throws UnknownHostException if there is no such host, or it cannot be known in time
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

package local.platform.web.grpc;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads that serve calls. Cancellations and the health service do not need them. */
final class CallThreads {
  /**
   * Number of threads for token exchanges, which may wait for issuers. There are more of them than
   * exchanges that may wait at the same time, so that some are always free.
   */
  private static final int EXCHANGE_THREADS = 64;

  private final ThreadPoolExecutor callThreads;
  private final ThreadPoolExecutor exchangeThreads;

  /**
   * Creates the threads.
   *
   * @param count maximum number of concurrent calls, besides token exchanges; further calls wait
   *     for a thread rather than for a database connection, for which only few may wait
   * @param factory creates the threads with the context of the application
   */
  CallThreads(int count, ThreadFactory factory) {
    this.callThreads = pool(count, factory);
    this.exchangeThreads = pool(EXCHANGE_THREADS, factory);
  }

  private static ThreadPoolExecutor pool(int count, ThreadFactory factory) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            count, count, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
    // Started now and not with the first calls: these may arrive while the application server is
    // still registering the application, and a thread that starts then would not get its context.
    pool.prestartAllCoreThreads();
    return pool;
  }

  /** Returns the executor of calls that are not token exchanges, and of tasks for these calls. */
  Executor ofCalls() {
    return callThreads;
  }

  /** Returns the executor of token exchanges. */
  Executor ofExchanges() {
    return exchangeThreads;
  }

  /** Stops accepting calls, and waits for those in progress. */
  void stop(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    callThreads.shutdown();
    exchangeThreads.shutdown();
    if (callThreads.awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      exchangeThreads.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
  }
}

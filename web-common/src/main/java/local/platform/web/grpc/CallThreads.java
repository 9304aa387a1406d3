package local.platform.web.grpc;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads in which calls are served. What a call is cancelled by does not wait for them, nor
 * does the health service.
 */
final class CallThreads {
  /**
   * Whoever exchanges a token may wait for its issuer. These are more than may wait for issuers at
   * the same time, so others always find one.
   */
  private static final int EXCHANGE_THREADS = 64;

  private final ThreadPoolExecutor callThreads;
  private final ThreadPoolExecutor exchangeThreads;

  /**
   * Makes the threads.
   *
   * @param count how many calls are served at a time, besides exchanges of tokens; calls wait for a
   *     thread rather than for a database connection, for which few may wait
   * @param factory makes the threads, which know to which application they belong
   */
  CallThreads(int count, ThreadFactory factory) {
    this.callThreads = pool(count, factory);
    this.exchangeThreads = pool(EXCHANGE_THREADS, factory);
  }

  private static ThreadPoolExecutor pool(int count, ThreadFactory factory) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            count, count, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
    // Not with the first calls: those may come while the application server writes down that the
    // application is there, and a thread that begins then is told that it is not.
    pool.prestartAllCoreThreads();
    return pool;
  }

  /** Those for calls that are not exchanges, and for whatever these need done. */
  Executor ofCalls() {
    return callThreads;
  }

  /** Those for exchanges of tokens. */
  Executor ofExchanges() {
    return exchangeThreads;
  }

  /** Takes no more calls, and waits this long for those under way. */
  void stop(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    callThreads.shutdown();
    exchangeThreads.shutdown();
    if (callThreads.awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      exchangeThreads.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
  }
}

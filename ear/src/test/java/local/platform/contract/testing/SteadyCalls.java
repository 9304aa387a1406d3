package local.platform.contract.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * Calls a server at a steady rate, however long it takes to answer, on persistent connections and
 * on new ones.
 */
public final class SteadyCalls {
  private static final Duration BETWEEN = Duration.ofMillis(20);
  private static final List<String> PATHS =
      List.of("/health/live", "/iam/v2/groups?page_size=1", "/.well-known/jwks.json");

  private SteadyCalls() {}

  /**
   * The outcome of a call.
   *
   * @param status its status; 0 if it was not answered
   * @param latency from the time at which it should be sent until the whole answer was read
   */
  public record Outcome(int status, Duration latency) {}

  /** Calls fifty times a second; every other call opens a new connection. */
  public static List<Outcome> run(PlatformClient client, Duration duration)
      throws InterruptedException {
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Future<Outcome>> calls = new ArrayList<>();
    long start = System.nanoTime();
    try {
      for (int number = 0; number < duration.dividedBy(BETWEEN); number++) {
        long due = start + number * BETWEEN.toNanos();
        LockSupport.parkNanos(due - System.nanoTime());
        String path = PATHS.get(number % PATHS.size());
        boolean anew = number % 2 == 0;
        calls.add(
            threads.submit(
                () -> {
                  int status = anew ? callAnew(client, path) : client.get(path).status();
                  return new Outcome(status, Duration.ofNanos(System.nanoTime() - due));
                }));
      }
      List<Outcome> outcomes = new ArrayList<>();
      for (Future<Outcome> call : calls) {
        outcomes.add(call.get());
      }
      return outcomes;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static int callAnew(PlatformClient client, String path) {
    String answer =
        RawHttp.request(
            client.url(), "GET " + path + " HTTP/1.1", "Authorization: Bearer " + client.token());
    return RawHttp.status(answer);
  }
}

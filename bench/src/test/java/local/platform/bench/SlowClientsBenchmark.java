package local.platform.bench;

import java.time.Duration;
import java.util.List;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.contract.testing.SlowClients;
import local.platform.contract.testing.SteadyCalls;
import local.platform.contract.testing.SteadyCalls.Outcome;

/**
 * Compares how long callers wait while a thousand others send requests that never end with how long
 * they wait otherwise.
 */
public final class SlowClientsBenchmark {
  private static final int ATTACKERS = 1_000;
  private static final double MOST_TIMES_IDLE = 3;
  private static final double MOST_MILLIS = 50;
  private static final Duration DURATION = Duration.ofSeconds(30);

  private SlowClientsBenchmark() {}

  /** Runs the benchmark and prints both. */
  public static void main(String[] arguments) throws InterruptedException {
    try (PlatformProcess server =
        PlatformProcess.in(Packaging.JAR, "bench-slow-clients").empty().quickStart().start()) {
      PlatformClient client = server.owner();
      SteadyCalls.run(client, DURATION.multipliedBy(2)); // until it is compiled
      double idle = print("idle", SteadyCalls.run(client, DURATION));
      SlowClients attackers = SlowClients.attack(client, ATTACKERS);
      double attacked = print(ATTACKERS + " slow clients", SteadyCalls.run(client, DURATION));
      attackers.close();
      if (attacked > Math.max(MOST_TIMES_IDLE * idle, MOST_MILLIS)) {
        System.err.println("bench: slow clients hold up the others");
        System.exit(1);
      }
    }
  }

  /**
   * Prints the outcomes; returns the 99th percentile in milliseconds, which is infinite if one
   * failed.
   */
  private static double print(String name, List<Outcome> outcomes) {
    double[] millis =
        outcomes.stream()
            .mapToDouble(outcome -> outcome.latency().toNanos() / 1e6)
            .sorted()
            .toArray();
    long failed = outcomes.stream().filter(outcome -> outcome.status() != 200).count();
    double p99 = millis[(int) (millis.length * 0.99)];
    System.out.printf(
        "%-18s %6d calls %6d not answered 200 %9.2f p50 ms %9.2f p99 ms %9.2f most ms%n",
        name, millis.length, failed, millis[millis.length / 2], p99, millis[millis.length - 1]);
    return failed == 0 ? p99 : Double.POSITIVE_INFINITY;
  }
}

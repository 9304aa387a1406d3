package local.platform.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;

/**
 * Compares the time until the server is ready with that of an empty WAR; in the quick start on H2,
 * by {@code java -jar}, and by {@code ops/start.sh} when it is prepared.
 */
public final class StartBenchmark {
  private static final int ROUNDS = Integer.getInteger("bench.rounds");
  private static final String JAR = System.getProperty("platform.jar");
  private static final String START_SCRIPT = System.getProperty("platform.start-script");

  private StartBenchmark() {}

  /** Runs the benchmark and prints its results, each with the bound that is to be reached. */
  public static void main(String[] arguments) throws Exception {
    List<Double> plain = new ArrayList<>();
    List<Double> byScript = new ArrayList<>();
    List<Double> onMicro = new ArrayList<>();
    System.out.printf(
        "the first start by ops/start.sh: %.1f s%n", readySeconds(byScript().empty()::start));
    readySeconds(server("plain").empty()::start);
    for (int round = 0; round < ROUNDS; round++) {
      plain.add(readySeconds(server("plain")::start));
      byScript.add(readySeconds(byScript()::start));
      onMicro.add(readySeconds(EmptyWar::start));
      System.out.printf(
          "ready after: java -jar %.1f s, ops/start.sh %.1f s, an empty WAR %.1f s%n",
          plain.get(round), byScript.get(round), onMicro.get(round));
    }
    System.out.printf(
        "java -jar to an empty WAR, at most 1.8: %.2f%n", median(plain) / median(onMicro));
    System.out.printf(
        "ops/start.sh to an empty WAR, at most 1.5: %.2f%n", median(byScript) / median(onMicro));
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  private static PlatformProcess.Builder server(String name) {
    return PlatformProcess.in(Packaging.JAR, "bench-start-" + name).quickStart();
  }

  private static PlatformProcess.Builder byScript() {
    return server("by-script").by("exec " + START_SCRIPT + " " + JAR);
  }

  private static double readySeconds(Supplier<AutoCloseable> start) throws Exception {
    long before = System.nanoTime();
    AutoCloseable ready = start.get();
    double seconds = (System.nanoTime() - before) / 1e9;
    ready.close();
    return seconds;
  }
}

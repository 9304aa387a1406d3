package local.platform.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;

/**
 * Compares the time until the server is ready with that of an empty WAR; in the quick start on H2,
 * by {@code java -jar}, from the cache by {@code ops/start.sh}, and as an EAR, from its cache too.
 */
public final class StartBenchmark {
  private static final int ROUNDS = Integer.getInteger("bench.rounds");
  private static final String JAR = System.getProperty("platform.jar");
  private static final String START_SCRIPT = System.getProperty("platform.start-script");

  private StartBenchmark() {}

  /** Runs the benchmark and prints its results, each with the bound that is to be reached. */
  public static void main(String[] arguments) throws Exception {
    List<Double> plain = new ArrayList<>();
    List<Double> cached = new ArrayList<>();
    List<Double> onMicro = new ArrayList<>();
    List<Double> ear = new ArrayList<>();
    List<Double> inDomain = new ArrayList<>();
    archiveClasses(fromCache());
    archiveClasses(server(Packaging.EAR, "ear"));
    readySeconds(server(Packaging.JAR, "plain")::start);
    for (int round = 0; round < ROUNDS; round++) {
      plain.add(readySeconds(server(Packaging.JAR, "plain")::start));
      cached.add(readySeconds(fromCache()::start));
      onMicro.add(readySeconds(EmptyWar::onMicro));
      ear.add(readySeconds(server(Packaging.EAR, "ear")::start));
      inDomain.add(readySeconds(EmptyWar::inDomain));
      System.out.printf(
          "ready after: java -jar %.1f s, from the cache %.1f s, an empty WAR %.1f s;"
              + " the EAR %.1f s, an empty WAR in a domain %.1f s%n",
          plain.get(round),
          cached.get(round),
          onMicro.get(round),
          ear.get(round),
          inDomain.get(round));
    }
    System.out.printf("java -jar to an empty WAR: %.2f%n", median(plain) / median(onMicro));
    System.out.printf(
        "from the cache to an empty WAR, at most 1.5: %.2f%n", median(cached) / median(onMicro));
    System.out.printf(
        "from the cache to java -jar, at most 0.75 on JDK 25: %.2f%n",
        median(cached) / median(plain));
    System.out.printf(
        "the EAR to an empty WAR in a domain, at most 1.5: %.2f%n", median(ear) / median(inDomain));
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  private static PlatformProcess.Builder server(Packaging packaging, String name) {
    return PlatformProcess.in(packaging, "bench-start-" + name).quickStart();
  }

  private static PlatformProcess.Builder fromCache() {
    return server(Packaging.JAR, "cached").by("exec " + START_SCRIPT + " " + JAR);
  }

  private static void archiveClasses(PlatformProcess.Builder first) {
    try (PlatformProcess server = first.empty().start()) {
      ArchivedClasses.await(server);
    }
  }

  private static double readySeconds(Supplier<AutoCloseable> start) throws Exception {
    long before = System.nanoTime();
    AutoCloseable ready = start.get();
    double seconds = (System.nanoTime() - before) / 1e9;
    ready.close();
    return seconds;
  }
}

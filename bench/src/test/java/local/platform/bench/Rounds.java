package local.platform.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Measures subjects side by side: one after the other, round by round, so that changes of the
 * machine affect all.
 */
final class Rounds {
  /** Seconds of one measurement of one subject. */
  static final int SECONDS = Integer.getInteger("bench.seconds");

  /** The number of rounds. */
  static final int ROUNDS = Integer.getInteger("bench.rounds");

  private static final int WARM_UP_SECONDS = Integer.getInteger("bench.warm-up-seconds");
  private static final int MAX_WARM_UP_RUNS = 12;

  /** The warm-up of subjects that are alike is as long as that of so many runs of one. */
  private static final long ALIKE_WARM_UPS = 3;

  private static final int TURN_SECONDS = 1;

  /** A run must be faster by this factor than those before it to be followed by others. */
  private static final double SETTLED = 1.03;

  /** A single run may be slow because of the machine while code is still being compiled. */
  private static final int SETTLED_RUNS = 2;

  private Rounds() {}

  /** A load that is measured. */
  interface Load {
    /** Puts load on the server for a while. */
    Result run(int seconds) throws IOException, InterruptedException;
  }

  /**
   * The result of a measurement.
   *
   * @param perSecond requests per second
   * @param median median latency in milliseconds
   * @param p99 99th percentile of the latency in milliseconds
   */
  record Result(double perSecond, double median, double p99) {
    /** Creates the result of requests with these latencies. */
    static Result of(long[] micros, double seconds) {
      long[] sorted = micros.clone();
      Arrays.sort(sorted);
      return new Result(
          sorted.length / seconds,
          sorted[sorted.length / 2] / 1_000.0,
          sorted[(int) (sorted.length * 0.99)] / 1_000.0);
    }
  }

  /** Measures subjects, given by their names; returns the results of each round. */
  static Map<String, List<Result>> measure(Map<String, Load> subjects)
      throws IOException, InterruptedException {
    for (Load subject : subjects.values()) {
      warmUp(subject);
    }
    return measureWarm(subjects);
  }

  /**
   * Measures subjects that have most of their code in common, and so are warmed up together: they
   * take turns for a time that does not depend on their number. Otherwise this is the same.
   */
  static Map<String, List<Result>> measureAlike(Map<String, Load> subjects)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS * ALIKE_WARM_UPS);
    while (System.nanoTime() < end) {
      for (Load subject : subjects.values()) {
        subject.run(TURN_SECONDS);
      }
    }
    return measureWarm(subjects);
  }

  private static Map<String, List<Result>> measureWarm(Map<String, Load> subjects)
      throws IOException, InterruptedException {
    Map<String, List<Result>> results = new LinkedHashMap<>();
    subjects.keySet().forEach(subject -> results.put(subject, new ArrayList<>()));
    for (int round = 0; round < ROUNDS; round++) {
      for (Map.Entry<String, Load> subject : subjects.entrySet()) {
        Result result = subject.getValue().run(SECONDS);
        System.out.printf(
            "round %d: %-28s %10.0f requests/s%n", round + 1, subject.getKey(), result.perSecond());
        results.get(subject.getKey()).add(result);
      }
    }
    return results;
  }

  /**
   * Runs a subject until it gets no faster. While its code is compiled, this takes much of the
   * processor; the longer its path, the longer it takes.
   */
  private static void warmUp(Load load) throws IOException, InterruptedException {
    double fastest = 0;
    int settled = 0;
    for (int run = 0; run < MAX_WARM_UP_RUNS && settled < SETTLED_RUNS; run++) {
      double perSecond = load.run(WARM_UP_SECONDS).perSecond();
      settled = perSecond < SETTLED * fastest ? settled + 1 : 0;
      fastest = Math.max(fastest, perSecond);
    }
  }

  /**
   * Returns the median over all rounds of the ratio of the rates of two subjects in the same round,
   * because the speed of the machine changes between rounds.
   */
  static double ratio(List<Result> subject, List<Result> other) {
    return IntStream.range(0, ROUNDS)
        .mapToDouble(round -> subject.get(round).perSecond() / other.get(round).perSecond())
        .sorted()
        .toArray()[ROUNDS / 2];
  }

  /** Returns the result of the round with the median rate. */
  static Result median(List<Result> all) {
    return all.stream()
        .sorted(Comparator.comparingDouble(Result::perSecond))
        .toList()
        .get(all.size() / 2);
  }

  /** Returns the median of values, one of each round. */
  static double middle(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  /** Prints the results of all subjects. */
  static void print(Map<String, List<Result>> results) {
    System.out.printf(
        "%n%d s, the medians of %d rounds; ratios are those within each round%n%n",
        SECONDS, ROUNDS);
    System.out.printf("%-28s %10s %9s %9s%n", "", "requests/s", "p50 ms", "p99 ms");
    results.forEach(
        (name, rounds) -> {
          Result result = median(rounds);
          System.out.printf(
              "%-28s %10.0f %9.2f %9.2f%n",
              name, result.perSecond(), result.median(), result.p99());
        });
  }

  /** Prints the ratio of the rates of two subjects, which is that of the times of the reverse. */
  static void printRatio(
      Map<String, List<Result>> results, String what, String subject, String other) {
    System.out.printf("%-60s %6.2f%n", what, ratio(results.get(subject), results.get(other)));
  }
}

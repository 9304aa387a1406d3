package local.platform.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import local.platform.bench.LoadTool.Request;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.db.testing.MySqlServer;

/**
 * Compares the rate of a server on MySQL soon after its start with the rate after minutes. The load
 * begins when the server is ready, and never stops. Each round has a new server.
 */
public final class WarmUpBenchmark {
  private static final int ROUNDS = Integer.getInteger("bench.rounds");
  private static final int CONNECTIONS = 16;
  private static final int EARLY = 20;
  private static final int LATE = 180;
  private static final int SECONDS = 10;

  private WarmUpBenchmark() {}

  /** Runs the benchmark and prints its ratio with the bound that is to be reached. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (LoadTool.isMissing()) {
      System.err.println("bench: h2load is missing; on Debian: apt-get install nghttp2-client");
      System.exit(1);
    }
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      ratios.add(ratio());
    }
    System.out.printf(
        "rate of get group after %d s of load to that after %d s, at least 0.7: %.2f%n",
        EARLY, LATE, ratios.stream().sorted().toList().get(ROUNDS / 2));
  }

  private static double ratio() throws IOException, InterruptedException {
    try (MySqlServer mySql = MySqlServer.start();
        PlatformProcess server =
            PlatformProcess.in(Packaging.JAR, "bench-warm-up")
                .empty()
                .quickStart()
                .heap("512m")
                .on(mySql.createDatabase())
                .start()) {
      PlatformClient owner = server.owner();
      String path = "/iam/v2/groups/" + owner.createGroup(owner.organization(), "group");
      long[] answers =
          LoadTool.answersBySecond(
              Request.get(owner.url() + path, owner.token()), CONNECTIONS, LATE + SECONDS);
      double early = perSecond(answers, EARLY);
      double late = perSecond(answers, LATE);
      System.out.printf(
          "get group: %.0f requests/s after %d s of load, %.0f after %d s, ratio %.2f%n",
          early, EARLY, late, LATE, early / late);
      return early / late;
    }
  }

  private static double perSecond(long[] answers, int start) {
    return Arrays.stream(answers, start, start + SECONDS).average().orElseThrow();
  }
}

package local.platform.bench;

import java.util.Arrays;
import java.util.Map;
import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.contract.testing.Tenant;

/**
 * Compares how long it takes to refuse an exchange for an identity that exists, with another
 * subject than the token's, and for one that does not exist. It fails if the medians differ by more
 * than a tenth: then the time would reveal which uids exist.
 */
public final class ExchangeTimeBenchmark {
  private static final int CALLS = 2_000;
  private static final double TOLERANCE = 1.1;
  private static final String MISSING = "0123456789abcdef0123456789abcdef01234567";

  private ExchangeTimeBenchmark() {}

  /** Runs the benchmark and prints the medians. */
  public static void main(String[] arguments) {
    try (PlatformProcess server =
            PlatformProcess.in(Packaging.JAR, "bench-exchange").empty().quickStart().start();
        HttpIssuer issuer = HttpIssuer.start()) {
      Tenant tenant = Tenant.create(server.owner());
      String ours = server.owner().claims().getIssuer();
      String identity = tenant.identity(issuer.url(), "alice");
      String good = issuer.token("alice", ours);
      String wrong = issuer.token("mallory", ours);
      Map<String, String> missing =
          Map.of("of no organization", MISSING, "of none here", tenant.uid() + "/0123456789abcdef");
      interleaved(tenant, good, wrong, identity, MISSING); // until it is compiled
      boolean differ = false;
      for (Map.Entry<String, String> uid : missing.entrySet()) {
        double[] medians = interleaved(tenant, good, wrong, identity, uid.getValue());
        double ratio = Math.max(medians[0], medians[1]) / Math.min(medians[0], medians[1]);
        System.out.printf(
            "%-18s %8.3f ms existing %8.3f ms missing %6.3f ratio%n",
            uid.getKey(), medians[0], medians[1], ratio);
        differ |= ratio > TOLERANCE;
      }
      if (differ) {
        System.err.println("bench: the time of a refusal tells whether the identity exists");
        System.exit(1);
      }
    }
  }

  /** Returns the medians of both, in milliseconds. */
  private static double[] interleaved(
      Tenant tenant, String good, String wrong, String identity, String missing) {
    if (tenant.exchange(good, identity).status() != 200) {
      throw new IllegalStateException("the keys of the issuer are not at hand");
    }
    double[] existing = new double[CALLS];
    double[] other = new double[CALLS];
    for (int i = 0; i < CALLS; i++) {
      existing[i] = millis(tenant, wrong, identity);
      other[i] = millis(tenant, wrong, missing);
    }
    return new double[] {median(existing), median(other)};
  }

  private static double millis(Tenant tenant, String token, String identity) {
    long begun = System.nanoTime();
    Reply reply = tenant.exchange(token, identity);
    long ended = System.nanoTime();
    if (reply.status() != 403) {
      throw new IllegalStateException(reply.text());
    }
    return (ended - begun) / 1e6;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return (values[values.length / 2 - 1] + values[values.length / 2]) / 2;
  }
}

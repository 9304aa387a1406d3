package local.platform.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.bench.Rounds.Load;
import local.platform.bench.Rounds.Result;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.db.testing.MySqlGroup;
import local.platform.db.testing.MySqlServer;

/**
 * Compares requests with those of a build from before the lease on the primary (ADR 67): on one
 * MySQL, and on a group of three, where that build knows the primary alone. {@code bench.before} is
 * its {@code platform.jar}; without it nothing is measured.
 */
public final class LeaseBenchmark {
  private static final int CONNECTIONS = 8;
  private static final String GROUPS = "/iam/v2/groups/";
  private static final String NOW = ", now";
  private static final String BEFORE = ", before";

  private LeaseBenchmark() {}

  /** Runs the benchmark and prints its ratios, each with the bound that is to be reached. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    String jar = System.getProperty("bench.before", "");
    if (jar.isEmpty()) {
      System.out.println("the lease: no bench.before to compare with");
      return;
    }
    Path before = Path.of(jar);
    try (MySqlServer one = MySqlServer.start();
        MySqlGroup group = MySqlGroup.start()) {
      MySqlServer primary = group.primary(group.members().get(0));
      try (PlatformProcess now = server("lease-one", one.createDatabase()).start();
          PlatformProcess then =
              server("lease-one-before", one.createDatabase()).jar(before).start();
          PlatformProcess nowOnGroup = server("lease-group", group.createDatabase()).start();
          PlatformProcess thenOnGroup =
              server("lease-group-before", primary.serving(group.createDatabase()))
                  .jar(before)
                  .start()) {
        Map<String, Load> loads = new LinkedHashMap<>();
        loads.put("get" + NOW, gets(now.owner()));
        loads.put("get" + BEFORE, gets(then.owner()));
        loads.put("create" + NOW, creates(now.owner()));
        loads.put("create" + BEFORE, creates(then.owner()));
        loads.put("get on a group" + NOW, gets(nowOnGroup.owner()));
        loads.put("get on a group" + BEFORE, gets(thenOnGroup.owner()));
        Map<String, List<Result>> results = Rounds.measure(loads);
        Rounds.print(results);
        for (String request : List.of("get", "create", "get on a group")) {
          Rounds.printRatio(results, request + ", at least 0.98", request + NOW, request + BEFORE);
        }
      }
    }
  }

  private static PlatformProcess.Builder server(String name, DatabaseSettings database) {
    return PlatformProcess.in(Packaging.JAR, name).empty().quickStart().on(database);
  }

  private static Load gets(PlatformClient owner) {
    String uid = owner.createGroup(owner.organization(), "read");
    byte[] request = HttpConnection.request("GET", owner.url(), GROUPS + uid, owner.token());
    return HttpLoad.inTurn(owner.url(), CONNECTIONS, List.of(request), 200);
  }

  private static Load creates(PlatformClient owner) {
    byte[] request =
        HttpConnection.post(
            owner.url(),
            GROUPS + owner.createGroup(owner.organization(), "written"),
            owner.token(),
            PlatformClient.group("new", ""));
    return new HttpLoad(owner.url(), CONNECTIONS, () -> Optional.of(request), 200, answer -> {});
  }
}

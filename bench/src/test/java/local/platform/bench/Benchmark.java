package local.platform.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import local.platform.authz.BuiltInRole;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.db.testing.MySqlServer;

/**
 * Measures the product on MySQL beside two resources that do almost nothing, on the same server in
 * the same run. The ratios tell something about the product; the absolute figures tell about the
 * machine.
 */
public final class Benchmark {
  private static final int GROUPS = 1_000;
  private static final int MANY_BINDINGS = 200;
  private static final int CONNECTIONS = 16;
  private static final int WARM_UP_SECONDS = Integer.getInteger("bench.warm-up-seconds", 10);
  private static final int SECONDS = Integer.getInteger("bench.seconds", 10);
  private static final int ROUNDS = Integer.getInteger("bench.rounds", 3);

  private Benchmark() {}

  private static final int BATCH = 25;

  /**
   * A request that is measured.
   *
   * @param refused whether it is refused, and its answers are errors
   */
  private record Subject(String name, String url, Path script, boolean refused) {
    Subject(String name, String url, Path script) {
      this(name, url, script, false);
    }
  }

  /** Runs the benchmark and prints its table. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (Wrk.isMissing()) {
      System.err.println("bench: wrk is not installed; on Debian: apt-get install wrk");
      System.exit(1);
    }
    Path scripts = Files.createTempDirectory("bench");
    try (MySqlServer mySql = MySqlServer.start();
        PlatformProcess server =
            PlatformProcess.in(Packaging.JAR, "bench")
                .empty()
                .quickStart()
                .on(mySql.createDatabase())
                .start()) {
      print(measure(subjects(server.owner(), scripts)));
    }
  }

  private static List<Subject> subjects(PlatformClient owner, Path scripts) throws IOException {
    String organization = owner.organization();
    String uid = "";
    for (int i = 0; i < GROUPS; i++) {
      uid = owner.createGroup(organization, "group " + i);
    }
    String path = "/iam/v2/groups/" + uid;
    String constantPath = "/bench/constant";
    String pointSelectPath = "/bench/point-select?uid=" + uid;
    String answer = owner.get(path).text();
    owner.send("PUT", "/bench/answer", answer, Map.of());
    for (String baseline : List.of(constantPath, pointSelectPath)) {
      if (!owner.get(baseline).text().equals(answer)) {
        throw new IllegalStateException(baseline + " does not answer as " + path);
      }
    }
    // Not where the list is read: its total would count what was created meanwhile.
    String elsewhere = owner.createOrganization("created in a run");

    Path anybody = Wrk.script(scripts, "anybody", "GET", "", "");
    Path get = Wrk.script(scripts, "get", "GET", owner.token(), "");
    Path create =
        Wrk.script(
            scripts, "create", "POST", owner.token(), PlatformClient.group("created", "in a run"));
    String list =
        "/iam/v2/groups"
            + PlatformClient.query("uidp.children_of", organization, "page_size", "50");
    Subject groups = new Subject("list of 50", owner.url() + list, get);

    // An identity of each kind, which the owner's token is exchanged for.
    String self = owner.get("/auth/v1/ok").json().path("subject").asText();
    String viewer = BuiltInRole.VIEWER.uid().value();
    String one = identity(owner, self);
    bind(owner, organization, List.of(one), viewer);
    String many = identity(owner, self);
    bind(owner, organization, List.of(many), viewer);
    for (int i = 1; i < MANY_BINDINGS; i++) {
      bind(owner, owner.createGroup(elsewhere, "bound"), List.of(many), viewer);
    }
    String nobody = identity(owner, self);
    String crowded = owner.createOrganization("crowded");
    for (int i = 0; i < GROUPS / BATCH; i++) {
      List<String> identities = new ArrayList<>();
      for (int j = 0; j < BATCH; j++) {
        identities.add(identity(owner, self));
      }
      bind(owner, crowded, identities, viewer);
    }
    Path getAsOne = Wrk.script(scripts, "one", "GET", exchange(owner, one), "");
    Path getAsMany = Wrk.script(scripts, "many", "GET", exchange(owner, many), "");
    Path getAsNobody = Wrk.script(scripts, "nobody", "GET", exchange(owner, nobody), "");
    String bindings =
        "/iam/v2/roleBindings"
            + PlatformClient.query("uidp.children_of", crowded, "page_size", "50");
    String missing = path.substring(0, path.lastIndexOf('/')) + "/0123456789abcdef";

    return List.of(
        new Subject("constant", owner.url() + constantPath, anybody),
        new Subject("point SELECT", owner.url() + pointSelectPath, anybody),
        new Subject("get group", owner.url() + path, get),
        new Subject("get, 1 binding", owner.url() + path, getAsOne),
        new Subject("get, 200 bindings", owner.url() + path, getAsMany),
        new Subject("get, forbidden", owner.url() + path, getAsNobody, true),
        new Subject("get, missing", owner.url() + missing, getAsNobody, true),
        groups,
        new Subject("bindings, 50", owner.url() + bindings, get),
        new Subject("exchange", owner.url() + "/sts/exchange?identity=" + one, get),
        new Subject("create group", owner.url() + "/iam/v2/groups/" + elsewhere, create));
  }

  /** Creates an identity for which tokens of this subject of ours can be exchanged; its uid. */
  private static String identity(PlatformClient owner, String subject) {
    String issuer = owner.get("/.well-known/openid-configuration").json().path("issuer").asText();
    return owner
        .post(
            "/iam/v2/identities/" + owner.organization(),
            """
            {"name": "bench", "claimMatch": {"issuer": "%s", "subject": "%s"}}
            """
                .formatted(issuer, subject))
        .uid();
  }

  private static void bind(
      PlatformClient owner, String group, List<String> identities, String role) {
    String requests =
        identities.stream()
            .map(identity -> "{\"roleBinding\": {\"identityUid\": \"" + identity + "\"}}")
            .collect(Collectors.joining(","));
    PlatformClient.Reply reply =
        owner.post(
            "/iam/v2/roleBindings:batchCreate",
            "{\"parent\": \"%s\", \"roleUid\": \"%s\", \"requests\": [%s]}"
                .formatted(group, role, requests));
    if (reply.status() != 200) {
      throw new IllegalStateException(reply.text());
    }
  }

  private static String exchange(PlatformClient owner, String identity) {
    return owner.get("/sts/exchange?identity=" + identity).json().path("token").asText();
  }

  /** One after the other, round by round, so that what changes in the machine changes all. */
  private static Map<Subject, List<Wrk.Result>> measure(List<Subject> subjects)
      throws IOException, InterruptedException {
    Map<Subject, List<Wrk.Result>> results = new LinkedHashMap<>();
    for (Subject subject : subjects) {
      run(subject, WARM_UP_SECONDS);
      results.put(subject, new ArrayList<>());
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (Subject subject : subjects) {
        results.get(subject).add(run(subject, SECONDS));
      }
    }
    return results;
  }

  private static Wrk.Result run(Subject subject, int seconds)
      throws IOException, InterruptedException {
    return Wrk.run(subject.url(), subject.script(), CONNECTIONS, seconds, subject.refused());
  }

  private static void print(Map<Subject, List<Wrk.Result>> results) {
    Map<String, Wrk.Result> medians = new LinkedHashMap<>();
    results.forEach((subject, all) -> medians.put(subject.name(), median(all)));
    double constant = medians.get("constant").perSecond();
    double pointSelect = medians.get("point SELECT").perSecond();
    System.out.printf(
        "%d connections, %d s, the median of %d rounds%n%n", CONNECTIONS, SECONDS, ROUNDS);
    System.out.printf(
        "%-18s %10s %9s %9s %12s %16s%n",
        "", "requests/s", "p50 ms", "p99 ms", "to constant", "to point SELECT");
    medians.forEach(
        (name, result) ->
            System.out.printf(
                "%-18s %10.0f %9.2f %9.2f %12.2f %16.2f%n",
                name,
                result.perSecond(),
                result.median(),
                result.p99(),
                result.perSecond() / constant,
                result.perSecond() / pointSelect));
  }

  private static Wrk.Result median(List<Wrk.Result> all) {
    return all.stream()
        .sorted(Comparator.comparingDouble(Wrk.Result::perSecond))
        .toList()
        .get(all.size() / 2);
  }
}

package local.platform.bench;

import com.google.protobuf.ByteString;
import com.google.protobuf.StringValue;
import com.google.protobuf.UnknownFieldSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import local.platform.access.authz.BuiltInRole;
import local.platform.bench.LoadTool.Request;
import local.platform.bench.Rounds.Load;
import local.platform.bench.Rounds.Result;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.db.testing.FreePorts;
import local.platform.db.testing.MySqlServer;

/**
 * Compares the product on MySQL with plain methods on the same server in the same run. The ratios
 * say something about the product; the absolute figures say something about the machine. All
 * requests of a subject have the same token, so that concurrent ones share its authentication.
 */
public final class Benchmark {
  private static final int GROUPS = 1_000;
  private static final int MANY_BINDINGS = 200;
  private static final int CONNECTIONS = 16;

  /** Selects the subjects to measure besides the baselines: those whose names contain a match. */
  private static final Pattern SUBJECTS = Pattern.compile(System.getProperty("bench.subjects"));

  private static final int BATCH = 25;
  private static final String CONSTANT = "constant";
  private static final String POINT_SELECT = "point SELECT";
  private static final String GRPC_POINT_SELECT = "gRPC point SELECT";

  private Benchmark() {}

  /** A request to measure. */
  private record Subject(String name, Request request) {
    boolean isMeasured() {
      return Set.of(CONSTANT, POINT_SELECT, GRPC_POINT_SELECT).contains(name)
          || SUBJECTS.matcher(name).find();
    }

    Load load() {
      return seconds -> LoadTool.run(request, CONNECTIONS, seconds);
    }

    /** Returns the subject of the same protocol that only reads a group. */
    String pointSelect() {
      return name.startsWith("gRPC") ? GRPC_POINT_SELECT : POINT_SELECT;
    }
  }

  /** Runs the benchmark and prints its table. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (LoadTool.isMissing()) {
      System.err.println("bench: h2load is missing; on Debian: apt-get install nghttp2-client");
      System.exit(1);
    }
    int baselinePort = FreePorts.next();
    try (MySqlServer mySql = MySqlServer.start();
        PlatformProcess server =
            PlatformProcess.in(Packaging.JAR, "bench")
                .empty()
                .quickStart()
                .on(mySql.createDatabase())
                .with(BaselineListener.PORT, String.valueOf(baselinePort))
                .start()) {
      print(subjects(server, baselinePort).stream().filter(Subject::isMeasured).toList());
    }
  }

  private static List<Subject> subjects(PlatformProcess server, int baselinePort) {
    PlatformClient owner = server.owner();
    String organization = owner.organization();
    String uid = "";
    for (int i = 0; i < GROUPS; i++) {
      uid = owner.createGroup(organization, "group " + i);
    }
    String path = "/iam/v2/groups/" + uid;
    owner.patch(path, PlatformClient.group("group", "nothing of it is empty, and it was changed"));
    String constantPath = "/bench/constant";
    String pointSelectPath = "/bench/point-select?uid=" + uid;
    String answer = owner.get(path).text();
    owner.send("PUT", "/bench/answer", answer, Map.of());
    for (String baseline : List.of(constantPath, pointSelectPath)) {
      if (!owner.get(baseline).text().equals(answer)) {
        throw new IllegalStateException(baseline + " does not answer as " + path);
      }
    }
    // Not in the group that is listed, whose total would include what was created in the meantime.
    String elsewhere = owner.createOrganization("created in a run");

    String list =
        "/iam/v2/groups"
            + PlatformClient.query("uidp.children_of", organization, "page_size", "50");

    // An identity of each kind for which the owner's token can be exchanged.
    String self = owner.identity();
    owner.send("PUT", "/bench/caller", self, Map.of());
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
    String bindings =
        "/iam/v2/roleBindings"
            + PlatformClient.query("uidp.children_of", crowded, "page_size", "50");
    String missing = path.substring(0, path.lastIndexOf('/')) + "/0123456789abcdef";

    String v1List = "/iam/v1/groups" + PlatformClient.query("uidp.children_of", organization);

    byte[] getMessage = StringValue.of(uid).toByteArray();
    byte[] listMessage = listChildren(organization, 50);
    String getGroup = "platform.iam.v2.GroupsService/GetGroup";
    String listGroups = "platform.iam.v2.GroupsService/ListGroups";
    String pointSelect = "bench.Baseline/PointSelect";
    String callerAndPointSelect = "bench.Baseline/CallerAndPointSelect";
    String find = "bench.Baseline/Find";
    GrpcBytes product = new GrpcBytes(server.grpcPort(), owner.token());
    GrpcBytes baseline = new GrpcBytes(baselinePort, "");
    byte[] group = product.call(getGroup, getMessage);
    if (!Arrays.equals(baseline.call(pointSelect, getMessage), group)
        || !Arrays.equals(baseline.call(callerAndPointSelect, getMessage), group)
        || !Arrays.equals(baseline.call(find, getMessage), group)
        || product.call(listGroups, listMessage).length < 50 * uid.length()) {
      throw new IllegalStateException("gRPC does not answer as it should");
    }

    String url = owner.url().toString();
    String token = owner.token();
    String nobodysToken = exchange(owner, nobody);
    return List.of(
        new Subject(CONSTANT, Request.get(url + constantPath, "")),
        new Subject(POINT_SELECT, Request.get(url + pointSelectPath, "")),
        new Subject("get group", Request.get(url + path, token)),
        new Subject("get, 1 binding", Request.get(url + path, exchange(owner, one))),
        new Subject("get, 200 bindings", Request.get(url + path, exchange(owner, many))),
        new Subject("get, forbidden", Request.get(url + path, nobodysToken).thatIsRefused()),
        new Subject("get, missing", Request.get(url + missing, nobodysToken).thatIsRefused()),
        new Subject("list of 50", Request.get(url + list, token)),
        new Subject("bindings, 50", Request.get(url + bindings, token)),
        new Subject("exchange", Request.get(url + "/sts/exchange?identity=" + one, token)),
        new Subject(
            "create group",
            Request.post(
                url + "/iam/v2/groups/" + elsewhere,
                token,
                PlatformClient.group("created", "in a run"))),
        new Subject("v1 list of 1000", Request.get(url + v1List, token)),
        new Subject(GRPC_POINT_SELECT, Request.grpc(baseline.url(pointSelect), "", getMessage)),
        new Subject("gRPC get group", Request.grpc(product.url(getGroup), token, getMessage)),
        new Subject(
            "gRPC two SELECTs", Request.grpc(baseline.url(callerAndPointSelect), "", getMessage)),
        new Subject("gRPC JPA find", Request.grpc(baseline.url(find), "", getMessage)),
        new Subject("gRPC list of 50", Request.grpc(product.url(listGroups), token, listMessage)));
  }

  /**
   * Returns a ListGroupsRequest: the filter is field 1 with children_of as field 3, the page size
   * field 3.
   */
  private static byte[] listChildren(String parent, int pageSize) {
    UnknownFieldSet filter =
        UnknownFieldSet.newBuilder()
            .addField(
                3,
                UnknownFieldSet.Field.newBuilder()
                    .addLengthDelimited(ByteString.copyFromUtf8(parent))
                    .build())
            .build();
    return UnknownFieldSet.newBuilder()
        .addField(
            1, UnknownFieldSet.Field.newBuilder().addLengthDelimited(filter.toByteString()).build())
        .addField(3, UnknownFieldSet.Field.newBuilder().addVarint(pageSize).build())
        .build()
        .toByteArray();
  }

  /** Creates an identity for which our tokens of this subject can be exchanged; returns its uid. */
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

  private static void print(List<Subject> subjects) throws IOException, InterruptedException {
    Map<String, Load> loads = new LinkedHashMap<>();
    subjects.forEach(subject -> loads.put(subject.name(), subject.load()));
    Map<String, List<Result>> results = Rounds.measure(loads);
    System.out.printf(
        "%d connections, %d s, the medians of %d rounds; ratios are those within each round%n%n",
        CONNECTIONS, Rounds.SECONDS, Rounds.ROUNDS);
    System.out.printf(
        "%-18s %10s %9s %9s %12s %28s%n",
        "", "requests/s", "p50 ms", "p99 ms", "to constant", "to point SELECT of protocol");
    for (Subject subject : subjects) {
      List<Result> rounds = results.get(subject.name());
      Result result = Rounds.median(rounds);
      System.out.printf(
          "%-18s %10.0f %9.2f %9.2f %12.2f %28.2f%n",
          subject.name(),
          result.perSecond(),
          result.median(),
          result.p99(),
          Rounds.ratio(rounds, results.get(CONSTANT)),
          Rounds.ratio(rounds, results.get(subject.pointSelect())));
    }
  }
}

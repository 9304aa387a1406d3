package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.Status.Code;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import local.platform.contract.testing.Dialect;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.GrpcServer.Answer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.tool.CommandLine;
import local.platform.tool.PythonPackages;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server with limits that are soon used up, and are given back slowly. Each test has an
 * organization of its own.
 */
@TestInstance(Lifecycle.PER_CLASS)
class RateLimitsIT {
  private static final int READS = 10;
  private static final int WRITES = 60;
  private static final int ORGANIZATION = 80;
  private static final int HAMMERS = 4;
  private static final String GROUPS = "/iam/v2/groups";
  private static final List<String> OF_FEEDS =
      List.of(
          "GET /osv/ecosystems.txt",
          "GET /osv/v1/vulns/CVE-2099-1",
          "POST /osv/v1/query",
          "POST /osv/v1/querybatch");
  private static final String POLICIES = "\"reads\";q=10;w=3600, \"organization\";q=80;w=3600";

  private PlatformProcess server;
  private GrpcServer grpc;
  private PlatformClient owner;

  @BeforeAll
  void start() {
    server =
        PlatformProcess.in(Packaging.JAR, "rate-limits")
            .empty()
            .quickStart()
            .with("PLATFORM_RATE_LIMIT_READS", READS + "/3600s")
            .with("PLATFORM_RATE_LIMIT_WRITES", WRITES + "/3600s")
            .with("PLATFORM_RATE_LIMIT_ORGANIZATION", ORGANIZATION + "/3600s")
            .start();
    grpc = GrpcServer.at(server.grpcPort());
    owner = server.owner();
  }

  @AfterAll
  void stop() {
    if (grpc != null) {
      grpc.close();
    }
    if (server != null) {
      server.close();
    }
  }

  /** Returns a caller in an organization of its own, who may see nothing. */
  private PlatformClient caller() {
    return caller(owner.createOrganization("limited"));
  }

  private PlatformClient caller(String organization) {
    return owner.as(owner.createIdentity(organization));
  }

  /** Makes as many requests as the policy of reads allows. */
  private static void useUp(PlatformClient caller) {
    for (int i = 0; i < READS; i++) {
      assertThat(caller.get(GROUPS).status()).isEqualTo(200);
    }
  }

  private static void assertRefused(Reply reply, String policy, String subject) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(429);
    assertThat(reply.json().path("code").asInt()).isEqualTo(8);
    assertThat(reply.reason()).isEqualTo("RATE_LIMITED");
    assertThat(reply.detail("ErrorInfo").path("metadata").path("policy").asText())
        .isEqualTo(policy);
    assertThat(reply.detail("QuotaFailure").at("/violations/0/subject").asText())
        .isEqualTo(subject);
    String wait = reply.header("Retry-After").orElseThrow();
    assertThat(Integer.parseInt(wait)).isBetween(1, 3_600);
    assertThat(reply.detail("RetryInfo").path("retryDelay").asText()).isEqualTo(wait + "s");
    assertThat(reply.header("RateLimit")).contains("\"" + policy + "\";r=0;t=" + wait);
  }

  @Test
  void eachAnswerShowsWhatIsLeftUntilOneIsRefused() {
    PlatformClient caller = caller();
    for (int left = READS - 1; left >= 0; left--) {
      Reply reply = caller.get(GROUPS);
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.header("RateLimit-Policy")).contains(POLICIES);
      assertThat(reply.header("RateLimit"))
          .contains("\"reads\";r=" + left + ";t=" + Math.max(1, left * 360));
    }

    Reply refused = caller.get(GROUPS);
    assertRefused(refused, "reads", "identity:" + caller.identity());
    assertThat(refused.header("RateLimit-Policy")).contains(POLICIES);
    assertThat(refused.header("X-Request-Id")).isPresent();
    Reply write = caller.post(GROUPS, "{");
    assertThat(write.status()).as("writes are counted by themselves").isEqualTo(400);
    assertThat(write.header("RateLimit").orElseThrow()).startsWith("\"writes\";r=59;");
  }

  /** What is public is nobody's request, and a private one is a read of its caller. */
  @Test
  void aRequestOfAPrivateFeedIsARead() {
    String organization = owner.createOrganization("feeds");
    PlatformClient caller = caller(organization);
    String feeds = "/hub/feeds/" + organization;
    String everybodys = owner.post(feeds, "{\"name\": \"a\", \"public\": true}").uid();
    String ours = owner.post(feeds, "{\"name\": \"b\"}").uid();
    for (int i = 0; i <= READS; i++) {
      for (String request : OF_FEEDS) {
        Reply unlimited = ofFeed(caller, everybodys, request);
        assertThat(unlimited.status()).as(request).isIn(200, 404, 503);
        assertThat(unlimited.header("RateLimit")).as(request).isEmpty();
      }
    }
    for (int left = READS - 1; left >= 0; left--) {
      String request = OF_FEEDS.get(left % OF_FEEDS.size());
      Reply limited = ofFeed(caller, ours, request);
      assertThat(limited.status()).as(request).isEqualTo(403);
      assertThat(limited.header("RateLimit").orElseThrow()).startsWith("\"reads\";r=" + left);
    }

    for (String request : OF_FEEDS) {
      assertRefused(ofFeed(caller, ours, request), "reads", "identity:" + caller.identity());
      assertThat(ofFeed(caller, everybodys, request).status()).as(request).isIn(200, 404, 503);
    }
  }

  private static Reply ofFeed(PlatformClient caller, String feed, String request) {
    String[] words = request.split(" ", 2);
    String body =
        words[0].equals("GET") ? null : "{\"queries\":[],\"package\":{\"purl\":\"pkg:pypi/a\"}}";
    return caller.send(words[0], "/feeds/" + feed + words[1], body, Map.of());
  }

  @Test
  void theFieldsAreStructured(@TempDir Path directory) throws Exception {
    Reply reply = caller().get(GROUPS);
    Path python = Path.of(System.getProperty("platform.sources")).resolve("ear/src/test/python");
    Path interpreter =
        PythonPackages.install(Path.of("target/python"), python.resolve("requirements.txt"));

    String parsed =
        CommandLine.run(
            directory,
            Map.of(),
            interpreter.toString(),
            python.resolve("structured_fields.py").toString(),
            reply.header("RateLimit-Policy").orElseThrow(),
            reply.header("RateLimit").orElseThrow());

    assertThat(PlatformClient.JSON.readTree(parsed))
        .isEqualTo(
            PlatformClient.JSON.readTree(
                """
                [
                  [["reads", {"q": 10, "w": 3600}], ["organization", {"q": 80, "w": 3600}]],
                  [["reads", {"r": 9, "t": 3240}]]
                ]
                """));
  }

  @Test
  void writesAreRefusedBeforeTheyAreReadAndReadsAreNot() {
    PlatformClient caller = caller();
    for (int i = 0; i < WRITES; i++) {
      assertThat(caller.post(GROUPS, "{").status()).isEqualTo(400);
    }

    assertRefused(caller.post(GROUPS, "{"), "writes", "identity:" + caller.identity());
    assertThat(caller.get(GROUPS).status()).isEqualTo(200);
  }

  @Test
  void theOrganizationOfManyIsRefusedAndOthersAreNot() {
    String organization = owner.createOrganization("crowd");
    for (int i = 0; i < ORGANIZATION / READS; i++) {
      useUp(caller(organization));
    }

    PlatformClient late = caller(organization);
    assertRefused(late.get(GROUPS), "organization", "organization:" + organization);
    assertRefused(late.post(GROUPS, "{"), "organization", "organization:" + organization);
    assertThat(caller().get(GROUPS).status()).isEqualTo(200);
  }

  @Test
  void whoHammersTakesNothingFromOthersWhoWorkMeanwhile() throws InterruptedException {
    String organization = owner.createOrganization("hammered");
    PlatformClient hammering = caller(organization);
    useUp(hammering);
    List<PlatformClient> others = List.of(caller(organization), caller(organization), caller());
    CountDownLatch underWay = new CountDownLatch(2 * ORGANIZATION);
    AtomicBoolean over = new AtomicBoolean();
    List<CompletableFuture<Void>> hammers =
        Stream.generate(
                () ->
                    CompletableFuture.runAsync(
                        () -> {
                          while (!over.get()) {
                            underWay.countDown();
                            assertThat(hammering.get(GROUPS).status()).isEqualTo(429);
                          }
                        },
                        task -> new Thread(task).start()))
            .limit(HAMMERS)
            .toList();

    try {
      assertThat(underWay.await(1, TimeUnit.MINUTES)).isTrue();
      others.forEach(RateLimitsIT::useUp);
    } finally {
      over.set(true);
    }
    hammers.forEach(CompletableFuture::join);
  }

  @Test
  void errorsAndAnswersWithoutABodyShowWhatIsLeft() {
    PlatformClient caller = caller();
    List<Reply> replies =
        List.of(
            caller.get(GROUPS + "?unknown=1"),
            caller.get("/iam/v2/nothing"),
            caller.send("DELETE", GROUPS),
            caller.send("HEAD", GROUPS),
            caller.get(GROUPS + "/" + owner.organization()),
            caller.get("/operator/operators"),
            caller.send("GET", GROUPS, null, Map.of("Accept", "text/plain")),
            caller.send("GET", GROUPS, null, Map.of("If-None-Match", "*")));

    assertThat(replies)
        .extracting(Reply::status)
        .containsExactly(400, 404, 405, 200, 403, 403, 406, 304);
    assertThat(replies)
        .allSatisfy(
            reply -> {
              assertThat(reply.header("RateLimit-Policy")).contains(POLICIES);
              assertThat(reply.header("RateLimit").orElseThrow()).startsWith("\"reads\";r=");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /iam/v2/nothing, 404",
    "POST, /nothing, 404",
    "DELETE, /iam/v2/groups, 405",
    "HEAD, /iam/v2/groups, 200",
    "OPTIONS, /iam/v2/nothing, 404"
  })
  void floodsOfWhatNoMethodServesAreRefused(String method, String path, int status) {
    PlatformClient caller = caller();
    for (int i = 0; i < READS; i++) {
      assertThat(caller.send(method, path).status()).isEqualTo(status);
    }

    assertThat(caller.send(method, path).status()).isEqualTo(429);
  }

  @Test
  void whatIsForEverybodyIsNotLimited() {
    PlatformClient caller = caller();
    useUp(caller);

    for (String path :
        List.of(
            "/health/ready",
            "/metrics",
            "/.well-known/openid-configuration",
            "/.well-known/none")) {
      Reply reply = caller.get(path);
      assertThat(reply.status()).as(path).isIn(200, 404);
      assertThat(reply.header("RateLimit")).as(path).isEmpty();
    }
    assertThat(caller.send("OPTIONS", GROUPS).status()).isEqualTo(204);
    Reply exchange = caller.get("/sts/exchange?identity=" + caller.identity());
    assertThat(exchange.status()).isEqualTo(403);
    assertThat(exchange.header("RateLimit")).isEmpty();
    Reply stranger = caller.withToken("none").get(GROUPS);
    assertThat(stranger.status()).isEqualTo(401);
    assertThat(stranger.header("RateLimit")).isEmpty();
  }

  @Test
  void aBetaCountsAndIsNotRefused() {
    PlatformClient caller = caller();
    String beta = "/iam/v2beta1/groups";
    for (int i = 0; i < READS; i++) {
      assertThat(caller.get(beta).status()).isEqualTo(200);
    }

    Reply beyond = caller.get(beta);
    assertThat(beyond.status()).isEqualTo(200);
    assertThat(beyond.header("RateLimit").orElseThrow()).startsWith("\"reads\";r=0;t=");
    assertThat(caller.send("DELETE", beta).status()).isEqualTo(405);
    assertThat(caller.get(GROUPS).status()).isEqualTo(429);
  }

  @Test
  void bothVersionsAndProtocolsTakeFromOneBucket() {
    PlatformClient caller = caller();
    useUp(caller);

    for (Dialect dialect : Dialect.values()) {
      Reply reply = caller.in(dialect, grpc).get(GROUPS);
      assertThat(reply.status()).as(dialect.name()).isEqualTo(429);
      assertThat(reply.json().path("code").asInt()).as(dialect.name()).isEqualTo(8);
    }
    Reply v1 = caller.get("/iam/v1/groups");
    assertRefused(v1, "reads", "identity:" + caller.identity());
  }

  @Test
  void gRpcShowsWhatIsLeftOnlyWhenItRefuses() {
    PlatformClient caller = caller();
    String service = "platform.iam.v2.GroupsService";
    MethodDescriptor list = grpc.reflection().service(service).findMethodByName("ListGroups");
    DynamicMessage request = DynamicMessage.getDefaultInstance(list.getInputType());
    Metadata bearer = GrpcServer.bearer(caller.token());
    for (int i = 0; i < READS - 1; i++) {
      Answer answer = grpc.call(service, list, request, bearer);
      assertThat(answer.status().getCode()).isEqualTo(Code.OK);
      assertThat(answer.headers().get(GrpcServer.key("ratelimit"))).isNull();
    }
    assertThat(grpc.call("platform.iam.v2.Nothing", list, request, bearer).status().getCode())
        .isEqualTo(Code.UNIMPLEMENTED);

    for (String each : List.of(service, "platform.iam.v2.Nothing")) {
      Answer refused = grpc.call(each, list, request, bearer);
      assertThat(refused.status().getCode()).isEqualTo(Code.RESOURCE_EXHAUSTED);
      assertThat(refused.headers().keys()).as("headers before the end").isEmpty();
      Metadata trailers = refused.trailers();
      String wait = trailers.get(GrpcServer.key("grpc-retry-pushback-ms"));
      assertThat(Integer.parseInt(wait)).isBetween(1_000, 360_000);
      assertThat(trailers.get(GrpcServer.key("ratelimit-policy"))).isEqualTo(POLICIES);
      assertThat(trailers.get(GrpcServer.key("ratelimit")))
          .isEqualTo("\"reads\";r=0;t=" + Integer.parseInt(wait) / 1_000);
    }
  }

  /** No method serves such a call, so none takes it from its limits. */
  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void aCallWithoutExactlyOneMessageIsLimited(int messages) {
    PlatformClient caller = caller();
    for (int i = 0; i < READS; i++) {
      assertThat(sent(caller, "ListGroups", messages)).isEqualTo(Code.INVALID_ARGUMENT);
    }

    assertThat(sent(caller, "ListGroups", messages)).isEqualTo(Code.RESOURCE_EXHAUSTED);
    assertThat(caller.get(GROUPS).status()).isEqualTo(429);
    assertThat(sent(caller, "CreateGroup", messages)).isEqualTo(Code.INVALID_ARGUMENT);
    assertThat(caller.post(GROUPS, "{").header("RateLimit").orElseThrow())
        .startsWith("\"writes\";r=58;");
  }

  /** Sends so many messages in one call of a method of groups, which takes one. */
  private Code sent(PlatformClient caller, String method, int messages) {
    String service = "platform.iam.v2.GroupsService";
    MethodDescriptor descriptor = grpc.reflection().service(service).findMethodByName(method);
    CompletableFuture<Status> end = new CompletableFuture<>();
    ClientCall<DynamicMessage, DynamicMessage> call =
        grpc.channel()
            .newCall(
                GrpcServer.method(service, descriptor).toBuilder()
                    .setType(MethodType.CLIENT_STREAMING)
                    .build(),
                CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            end.complete(status);
          }
        },
        GrpcServer.bearer(caller.token()));
    call.request(1);
    for (int i = 0; i < messages; i++) {
      call.sendMessage(DynamicMessage.getDefaultInstance(descriptor.getInputType()));
    }
    call.halfClose();
    return end.orTimeout(1, TimeUnit.MINUTES).join().getCode();
  }

  @Test
  void refusalsAreCounted() {
    PlatformClient caller = caller();
    useUp(caller);
    String series =
        "platform_rate_limited_total\\{[^}]*enforced=\"%s\"[^}]*policy=\"reads\"[^}]*\\} ";
    String refused = series.formatted(true) + "[1-9]";
    String tolerated = series.formatted(false) + "[1-9]";

    caller.get(GROUPS);
    caller.get("/iam/v2beta1/groups");

    assertThat(caller.get("/metrics").text()).containsPattern(refused).containsPattern(tolerated);
  }
}

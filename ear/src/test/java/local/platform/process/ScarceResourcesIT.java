package local.platform.process;

import static local.platform.contract.testing.PlatformClient.group;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Empty;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.protobuf.ProtoUtils;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import local.platform.contract.testing.Await;
import local.platform.contract.testing.Dialect;
import local.platform.contract.testing.GrpcReplies;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.contract.testing.SteadyCalls;
import local.platform.contract.testing.Upload;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Fills the heap of a server by requests, and its disk. The server is not started again. */
@TestInstance(Lifecycle.PER_CLASS)
class ScarceResourcesIT {
  private static final String NAME = "scarce-resources";
  private static final int AT_ONCE = 20;
  private static final Duration RECOVERY = Duration.ofSeconds(30);

  private static final Marshaller<byte[]> BYTES =
      new Marshaller<>() {
        @Override
        public InputStream stream(byte[] message) {
          return new ByteArrayInputStream(message);
        }

        @Override
        public byte[] parse(InputStream stream) {
          throw new UnsupportedOperationException();
        }
      };

  private Optional<SmallDisk> disk;
  private PlatformProcess server;
  private GrpcServer grpc;
  private PlatformClient owner;

  @BeforeAll
  void start() throws Exception {
    PlatformProcess.Builder builder = PlatformProcess.in(Packaging.JAR, NAME);
    SmallDisk.remove(builder.data());
    builder.empty();
    disk = SmallDisk.at(builder.data());
    server = builder.quickStart().heap("512m").start();
    grpc = GrpcServer.at(server.grpcPort());
    owner = server.owner();
  }

  @AfterAll
  void stop() throws Exception {
    if (server != null) {
      grpc.close();
      server.close();
      SmallDisk.remove(server.data());
    }
  }

  // The heap

  @Test
  void noListOrMapOfAnyRequestFillsTheHeap() throws Exception {
    List<ElementFlood> floods = methods().flatMap(ElementFlood::of).toList();
    assertThat(floods).hasSizeGreaterThan(100);
    List<Callable<Reply>> requests = new ArrayList<>();
    floods.forEach(flood -> requests.add(() -> overGrpc(flood.method(), flood.message())));
    floods.forEach(
        flood ->
            flood
                .route(owner.organization())
                .map(route -> route.split(" ", 2))
                .ifPresent(
                    route ->
                        requests.add(
                            () -> owner.send(route[0], route[1], flood.body(), Map.of()))));

    Map<Integer, List<Reply>> byStatus = sendWhileOthersAreServed(requests);

    assertThat(byStatus).containsOnlyKeys(400, 501);
    assertThat(byStatus.get(400))
        .hasSizeGreaterThan(100)
        .allSatisfy(
            refused -> assertThat(refused.text()).contains("INVALID_ARGUMENT", "at most 10000"));
  }

  private Stream<MethodDescriptor> methods() {
    return grpc.reflection().serviceNames().stream()
        .filter(name -> name.startsWith("platform.") && !name.contains(".v2beta1."))
        .flatMap(name -> grpc.reflection().service(name).getMethods().stream());
  }

  private Reply overGrpc(MethodDescriptor method, byte[] message) {
    return GrpcReplies.of(
        grpc.call(
            io.grpc.MethodDescriptor.<byte[], DynamicMessage>newBuilder()
                .setType(MethodType.UNARY)
                .setFullMethodName(
                    io.grpc.MethodDescriptor.generateFullMethodName(
                        method.getService().getFullName(), method.getName()))
                .setRequestMarshaller(BYTES)
                .setResponseMarshaller(
                    ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(Empty.getDescriptor())))
                .build(),
            message,
            GrpcServer.bearer(owner.token()),
            CallOptions.DEFAULT));
  }

  @Test
  void noNamesParametersOrScopesFillTheHeap() throws Exception {
    MethodDescriptor read = grpc.reflection().method("platform.iam.v2.GroupsService/GetGroup");
    MethodDescriptor health = grpc.reflection().method("grpc.health.v1.Health/Check");
    byte[] unknown = ElementFlood.unknownFields();
    String names = ElementFlood.names();
    String form = "application/x-www-form-urlencoded";
    String oauth =
        "grant_type=urn:ietf:params:oauth:grant-type:token-exchange&subject_token=x&subject_token_type="
            + "urn:ietf:params:oauth:token-type:jwt&identity="
            + "0".repeat(40)
            + "&scope=";
    Map<String, String> asForm = Map.of("Content-Type", form);
    List<Callable<Reply>> kinds =
        List.of(
            () -> overGrpc(read, unknown),
            () -> overGrpc(health, unknown),
            () -> owner.post("/iam/v2/groups/" + owner.organization(), names),
            () -> owner.post("/iam/v1/groups/" + owner.organization(), names),
            () -> owner.send("POST", "/sts/exchange", ElementFlood.form("aud&"), asForm),
            () -> owner.send("POST", "/sts/exchange", ElementFlood.form("a."), asForm),
            () -> owner.send("POST", "/sts/exchange", oauth + ElementFlood.form("a+"), asForm),
            () -> owner.get("/iam/v2/groups?update_mask=" + "a,".repeat(10_000)));
    List<Callable<Reply>> requests = new ArrayList<>();
    kinds.forEach(kind -> requests.addAll(Collections.nCopies(AT_ONCE, kind)));

    assertThat(sendWhileOthersAreServed(requests)).containsOnlyKeys(400);

    Reply refused = owner.post("/iam/v2/groups/" + owner.organization(), names);
    assertThat(refused.violations()).hasSize(100);
    assertThat(refused.json().path("message").asText())
        .matches(
            "Invalid argument: there are [0-9]{6} violations, of which these are the first: .*");
  }

  @Test
  void noUploadOfAnImageFillsTheHeap() throws Exception {
    Reply repo = owner.post("/registry/v2/repos/" + owner.organization(), group("flooded", ""));
    assertThat(repo.status()).as(repo.text()).isEqualTo(200);
    String path = "/registry/images/" + repo.uid();
    String children = "{\"children\":[" + "{},".repeat(2_790_000) + "{}]}";
    Callable<Reply> upload =
        () -> {
          try {
            return owner.post(path, children);
          } catch (UncheckedIOException e) {
            // It was refused before all was sent, and the connection closed.
            return new Reply(503, HttpHeaders.of(Map.of(), (name, value) -> true), "");
          }
        };

    Map<Integer, List<Reply>> byStatus =
        sendWhileOthersAreServed(Collections.nCopies(AT_ONCE, upload));

    // There are few places for uploads.
    assertThat(byStatus.keySet()).isSubsetOf(400, 503).contains(400);
    assertThat(byStatus.get(400))
        .allSatisfy(refused -> assertThat(refused.text()).contains("children: has too many"));
  }

  /** Sends requests, some at a time, and returns the answers; meanwhile others get theirs. */
  private Map<Integer, List<Reply>> sendWhileOthersAreServed(List<Callable<Reply>> requests)
      throws Exception {
    Map<Integer, List<Reply>> byStatus = new HashMap<>();
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE + 1);
    AtomicBoolean over = new AtomicBoolean();
    try {
      Future<List<SteadyCalls.Outcome>> others = threads.submit(() -> othersUntil(over));
      List<Future<Reply>> replies = new ArrayList<>();
      requests.forEach(request -> replies.add(threads.submit(request)));
      for (Future<Reply> reply : replies) {
        byStatus
            .computeIfAbsent(reply.get().status(), status -> new ArrayList<>())
            .add(reply.get());
      }
      over.set(true);
      assertThat(others.get()).extracting(SteadyCalls.Outcome::status).containsOnly(200);
    } finally {
      over.set(true);
      threads.shutdownNow();
    }
    assertThat(owner.isReady()).isTrue();
    assertThat(server.output()).doesNotContain("OutOfMemoryError");
    return byStatus;
  }

  private List<SteadyCalls.Outcome> othersUntil(AtomicBoolean over) throws InterruptedException {
    List<SteadyCalls.Outcome> outcomes = new ArrayList<>();
    do {
      outcomes.addAll(SteadyCalls.run(owner, Duration.ofSeconds(1)));
    } while (!over.get());
    return outcomes;
  }

  // The disk

  @Test
  void aFullDiskIsUnavailableUntilThereIsRoom() throws Exception {
    assumeTrue(disk.isPresent(), "only root can give the server a small disk");
    String parent = owner.createGroup(owner.organization(), "on a small disk");
    Map<String, String> acknowledged = new ConcurrentHashMap<>();
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<Boolean>> writers =
          List.of(
              threads.submit(() -> write(owner, parent, acknowledged, over)),
              threads.submit(
                  () -> write(owner.in(Dialect.GRPC_V2, grpc), parent, acknowledged, over)));
      disk.get().fill();
      await(503);
      over.set(true);
      for (Future<Boolean> writer : writers) {
        assertThat(writer.get()).as("it was refused").isTrue();
      }
      assertUnavailable(parent);

      disk.get().free();
      await(200);
    } finally {
      over.set(true);
      disk.get().free();
      threads.shutdownNow();
    }
    acknowledged.put(owner.createGroup(parent, "with room"), "with room");
    acknowledged.forEach(
        (uid, name) ->
            assertThat(owner.get("/iam/v2/groups/" + uid).json().path("name").asText())
                .isEqualTo(name));
    String imports = Upload.path(owner.organization(), "java");
    assertThat(Upload.send(owner, imports, Upload.lines("{'name': 'a', 'version': '1'}")).status())
        .isEqualTo(200);
    assertThat(server.data().resolve("imports")).isEmptyDirectory();
  }

  /** Writes until it is over; returns whether a write was refused. */
  private static boolean write(
      PlatformClient client, String parent, Map<String, String> acknowledged, AtomicBoolean over) {
    boolean refused = false;
    for (int i = 0; !over.get() || !refused; i++) {
      String name = (client.dialect().isGrpc() ? "grpc " : "rest ") + i;
      Reply reply = client.post("/iam/v2/groups/" + parent, group(name, ""));
      assertThat(reply.status()).as(reply.text()).isIn(200, 503);
      refused |= reply.status() == 503;
      if (reply.status() == 200) {
        acknowledged.put(reply.uid(), name);
      }
    }
    return refused;
  }

  private void assertUnavailable(String parent) {
    for (int i = 0; i < 10; i++) {
      Reply refused = owner.post("/iam/v2/groups/" + parent, group("without room", ""));
      assertThat(refused.status()).as(refused.text()).isEqualTo(503);
      assertThat(refused.reason()).isEqualTo("UNAVAILABLE");
      assertThat(refused.header("Retry-After")).isPresent();
      assertThat(owner.get("/iam/v2/groups/" + parent).status()).isEqualTo(200);
      assertThat(owner.in(Dialect.GRPC_V1, grpc).get("/iam/v2/groups/" + parent).status())
          .isEqualTo(200);
    }
    Reply upload =
        Upload.send(
            owner,
            Upload.path(owner.organization(), "java"),
            Upload.lines("{'name': 'a', 'version': '1'}"));
    assertThat(upload.status()).as(upload.text()).isEqualTo(503);
    Reply readiness = owner.get("/health/ready");
    assertThat(readiness.status()).isEqualTo(503);
    assertThat(readiness.text()).contains("the disk of the database is full");
    assertThat(owner.get("/health/live").status()).isEqualTo(200);
  }

  /** Waits until the readiness has a status. */
  private void await(int status) {
    int unused =
        Await.value(
            "readiness",
            RECOVERY,
            () -> owner.get("/health/ready").status(),
            found -> found == status);
  }
}

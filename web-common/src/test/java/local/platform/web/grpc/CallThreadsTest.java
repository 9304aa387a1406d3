package local.platform.web.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import local.platform.foundation.transaction.Cancellation;
import local.platform.foundation.uid.Uid;
import local.platform.proto.testing.EverythingProto;
import local.platform.proto.testing.ListThingsRequest;
import local.platform.proto.testing.ListThingsResponse;
import local.platform.proto.testing.Thing;
import local.platform.proto.testing.UpdateThingRequest;
import local.platform.signin.authn.Authenticated;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.ApiVersion.EmptyAnswer;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.TokenCall;
import local.platform.web.json.UnknownFields;
import local.platform.web.observability.OperationMetrics;
import local.platform.web.testing.Authentications;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** There is one thread for calls, and a call has taken it. */
class CallThreadsTest {
  private static final String SLOW = "slow";
  private static final long PATIENCE_SECONDS = 30;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final List<String> served = new CopyOnWriteArrayList<>();
  private final CountDownLatch taken = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final AtomicLong nanos = new AtomicLong();
  private final RequestTimeout timeout = new RequestTimeout(TIMEOUT, "test.example", nanos::get);
  private CallThreads threads;
  private Server server;
  private ManagedChannel connection;
  private Channel channel;
  private ClientCall<UpdateThingRequest, Thing> slow;

  @BeforeEach
  void takeTheThread() throws IOException, InterruptedException {
    threads = new CallThreads(1, Executors.defaultThreadFactory());
    GrpcServices services =
        new GrpcServices(
            new GrpcCalls(
                new SharedAuthentication(CallThreadsTest::authenticate, Runnable::run, timer),
                (identity, reads, isBeta) -> Optional.empty(),
                threads.ofCalls(),
                threads.ofExchanges(),
                new CollectedItems(1),
                new Uncounted(),
                "test.example",
                nanos::get));
    String name = UUID.randomUUID().toString();
    ServiceMethods methods =
        ServiceMethods.of(
                EverythingProto.getDescriptor(),
                "Things",
                new ApiVersion(List.of(), UnknownFields.NOTED, EmptyAnswer.OBJECT))
            .on(UpdateThingRequest.getDefaultInstance(), this::update)
            .onToken(ListThingsRequest.getDefaultInstance(), CallThreadsTest::list);
    InProcessServerBuilder builder =
        InProcessServerBuilder.forName(name)
            .directExecutor()
            .intercept(timeout)
            .addService(new HealthStatusManager().getHealthService());
    services.definitions(methods, List.of()).forEach(builder::addService);
    server = builder.build().start();
    connection = InProcessChannelBuilder.forName(name).build();
    Metadata bearer = new Metadata();
    bearer.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer any");
    channel =
        io.grpc.ClientInterceptors.intercept(
            connection, MetadataUtils.newAttachHeadersInterceptor(bearer));
    slow = begin(SLOW);
    assertThat(taken.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  @AfterEach
  void stop() throws InterruptedException {
    goOn.countDown();
    connection.shutdownNow();
    server.shutdownNow();
    threads.stop(Duration.ofSeconds(PATIENCE_SECONDS));
    timer.shutdownNow();
  }

  private static final class Uncounted extends OperationMetrics {
    @Override
    public void count(Protocol protocol, String operation, String status, Duration time) {}

    @Override
    public void countRows(String operation, int count) {}
  }

  private static Authenticated authenticate(String token) {
    return Authentications.of(Uid.newRoot());
  }

  private Thing update(Call call, UpdateThingRequest request) {
    String uid = request.getThing().getUid();
    if (uid.equals(SLOW)) {
      taken.countDown();
      try {
        assertThat(goOn.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    Cancellation.check();
    served.add(uid);
    return request.getThing();
  }

  private static ListThingsResponse list(TokenCall call, ListThingsRequest request) {
    return ListThingsResponse.newBuilder().setSkipped(7).build();
  }

  private ClientCall<UpdateThingRequest, Thing> begin(String uid) {
    return begin(uid, new ClientCall.Listener<>() {});
  }

  private ClientCall<UpdateThingRequest, Thing> begin(
      String uid, ClientCall.Listener<Thing> listener) {
    ClientCall<UpdateThingRequest, Thing> call =
        channel.newCall(
            method(
                "UpdateThing", UpdateThingRequest.getDefaultInstance(), Thing.getDefaultInstance()),
            CallOptions.DEFAULT);
    call.start(listener, new Metadata());
    call.request(1);
    call.sendMessage(
        UpdateThingRequest.newBuilder().setThing(Thing.newBuilder().setUid(uid)).build());
    call.halfClose();
    return call;
  }

  private static <Q extends com.google.protobuf.Message, R extends com.google.protobuf.Message>
      MethodDescriptor<Q, R> method(String name, Q request, R answer) {
    return MethodDescriptor.<Q, R>newBuilder()
        .setType(MethodType.UNARY)
        .setFullMethodName(MethodDescriptor.generateFullMethodName("platform.testing.Things", name))
        .setRequestMarshaller(ProtoUtils.marshaller(request))
        .setResponseMarshaller(ProtoUtils.marshaller(answer))
        .build();
  }

  @Test
  void aCallIsToldThatItsClientHasGoneWhenAllThreadsAreBusy() {
    slow.cancel("the client has gone", null);
    goOn.countDown();

    serveNext();

    assertThat(served).containsExactly("next");
  }

  @Test
  void aCallThatFindsNoThreadInTimeIsEndedAndNotServed() throws Exception {
    CompletableFuture<Status> end = new CompletableFuture<>();
    begin(
        "late",
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            end.complete(status);
          }
        });

    nanos.addAndGet(TIMEOUT.toNanos());
    timeout.endLateCalls();
    assertThat(end.get(PATIENCE_SECONDS, TimeUnit.SECONDS).getCode()).isEqualTo(Code.UNAVAILABLE);
    goOn.countDown();
    serveNext();

    assertThat(served).containsExactly(SLOW, "next");
    assertThat(timeout.count()).isZero();
  }

  private void serveNext() {
    ClientCalls.blockingUnaryCall(
        channel,
        method("UpdateThing", UpdateThingRequest.getDefaultInstance(), Thing.getDefaultInstance()),
        CallOptions.DEFAULT.withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS),
        UpdateThingRequest.newBuilder().setThing(Thing.newBuilder().setUid("next")).build());
  }

  @Test
  void anExchangeOfATokenDoesNotWaitForOtherCalls() {
    ListThingsResponse answer =
        ClientCalls.blockingUnaryCall(
            channel,
            method(
                "ListThings",
                ListThingsRequest.getDefaultInstance(),
                ListThingsResponse.getDefaultInstance()),
            CallOptions.DEFAULT.withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS),
            ListThingsRequest.getDefaultInstance());

    assertThat(answer.getSkipped()).isEqualTo(7);
  }

  @Test
  void theHealthServiceDoesNotWaitForCalls() {
    assertThat(
            HealthGrpc.newBlockingStub(channel)
                .withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .check(HealthCheckRequest.getDefaultInstance())
                .getStatusValue())
        .isEqualTo(1);
  }
}

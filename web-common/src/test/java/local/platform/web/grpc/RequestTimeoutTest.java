package local.platform.web.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.StringValue;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RequestTimeoutTest {
  private static final long PATIENCE_SECONDS = 30;

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private long nanos = Long.MAX_VALUE - 5; // it may run over
  private final RequestTimeout timeout = new RequestTimeout(TIMEOUT, () -> nanos);
  private Server server;
  private ManagedChannel channel;

  @BeforeEach
  void start() throws IOException {
    String name = UUID.randomUUID().toString();
    server =
        InProcessServerBuilder.forName(name)
            .directExecutor()
            .intercept(timeout)
            .addService(
                ServerServiceDefinition.builder("test.Echo")
                    .addMethod(
                        method(MethodType.UNARY),
                        ServerCalls.asyncUnaryCall(
                            (request, answers) -> {
                              answers.onNext(request);
                              answers.onCompleted();
                            }))
                    .build())
            .build()
            .start();
    channel = InProcessChannelBuilder.forName(name).directExecutor().build();
  }

  @AfterEach
  void stop() {
    channel.shutdownNow();
    server.shutdownNow();
  }

  private static MethodDescriptor<StringValue, StringValue> method(MethodType type) {
    return MethodDescriptor.<StringValue, StringValue>newBuilder()
        .setType(type)
        .setFullMethodName("test.Echo/Echo")
        .setRequestMarshaller(ProtoUtils.marshaller(StringValue.getDefaultInstance()))
        .setResponseMarshaller(ProtoUtils.marshaller(StringValue.getDefaultInstance()))
        .build();
  }

  /** A call of which the server has the message, but not yet that it is the only one. */
  private ClientCall<StringValue, StringValue> begin(CompletableFuture<Status> end) {
    ClientCall<StringValue, StringValue> call =
        channel.newCall(method(MethodType.CLIENT_STREAMING), CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            end.complete(status);
          }
        },
        new Metadata());
    call.request(1);
    call.sendMessage(StringValue.of("a"));
    return call;
  }

  @Test
  void aCallWhoseRequestDoesNotEndIsEnded() throws Exception {
    CompletableFuture<Status> end = new CompletableFuture<>();
    begin(end);
    nanos += TIMEOUT.toNanos() - 1;
    timeout.endLateCalls();
    assertThat(end).isNotDone();

    nanos += 1;
    timeout.endLateCalls();

    Status status = end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);

    assertThat(status.getCode()).isEqualTo(Code.UNAVAILABLE);
    assertThat(status.getDescription()).contains("did not arrive");
  }

  @Test
  void aRequestThatComesIsAnsweredAndNothingStaysBehind() throws Exception {
    CompletableFuture<Status> end = new CompletableFuture<>();
    ClientCall<StringValue, StringValue> call = begin(end);
    assertThat(timeout.count()).isOne();

    call.halfClose();

    assertThat(end.get(PATIENCE_SECONDS, TimeUnit.SECONDS).getCode()).isEqualTo(Code.OK);
    assertThat(timeout.count()).isZero();
  }

  @Test
  void aCallThatItsClientGivesUpLeavesNothingBehind() throws Exception {
    CompletableFuture<Status> end = new CompletableFuture<>();

    begin(end).cancel("the client has gone", null);

    assertThat(end.get(PATIENCE_SECONDS, TimeUnit.SECONDS).getCode()).isEqualTo(Code.CANCELLED);
    assertThat(timeout.count()).isZero();
  }
}

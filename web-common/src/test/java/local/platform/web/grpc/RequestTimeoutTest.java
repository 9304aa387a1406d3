package local.platform.web.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
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
import io.grpc.StatusException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.ServerCalls;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTimeoutTest {
  private static final long PATIENCE_SECONDS = 30;

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private long nanos = Long.MAX_VALUE - 5; // it may run over
  private final RequestTimeout timeout = new RequestTimeout(TIMEOUT, "test", () -> nanos);
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
                        method("Echo", MethodType.UNARY),
                        ServerCalls.asyncUnaryCall(
                            (request, answers) -> {
                              answers.onNext(request);
                              answers.onCompleted();
                            }))
                    .addMethod(
                        method("Watch", MethodType.SERVER_STREAMING),
                        ServerCalls.asyncServerStreamingCall(
                            (request, answers) -> answers.onNext(request)))
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

  private static MethodDescriptor<StringValue, StringValue> method(String name, MethodType type) {
    return MethodDescriptor.<StringValue, StringValue>newBuilder()
        .setType(type)
        .setFullMethodName("test.Echo/" + name)
        .setRequestMarshaller(ProtoUtils.marshaller(StringValue.getDefaultInstance()))
        .setResponseMarshaller(ProtoUtils.marshaller(StringValue.getDefaultInstance()))
        .build();
  }

  /** A call of which the server has the message, but not yet that it is the only one. */
  private ClientCall<StringValue, StringValue> begin(
      String method, CompletableFuture<StatusException> end) {
    ClientCall<StringValue, StringValue> call =
        channel.newCall(method(method, MethodType.BIDI_STREAMING), CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            end.complete(new StatusException(status, trailers));
          }
        },
        new Metadata());
    call.request(1);
    call.sendMessage(StringValue.of("a"));
    return call;
  }

  @ParameterizedTest
  @ValueSource(strings = {"Echo", "Watch"})
  void aCallWhoseRequestDoesNotEndIsEnded(String method) throws Exception {
    CompletableFuture<StatusException> end = new CompletableFuture<>();
    begin(method, end);
    nanos += TIMEOUT.toNanos() - 1;
    timeout.endLateCalls();
    assertThat(end).isNotDone();

    nanos += 1;
    timeout.endLateCalls();

    StatusException refusal = end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);

    assertThat(refusal.getStatus().getCode()).isEqualTo(Code.UNAVAILABLE);
    assertThat(refusal).hasMessageContaining("did not arrive");
    assertThat(StatusProto.fromThrowable(refusal).getDetailsList())
        .extracting(Any::getTypeUrl)
        .contains("type.googleapis.com/google.rpc.ErrorInfo");
  }

  @Test
  void anAnswerMayTakeAsLongAsItLikes() {
    CompletableFuture<StatusException> end = new CompletableFuture<>();
    ClientCall<StringValue, StringValue> watch = begin("Watch", end);
    watch.halfClose();

    nanos += TIMEOUT.toNanos();
    timeout.endLateCalls();

    assertThat(end).isNotDone();
    assertThat(timeout.count()).isZero();
  }

  @Test
  void aRequestThatComesIsAnsweredAndNothingStaysBehind() throws Exception {
    CompletableFuture<StatusException> end = new CompletableFuture<>();
    ClientCall<StringValue, StringValue> call = begin("Echo", end);
    assertThat(timeout.count()).isOne();

    call.halfClose();

    assertThat(end.get(PATIENCE_SECONDS, TimeUnit.SECONDS).getStatus().getCode())
        .isEqualTo(Code.OK);
    assertThat(timeout.count()).isZero();
  }

  @Test
  void aCallThatItsClientGivesUpLeavesNothingBehind() throws Exception {
    CompletableFuture<StatusException> end = new CompletableFuture<>();

    begin("Echo", end).cancel("the client has gone", null);

    assertThat(end.get(PATIENCE_SECONDS, TimeUnit.SECONDS).getStatus().getCode())
        .isEqualTo(Code.CANCELLED);
    assertThat(timeout.count()).isZero();
  }
}

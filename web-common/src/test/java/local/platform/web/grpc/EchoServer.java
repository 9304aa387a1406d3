package local.platform.web.grpc;

import com.google.protobuf.StringValue;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Answers each request with the request, behind an interceptor; contains a client as well. {@code
 * Echo} answers once, {@code Watch} does not end.
 */
final class EchoServer implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 30;

  private final Server server;
  private final ManagedChannel channel;

  private EchoServer(Server server, ManagedChannel channel) {
    this.server = server;
    this.channel = channel;
  }

  static EchoServer behind(ServerInterceptor interceptor) throws IOException {
    String name = UUID.randomUUID().toString();
    Server server =
        InProcessServerBuilder.forName(name)
            .directExecutor()
            .intercept(interceptor)
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
    return new EchoServer(server, InProcessChannelBuilder.forName(name).directExecutor().build());
  }

  private static MethodDescriptor<StringValue, StringValue> method(String name, MethodType type) {
    return MethodDescriptor.<StringValue, StringValue>newBuilder()
        .setType(type)
        .setFullMethodName("test.Echo/" + name)
        .setRequestMarshaller(ProtoUtils.marshaller(StringValue.getDefaultInstance()))
        .setResponseMarshaller(ProtoUtils.marshaller(StringValue.getDefaultInstance()))
        .build();
  }

  /**
   * Begins a call whose message the server has received, but without knowing yet that no other
   * follows.
   */
  EchoCall begin(String method) {
    EchoCall call =
        new EchoCall(
            channel.newCall(method(method, MethodType.BIDI_STREAMING), CallOptions.DEFAULT));
    call.begin();
    return call;
  }

  /**
   * Takes no new calls, and waits for the open ones to end.
   *
   * @return whether they ended in time
   */
  boolean stops() throws InterruptedException {
    return server.shutdown().awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.shutdownNow();
  }

  /** A call that its client has begun. */
  static final class EchoCall {
    private final ClientCall<StringValue, StringValue> call;
    private final BlockingQueue<StringValue> answers = new LinkedBlockingQueue<>();
    private final CompletableFuture<StatusException> end = new CompletableFuture<>();

    private EchoCall(ClientCall<StringValue, StringValue> call) {
      this.call = call;
    }

    private void begin() {
      call.start(
          new ClientCall.Listener<>() {
            @Override
            public void onMessage(StringValue message) {
              answers.add(message);
            }

            @Override
            public void onClose(Status status, Metadata trailers) {
              end.complete(new StatusException(status, trailers));
            }
          },
          new Metadata());
      call.request(1);
      call.sendMessage(StringValue.of("a"));
    }

    /** Announces that no further message follows. */
    void halfClose() {
      call.halfClose();
    }

    void cancel() {
      call.cancel("the client has gone", null);
    }

    @Nullable StringValue answer() throws InterruptedException {
      return answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    boolean hasEnded() {
      return end.isDone();
    }

    StatusException end() throws Exception {
      return end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }
}

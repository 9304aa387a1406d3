package local.platform.bench;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.StringValue;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.inject.Inject;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;

/** A gRPC listener whose one service does the least that a method can do. */
@WebListener
public class BaselineListener implements ServletContextListener {
  /** Environment variable with its port. */
  public static final String PORT = "BENCH_GRPC_PORT";

  private static final String SERVICE = "bench.Baseline";
  private static final int THREADS = 40; // as many as the product has by default

  @Inject private Baseline baseline;
  @EJB private PlainService plainService;
  @Resource private ManagedThreadFactory threadFactory;
  @Resource private ContextService contextService;

  private ExecutorService threads;
  private Server server;

  @Override
  public void contextInitialized(ServletContextEvent event) {
    // Threads like those of the product, which are told once to which application they belong.
    Executor context = contextService.currentContextExecutor();
    threads =
        Executors.newFixedThreadPool(
            THREADS, worker -> threadFactory.newThread(() -> context.execute(worker)));
    try {
      server =
          NettyServerBuilder.forAddress(
                  new InetSocketAddress(
                      InetAddress.getLoopbackAddress(), Integer.parseInt(System.getenv(PORT))))
              .executor(threads)
              .addService(
                  ServerServiceDefinition.builder(SERVICE)
                      .addMethod(method("SetAnswer"), ServerCalls.asyncUnaryCall(this::setAnswer))
                      .addMethod(method("SetCaller"), reading(this::setCaller))
                      .addMethod(method("PointSelect"), reading(baseline::pointSelect))
                      .addMethod(
                          method("CallerAndPointSelect"), reading(baseline::callerAndPointSelect))
                      .addMethod(method("Find"), reading(plainService::find))
                      .build())
              .build()
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static MethodDescriptor<byte[], byte[]> method(String name) {
    return MethodDescriptor.newBuilder(BytesMarshaller.INSTANCE, BytesMarshaller.INSTANCE)
        .setType(MethodType.UNARY)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
        .build();
  }

  private void setAnswer(byte[] request, StreamObserver<byte[]> answers) {
    baseline.setMessage(request);
    answers.onNext(request);
    answers.onCompleted();
  }

  private boolean setCaller(String uid) {
    baseline.setCaller(uid);
    return true;
  }

  /** The request is like that of GetGroup: the uid in the first field. */
  private ServerCallHandler<byte[], byte[]> reading(Predicate<String> isThere) {
    return ServerCalls.asyncUnaryCall(
        (request, answers) -> {
          try {
            if (!isThere.test(StringValue.parseFrom(request).getValue())) {
              answers.onError(Status.NOT_FOUND.asException());
              return;
            }
            answers.onNext(baseline.message());
            answers.onCompleted();
          } catch (InvalidProtocolBufferException e) {
            answers.onError(Status.INVALID_ARGUMENT.asException());
          }
        });
  }

  @Override
  public void contextDestroyed(ServletContextEvent event) {
    server.shutdownNow();
    threads.shutdown();
  }
}

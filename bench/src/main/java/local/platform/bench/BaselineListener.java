package local.platform.bench;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
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
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import local.platform.proto.iam.v2.GetGroupRequest;
import local.platform.proto.iam.v2.Group;

/** A gRPC listener whose one service has plain unary methods that read a group. */
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
      // With the library's own threads for the network: with one, as the product has it on two
      // processors, it was no faster.
      server =
          NettyServerBuilder.forAddress(
                  new InetSocketAddress(
                      InetAddress.getLoopbackAddress(), Integer.parseInt(System.getenv(PORT))))
              .executor(threads)
              .addService(service())
              .build()
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ServerServiceDefinition service() {
    ServerServiceDefinition.Builder service = ServerServiceDefinition.builder(SERVICE);
    addMethod(service, "PointSelect", baseline::pointSelect);
    addMethod(service, "CallerAndPointSelect", baseline::callerAndPointSelect);
    addMethod(service, "Find", plainService::find);
    return service.build();
  }

  private static void addMethod(
      ServerServiceDefinition.Builder service,
      String name,
      Function<String, Optional<GroupRow>> read) {
    service.addMethod(
        MethodDescriptor.newBuilder(
                ProtoUtils.marshaller(GetGroupRequest.getDefaultInstance()),
                ProtoUtils.marshaller(Group.getDefaultInstance()))
            .setType(MethodType.UNARY)
            .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
            .build(),
        ServerCalls.asyncUnaryCall(
            (request, answers) ->
                read.apply(request.getUid())
                    .ifPresentOrElse(
                        group -> {
                          answers.onNext(group.message());
                          answers.onCompleted();
                        },
                        () -> answers.onError(Status.NOT_FOUND.asException()))));
  }

  @Override
  public void contextDestroyed(ServletContextEvent event) {
    server.shutdownNow();
    threads.shutdown();
  }
}

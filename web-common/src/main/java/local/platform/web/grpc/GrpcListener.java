package local.platform.web.grpc;

import io.grpc.BindableService;
import io.grpc.DecompressorRegistry;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import local.platform.access.limit.RateLimits;
import local.platform.config.Configuration;
import local.platform.config.GrpcSettings;
import local.platform.config.GrpcSettings.Tls;
import local.platform.db.StartRefusal;
import local.platform.signin.authn.Authenticator;
import local.platform.web.module.WebModules;
import local.platform.web.observability.OperationMetrics;
import local.platform.web.observability.Shutdown;
import org.jspecify.annotations.Nullable;

/**
 * The gRPC listener. The root module starts it after all modules have registered, and stops it
 * before they stop.
 */
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
public class GrpcListener {
  /** How long calls in progress may take to finish when the server stops. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  /** How long the calls that are cancelled after that may take to end. */
  private static final Duration CUT_OFF_GRACE = Duration.ofSeconds(2);

  private static final int MAX_CALLS_PER_CONNECTION = 200;

  /** How long a client may take to send a request. */
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

  /**
   * Maximum age of a connection, which bounds how long anything that belongs to it stays in memory,
   * such as unread answers. Clients reconnect by themselves.
   */
  private static final Duration MAX_CONNECTION_AGE = Duration.ofMinutes(30);

  private static final Duration MAX_CONNECTION_AGE_GRACE = Duration.ofMinutes(1);

  /**
   * Maximum number of resets in ten seconds: beginning and resetting calls costs a client almost
   * nothing (CVE-2023-44487).
   */
  private static final int MAX_RESETS = 1_000;

  private static final Duration RESETS_WINDOW = Duration.ofSeconds(10);

  /**
   * Shortest time between the pings by which clients keep connections, also idle ones. They can be
   * configured to ping every ten seconds; what they send ten seconds apart may arrive less apart.
   */
  private static final Duration MIN_PING_INTERVAL = Duration.ofSeconds(9);

  /**
   * As much as the HTTP listener accepts: a token alone may be as long as the usual limit of gRPC.
   */
  private static final int MAX_METADATA_BYTES = 32 << 10;

  @Inject private Configuration configuration;
  @Inject private OperationMetrics metrics;
  @EJB private WebModules modules;
  @EJB private Shutdown shutdown;
  @EJB private Authenticator authenticator;
  @EJB private RateLimits limits;
  @Resource private ManagedThreadFactory threadFactory;
  @Resource private ContextService contextService;

  private final HealthStatusManager health = new HealthStatusManager();
  private @Nullable Server server;
  private @Nullable OpenStreams streams;
  private @Nullable NetworkThreads networkThreads;
  private @Nullable CallThreads threads;
  private @Nullable ScheduledThreadPoolExecutor timer;

  /**
   * Starts to listen, unless gRPC is switched off or this listens already: the root module starts
   * on each virtual server.
   *
   * @throws StartRefusal if the port is taken; what was begun ends with {@link #stop()}
   */
  public synchronized void start() {
    GrpcSettings settings = configuration.grpc();
    if (!settings.enabled() || server != null) {
      return;
    }
    timer = new ScheduledThreadPoolExecutor(1, threadFactory);
    timer.setRemoveOnCancelPolicy(true); // most tasks are cancelled before they run
    // A managed thread does not have the context of the application. It is set once when the thread
    // starts, because setting it for each call costs noticeably.
    Executor context = contextService.currentContextExecutor();
    threads =
        new CallThreads(
            2 * configuration.database().poolSize(),
            worker -> threadFactory.newThread(() -> context.execute(worker)));
    GrpcServices services =
        new GrpcServices(
            new GrpcCalls(
                new SharedAuthentication(authenticator, threads.ofCalls(), timer),
                limits,
                threads.ofCalls(),
                threads.ofExchanges(),
                new CollectedItems(configuration.v1GrpcListLimit()),
                metrics,
                configuration.serviceDomain(),
                System::nanoTime));
    RequestTimeout requestTimeout =
        new RequestTimeout(REQUEST_TIMEOUT, configuration.serviceDomain(), System::nanoTime);
    streams = new OpenStreams(configuration.serviceDomain());
    var unused = timer.scheduleWithFixedDelay(requestTimeout::endLateCalls, 1, 1, TimeUnit.SECONDS);
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(settings.address(), settings.port()))
            .directExecutor() // GrpcCalls uses other threads for work that may take long
            .maxInboundMetadataSize(MAX_METADATA_BYTES)
            .maxInboundMessageSize(settings.maxMessageBytes())
            .maxConcurrentCallsPerConnection(MAX_CALLS_PER_CONNECTION)
            .maxConnectionAge(MAX_CONNECTION_AGE.toSeconds(), TimeUnit.SECONDS)
            .maxConnectionAgeGrace(MAX_CONNECTION_AGE_GRACE.toSeconds(), TimeUnit.SECONDS)
            .permitKeepAliveTime(MIN_PING_INTERVAL.toSeconds(), TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .decompressorRegistry(DecompressorRegistry.getDefaultInstance().with(new Gzip(), true))
            .maxRstFramesPerWindow(MAX_RESETS, (int) RESETS_WINDOW.toSeconds())
            .intercept(requestTimeout)
            .intercept(streams)
            .addService(onlyShort(health.getHealthService()))
            .addService(onlyShort(ProtoReflectionServiceV1.newInstance()))
            .addService(onlyShort(olderReflection()));
    modules.registered().stream()
        .flatMap(module -> module.services().stream())
        .flatMap(methods -> services.definitions(methods, settings.packageAliases()).stream())
        .forEach(builder::addService);
    networkThreads = new NetworkThreads();
    networkThreads.serve(
        builder,
        new RefusedStreams(MAX_CALLS_PER_CONNECTION, MAX_RESETS, RESETS_WINDOW, System::nanoTime));
    builder.fallbackHandlerRegistry(services.unknown());
    settings.tls().ifPresent(tls -> secure(builder, tls));
    Server built = builder.build();
    for (ServerServiceDefinition service : built.getServices()) {
      health.setStatus(service.getServiceDescriptor().getName(), ServingStatus.SERVING);
    }
    try {
      server = built.start();
    } catch (IOException e) {
      throw StartRefusal.refuse(
          "gRPC cannot listen at " + settings.hostAndPort() + ": " + cause(e).getMessage());
    }
    shutdown.whenItBegins(health::enterTerminalState);
  }

  private ServerServiceDefinition onlyShort(BindableService service) {
    return ShortMessages.only(service, configuration.serviceDomain());
  }

  @SuppressWarnings("deprecation") // most tools still try v1alpha first
  private static BindableService olderReflection() {
    return ProtoReflectionService.newInstance();
  }

  private static void secure(NettyServerBuilder builder, Tls tls) {
    try {
      builder.sslContext(
          GrpcSslContexts.forServer(tls.certificate().toFile(), tls.key().toFile()).build());
    } catch (IOException | IllegalArgumentException e) {
      throw StartRefusal.refuse(
          "the certificate and key of the gRPC listener cannot be used: " + cause(e).getMessage());
    }
  }

  private static Throwable cause(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** Stops: accepts no new calls, and waits for those in progress. */
  @PreDestroy
  public synchronized void stop() {
    if (timer == null) {
      return;
    }
    health.enterTerminalState();
    try {
      if (server != null) {
        stop(server);
      }
      threads.stop(CUT_OFF_GRACE);
      if (networkThreads != null) {
        networkThreads.stop(CUT_OFF_GRACE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    timer.shutdownNow();
    timer = null;
    server = null;
  }

  private void stop(Server open) throws InterruptedException {
    open.shutdown();
    streams.end();
    try {
      if (!open.awaitTermination(GRACE.toSeconds(), TimeUnit.SECONDS)) {
        open.shutdownNow();
      }
    } catch (InterruptedException e) {
      open.shutdownNow();
      throw e;
    }
  }
}

package local.platform.web.http;

import jakarta.annotation.PreDestroy;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import local.platform.config.Configuration;
import local.platform.db.OwnProcess;
import local.platform.db.StartRefusal;
import local.platform.web.http.ServerListeners.Listener;
import local.platform.web.module.ContextPaths;
import local.platform.web.rest.Routes;
import local.platform.web.upload.Uploads;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/** Installs a {@link RequestGate} in the HTTP listeners of the application server. */
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
public class HttpListeners {
  /**
   * Memory that requests share beyond the 16 KiB of each connection, of which half is for bytes
   * that were read after a request. With the default number of connections that is 64 MiB in all.
   */
  private static final long SHARED_BYTES = 32L << 20;

  private static final Logger LOG = System.getLogger(HttpListeners.class.getName());
  private static final int LIVENESS_THREADS = 2;
  private static final int WATCHING_THREADS = 4;

  /**
   * More than there are places for imports and for images, so that refusals do not wait for
   * uploads.
   */
  private static final int UPLOADING_THREADS = 24;

  /**
   * How long a connection may be without a request. A proxy must close its connections earlier, or
   * it would send requests on connections that are just being closed.
   */
  static final Duration IDLE = Duration.ofSeconds(75);

  /** The paths of the contexts of the web modules. */
  private static final Set<String> CONTEXTS = Set.of("", ContextPaths.V1_COMPAT);

  private static final String CANNOT =
      "the HTTP listeners of this application server cannot be guarded: ";

  private static final Duration INTERVAL = Duration.ofMillis(500);

  @EJB private Uploads uploads;
  @Inject private Routes routes;
  @Inject private Configuration configuration;
  @Inject private Clock clock;

  private final Map<TCPNIOTransport, ListenerGuard> guards = new HashMap<>();
  private final Set<String> virtualServers = new CopyOnWriteArraySet<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(threads("http-deadlines"));
  private final ExecutorService liveness =
      Executors.newFixedThreadPool(LIVENESS_THREADS, threads("http-liveness"));
  private final ExecutorService watching =
      Executors.newFixedThreadPool(WATCHING_THREADS, threads("http-watching"));
  private final ExecutorService uploading =
      Executors.newFixedThreadPool(UPLOADING_THREADS, threads("http-uploading"));
  private final ExecutorService downloading =
      Executors.newFixedThreadPool(Downloads.THREADS, threads("http-downloading"));

  /**
   * Guards the listeners of a virtual server to which the application is deployed. Must be called
   * before the application server passes the first request to it. If a listener is not as expected,
   * the application does not start, because it must not serve unguarded.
   *
   * @param virtualServer the name of the virtual server
   */
  public synchronized void guard(String virtualServer) {
    // The bean is created here, because nothing would be injected into one that a thread of the
    // listener creates.
    var unused = routes.table();
    List<Listener> listeners;
    try {
      virtualServers.add(virtualServer);
      listeners =
          ServerListeners.ofVirtualServer(virtualServer).stream()
              .filter(listener -> !guards.containsKey(listener.transport()))
              .toList();
      List<String> obstacles =
          listeners.stream().flatMap(listener -> obstacle(listener).stream()).toList();
      if (!obstacles.isEmpty()) {
        throw new IllegalStateException(String.join("; ", obstacles));
      }
      listeners.forEach(this::guard);
    } catch (IllegalStateException e) {
      throw StartRefusal.refuse(CANNOT + e.getMessage());
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw StartRefusal.refuse(CANNOT + e);
    }
    if (!OwnProcess.isThis()) {
      tellWhatIsNotSet(listeners);
    }
  }

  private static void tellWhatIsNotSet(List<Listener> listeners) {
    Set<String> missing = new LinkedHashSet<>();
    try {
      for (Listener listener : listeners) {
        missing.addAll(ServerSettings.missing(listener));
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      // The listeners are guarded: this is no reason not to serve.
      LOG.log(Level.WARNING, "the settings of this server cannot be read", e);
    }
    if (!missing.isEmpty()) {
      LOG.log(
          Level.WARNING,
          "settings are missing, of which docs/payara-server.md says why: {0}",
          String.join(" ", missing));
    }
  }

  private static Optional<String> obstacle(Listener listener) {
    Optional<String> reason =
        listener.offersHttp2()
            ? Optional.of(
                "it offers HTTP/2, which ends with: asadmin set configs.config."
                    + listener.configuration()
                    + ".network-config.protocols.protocol."
                    + listener.protocol()
                    + ".http.http2-enabled=false")
            : ListenerGuard.obstacle(listener.transport());
    return reason.map(text -> "the network listener " + listener.name() + ": " + text);
  }

  private void guard(Listener listener) {
    EarlyAnswer answers =
        new EarlyAnswer(
            configuration.serviceDomain(), configuration.http().corsOrigins(), new HttpDate(clock));
    ListenerGuard guard =
        ListenerGuard.install(
            listener.transport(),
            limits(),
            answers,
            new RequestThreads.Separate(liveness, watching, uploading, downloading),
            ServerListeners.routing(listener.mapper(), virtualServers, CONTEXTS),
            System::nanoTime);
    guards.put(listener.transport(), guard);
    var unused =
        timer.scheduleWithFixedDelay(
            () -> endOverdue(guard),
            INTERVAL.toMillis(),
            INTERVAL.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  /**
   * Ends overdue connections, and catches everything: an exception would cancel the periodic task
   * for good.
   */
  private static void endOverdue(ListenerGuard guard) {
    try {
      guard.endOverdue();
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "connections that have timed out could not be closed", e);
    }
  }

  private RequestLimits limits() {
    return new RequestLimits(
        configuration.http().maxConnections(),
        Math.max(SHARED_BYTES, 2L * configuration.http().maxBodyBytes()),
        configuration.http().maxBodyBytes(),
        configuration.http().requestTimeout(),
        IDLE,
        new UploadRules(
            (method, path) -> routes.table().maxUpload(method, path),
            (method, path) -> isOfFeeds(path) || routes.table().isOpen(method, path),
            configuration.http().requestTimeout(),
            uploads),
        (method, path) -> method.equals("GET") && (isOfFeeds(path) || routes.table().isLong(path)));
  }

  private static boolean isOfFeeds(String path) {
    return path.startsWith(Downloads.OF_FEEDS);
  }

  /** Restores the listeners, because on Payara Server the application can be deployed again. */
  @PreDestroy
  synchronized void stop() {
    guards.values().forEach(ListenerGuard::remove);
    timer.shutdownNow();
    liveness.shutdown();
    watching.shutdown();
    // The threads are not interrupted, because H2 would close its file. Uploads and downloads end
    // when their connections are closed.
    uploading.shutdown();
    downloading.shutdown();
  }

  private static ThreadFactory threads(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}

package local.platform.web.root;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.inject.Inject;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;
import local.platform.config.Configuration;
import local.platform.config.HttpSettings;
import local.platform.startup.Notice;
import local.platform.startup.QuickStartFiles;
import local.platform.web.observability.RequestId;

/**
 * Logs when the server is ready, which it finds out like a client, by a request. In the quick start
 * it also prints what is needed for a first request. The launcher knows this class by its name, and
 * shows no progress of the start after what it logs.
 */
@Singleton
@Startup
public class ReadyAnnouncement {
  private static final Logger LOG = System.getLogger(ReadyAnnouncement.class.getName());
  private static final Duration INTERVAL = Duration.ofMillis(200);

  @Inject private Configuration configuration;

  /** One of the application's own: a thread of the container would keep its classes. */
  private final Thread thread = new Thread(this::announceWhenReady, "ready-announcement");

  @PostConstruct
  void begin() {
    // On a Payara Server, asadmin tells when the application is deployed, and the port of the
    // listener need not be the configured one.
    if (Notice.arePrinted() || configuration.quickStart()) {
      thread.setDaemon(true);
      thread.start();
    }
  }

  @PreDestroy
  void end() {
    thread.interrupt();
  }

  private void announceWhenReady() {
    // It has a thread of its own, which ends some time after the last reference to it.
    HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
    try {
      // The listener accepts requests for this application only after its deployment, of whose end
      // no event tells.
      while (!isReady(client)) {
        Thread.sleep(INTERVAL.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the server stops before it is ready
      return;
    }
    long uptime = ManagementFactory.getRuntimeMXBean().getUptime();
    LOG.log(
        Level.INFO,
        "ready at {0} after {1} s",
        configuration.http().url(),
        String.format(Locale.ROOT, "%.1f", uptime / 1000.0));
    if (configuration.quickStart()) {
      try {
        printQuickStart();
      } catch (IOException e) {
        LOG.log(Level.WARNING, "the files of the quick start cannot be read", e);
      }
    }
  }

  /**
   * Returns whether this server answers that it is ready. Another process may have the port, so the
   * answer must contain the id of the request.
   */
  private boolean isReady(HttpClient client) throws InterruptedException {
    String id = UUID.randomUUID().toString();
    try {
      HttpRequest request =
          HttpRequest.newBuilder(readinessUrl(configuration.http()))
              .header(RequestId.HEADER, id)
              .timeout(Duration.ofSeconds(5))
              .build();
      HttpResponse<Void> response = client.send(request, BodyHandlers.discarding());
      return response.statusCode() == 200
          && response.headers().firstValue(RequestId.HEADER).filter(id::equals).isPresent();
    } catch (IOException e) {
      return false;
    }
  }

  private static URI readinessUrl(HttpSettings http) throws IOException {
    return readinessUrl(InetAddress.getByName(http.address()), http.port());
  }

  /**
   * Returns the URL with a numeric address. The HTTP client of the JDK refuses some names, such as
   * those with underscores.
   */
  static URI readinessUrl(InetAddress listening, int port) {
    String host = listening.isAnyLocalAddress() ? "127.0.0.1" : listening.getHostAddress();
    try {
      return new URI("http", null, host, port, "/health/ready", null, null);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e); // an address always is a host
    }
  }

  /** Returns whether the console is on, and its module is there. */
  private boolean hasConsole() {
    return configuration.console() && !Console.files().isEmpty();
  }

  private void printQuickStart() throws IOException {
    Path data = configuration.dataDirectory();
    Path token = data.resolve(QuickStartFiles.TOKEN);
    String organization = Files.readString(data.resolve(QuickStartFiles.ORGANIZATION));
    String url = configuration.http().url();
    String console = hasConsole() ? url + Console.PATH : "off";
    String grpc = configuration.grpc().enabled() ? configuration.grpc().url() : "off";
    String explorer = configuration.explorer() ? url + Explorer.PATH : "off";
    Notice.show(
        String.format(
            Locale.ROOT,
            """

            The platform is ready at %1$s

              console       %6$s
              explorer      %5$s
              gRPC          %4$s
              organization  %2$s
              token         %3$s  (valid for 12 hours, renewed at each start)

            Try it:

              curl -H "Authorization: Bearer $(cat '%3$s')" %1$s/iam/v2/groups/%2$s

            Ctrl-C stops it.

            """,
            url,
            organization,
            token,
            grpc,
            explorer,
            console));
  }
}

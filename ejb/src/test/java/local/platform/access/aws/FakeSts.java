package local.platform.access.aws;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import local.platform.access.aws.AwsVerifier.Service;
import local.platform.access.aws.SigV4.Credentials;
import local.platform.access.upstream.LoopbackServers;
import local.platform.access.upstream.TestCertificate;
import local.platform.config.UpstreamSettings;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/**
 * The security token service of AWS, as far as it matters here: it verifies the signature of what
 * it really receives, says who has signed it, and does what else it is asked to do.
 */
public final class FakeSts implements AutoCloseable {
  private static final String NAME = "sts.test";
  private static final HeldCertificate CERTIFICATE = TestCertificate.of(NAME);
  private static final Pattern AUTHORIZATION =
      Pattern.compile(
          "AWS4-HMAC-SHA256 Credential=(?<key>\\w+)/(?<scope>[^ ]+)/aws4_request,"
              + " SignedHeaders=(?<names>[^ ]+), Signature=[0-9a-f]{64}");

  private final HttpsServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Signer> signers = new ConcurrentHashMap<>();
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private Optional<HttpHandler> instead = Optional.empty();

  private record Signer(Credentials credentials, String account, String arn, String userId) {}

  /**
   * A request that it has received.
   *
   * @param headers the headers, with names in lower case
   */
  record Received(String method, String target, Map<String, List<String>> headers, String body) {}

  /** Starts it. */
  public FakeSts() {
    try {
      server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setHttpsConfigurator(
        new HttpsConfigurator(
            new HandshakeCertificates.Builder().heldCertificate(CERTIFICATE).build().sslContext()));
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** Returns its host, with the port. */
  public String host() {
    return NAME + ":" + server.getAddress().getPort();
  }

  /** Returns a verifier that asks it. */
  public AwsVerifier verifier(Clock clock) {
    return verifier(new UpstreamSettings(true, Set.of()), clock);
  }

  AwsVerifier verifier(UpstreamSettings settings, Clock clock) {
    return new AwsVerifier(
        Optional.of(
            new Service(
                host(),
                LoopbackServers.asked(
                    Service.question("https://" + host()), CERTIFICATE, settings, clock))),
        clock);
  }

  /** Makes it know somebody. */
  public Credentials know(Credentials credentials, String account, String arn, String userId) {
    signers.put(credentials.accessKey(), new Signer(credentials, account, arn, userId));
    return credentials;
  }

  /** Makes it answer in another way. */
  void answerBy(HttpHandler handler) {
    instead = Optional.of(handler);
  }

  /** Makes it answer with this text. */
  public void answerWith(String json) {
    answerBy(exchange -> send(exchange, 200, "application/json", json));
  }

  /** Returns what it has received. */
  List<Received> received() {
    return List.copyOf(received);
  }

  /** Returns the number of requests that it has received. */
  public int requests() {
    return received.size();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Received request = read(exchange);
      received.add(request);
      if (instead.isPresent()) {
        instead.get().handle(exchange);
        return;
      }
      Optional<Signer> signer = signer(request);
      if (signer.isEmpty()) {
        send(
            exchange,
            403,
            "application/json",
            "{\"Error\":{\"Code\":\"SignatureDoesNotMatch\",\"Type\":\"Sender\"}}");
      } else {
        Signer known = signer.get();
        send(
            exchange,
            200,
            "application/json",
            identity(known.account(), known.arn(), known.userId()));
      }
    }
  }

  private static Received read(HttpExchange exchange) throws IOException {
    Map<String, List<String>> headers = new TreeMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
    return new Received(
        exchange.getRequestMethod(),
        exchange.getRequestURI().toString(),
        headers,
        new String(exchange.getRequestBody().readAllBytes(), UTF_8));
  }

  /** Verifies the signature by signing the request again. */
  private Optional<Signer> signer(Received request) {
    List<String> values = request.headers().getOrDefault("authorization", List.of());
    Matcher authorization = AUTHORIZATION.matcher(String.join(",", values));
    if (!authorization.matches() || !signers.containsKey(authorization.group("key"))) {
      return Optional.empty();
    }
    Signer signer = signers.get(authorization.group("key"));
    Map<String, String> signed = new TreeMap<>();
    for (String name : authorization.group("names").split(";", -1)) {
      signed.put(name, String.join(",", request.headers().getOrDefault(name, List.of())));
    }
    String session =
        String.join(",", request.headers().getOrDefault("x-amz-security-token", List.of()));
    SigV4 again =
        new SigV4(
            request.method(),
            request.target(),
            signed,
            request.body(),
            String.join(",", request.headers().getOrDefault("x-amz-date", List.of())),
            List.of(authorization.group("scope").split("/", -1)));
    return session.equals(signer.credentials().sessionToken())
            && signed.containsKey("x-amz-date")
            && again.authorization(signer.credentials()).equals(authorization.group())
        ? Optional.of(signer)
        : Optional.empty();
  }

  /** Returns what AWS answers about somebody. */
  static String identity(String account, String arn, String userId) {
    return "{\"GetCallerIdentityResponse\":{\"GetCallerIdentityResult\":{\"Account\":\"%s\",\"Arn\":\"%s\",\"UserId\":\"%s\"},\"ResponseMetadata\":{\"RequestId\":\"%s\"}}}"
        .formatted(account, arn, userId, "00000000-0000-0000-0000-000000000000");
  }

  static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}

package local.platform.contract.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The security token service of AWS, over https. It knows callers by their access keys and does not
 * verify signatures; that is done in the tests of {@code ejb}.
 */
public final class AwsSts implements AutoCloseable {
  private static final String ADDRESS = "127.0.0.1";
  private static final Pattern ACCESS_KEY = Pattern.compile(".* Credential=(\\w+)/.*");
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final SelfSignedCertificate certificate;
  private final HttpsServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final AtomicInteger requests = new AtomicInteger();

  private AwsSts(Path directory) {
    try {
      Files.createDirectories(directory);
      certificate = SelfSignedCertificate.in(directory, ADDRESS);
      server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setHttpsConfigurator(new HttpsConfigurator(certificate.own()));
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** Starts it, with a certificate in a directory that is replaced. */
  static AwsSts start(Path directory) {
    Directories.delete(directory);
    return new AwsSts(directory);
  }

  /** Returns the URL for {@code PLATFORM_AWS_STS_URL}. */
  String url() {
    return "https://" + host();
  }

  private String host() {
    return ADDRESS + ":" + server.getAddress().getPort();
  }

  /** Returns options of Java by which a server trusts it. */
  String trust() {
    return certificate.trustOptions();
  }

  /** Makes it know a new caller; returns its access key. */
  public String caller(String account, String arn, String userId) {
    String accessKey = "AKIA" + UUID.randomUUID().toString().replace("-", "");
    answers.put(
        accessKey,
        "{\"GetCallerIdentityResponse\":{\"GetCallerIdentityResult\":{\"Account\":\"%s\",\"Arn\":\"%s\",\"UserId\":\"%s\"}}}"
            .formatted(account, arn, userId));
    return accessKey;
  }

  /** Returns a token of a caller, of the form that the public SDK gives it. */
  public String token(String accessKey, String audience, String identity) {
    return encoded(request(accessKey, audience, identity));
  }

  /** Returns the request of which a token is made. */
  public String request(String accessKey, String audience, String identity) {
    String date = DATE.format(Instant.now());
    return String.join(
        "\r\n",
        "POST /?Action=GetCallerIdentity&Version=2011-06-15 HTTP/1.1",
        "Host: " + host(),
        "User-Agent: Go-http-client/1.1",
        "Content-Length: 0",
        "Accept: application/json",
        "Authorization: AWS4-HMAC-SHA256 Credential="
            + accessKey
            + "/"
            + date.substring(0, 8)
            + "/us-east-1/sts/aws4_request, SignedHeaders="
            + "accept;chainguard-audience;chainguard-identity;host;x-amz-date, Signature="
            + "0".repeat(64),
        "Chainguard-Audience: " + audience,
        "Chainguard-Identity: " + identity,
        "X-Amz-Date: " + date,
        "",
        "");
  }

  /** Returns a request as a token. */
  public static String encoded(String request) {
    return Base64.getUrlEncoder().encodeToString(request.getBytes(US_ASCII));
  }

  /** Returns the number of requests that it has received. */
  public int requests() {
    return requests.get();
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    try (exchange) {
      List<String> values = exchange.getRequestHeaders().getOrDefault("Authorization", List.of());
      Matcher key = ACCESS_KEY.matcher(String.join(",", values));
      boolean known =
          key.matches()
              && answers.containsKey(key.group(1))
              && exchange.getRequestMethod().equals("POST")
              && exchange
                  .getRequestURI()
                  .toString()
                  .equals("/?Action=GetCallerIdentity&Version=2011-06-15");
      byte[] answer = (known ? answers.get(key.group(1)) : "{\"Error\":{}}").getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(known ? 200 : 403, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}

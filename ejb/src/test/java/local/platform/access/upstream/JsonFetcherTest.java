package local.platform.access.upstream;

import static local.platform.access.upstream.TestIssuer.P256;
import static local.platform.access.upstream.TestIssuer.keySet;
import static local.platform.access.upstream.TestIssuer.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import local.platform.config.UpstreamSettings;
import local.platform.foundation.validation.Elements;
import local.platform.url.IssuerUrl;
import okhttp3.Dns;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fetches from a real server, over TLS, that does everything that a server can do wrong. */
class JsonFetcherTest {
  private static final String HOST = "issuer.test";
  private static final String METADATA = "/.well-known/openid-configuration";
  private static final UpstreamSettings LOOPBACK = new UpstreamSettings(true, Set.of());
  private static final UpstreamSettings PUBLIC = new UpstreamSettings(false, Set.of());
  private static final HeldCertificate CERTIFICATE =
      TestCertificate.of(HOST, "my_issuer.test", "my_issuer", "*.wildcard.test", "127.0.0.1");

  private final Map<String, HttpHandler> pages = new ConcurrentHashMap<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpsServer server;
  private IssuerUrl issuer;

  @BeforeEach
  void start() throws IOException {
    server = HttpsServer.create(loopback(), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(
            new HandshakeCertificates.Builder().heldCertificate(CERTIFICATE).build().sslContext()));
    serve(server);
    issuer = new IssuerUrl("https://" + HOST + ":" + server.getAddress().getPort());
    pages.put(METADATA, json(metadata(issuer.value(), issuer.value() + "/keys")));
    pages.put("/keys", json(keySet(P256)));
  }

  @AfterEach
  void stop() {
    stopping.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  @Test
  void theKeysOfAnIssuerAreFound() throws Exception {
    assertThat(discovery().fetch(issuer).contains(named(P256.getKeyID()))).isTrue();
    assertThat(requests).hasValue(2);
  }

  @Test
  void anIssuerWithATrailingSlashIsAnotherOne() throws Exception {
    IssuerUrl slash = new IssuerUrl(issuer.value() + "/");
    wrong(slash, "the issuer's metadata is that of another issuer");

    pages.put(METADATA, json(metadata(slash.value(), issuer.value() + "/keys")));
    assertThat(discovery().fetch(slash).size()).isEqualTo(1);
  }

  /**
   * As text, these issuers match a pattern that admits one tenant of a host; but the document could
   * come from another tenant, who can publish any issuer.
   */
  @ParameterizedTest
  @ValueSource(strings = {"/good/../evil", "/good/%2e%2e/evil", "/good/.%2E/evil"})
  void anotherTenantOfTheHostDoesNotAnswerForAnIssuer(String path) {
    String disguised = issuer.value() + path;
    pages.put("/evil" + METADATA, json(metadata(disguised, issuer.value() + "/keys")));
    assertThat(disguised).matches(java.util.regex.Pattern.quote(issuer.value() + "/good/") + ".*");

    assertThat(IssuerUrl.parse(disguised).map(JsonFetcherTest::fetched)).isEmpty();
    assertThat(requests).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://other.test", "https://ISSUER.test", "issuer.test", ""})
  void anIssuerThatLiesAboutItsNameIsRefused(String name) {
    pages.put(METADATA, json(metadata(name, issuer.value() + "/keys")));

    wrong(issuer, "the issuer's metadata is that of another issuer");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "<html>", "{", "{\"issuer\":1}"})
  void metadataThatIsNoneIsRefused(String metadata) {
    pages.put(METADATA, json(metadata));

    wrong(issuer, "the issuer's metadata is");
  }

  @Test
  void metadataThatDoesNotSayWhereTheKeysAreIsRefused() {
    pages.put(METADATA, json("{\"issuer\":\"" + issuer + "\",\"jwks_uri\":1}"));

    wrong(issuer, "the issuer's metadata does not say where its keys are");
  }

  @Test
  void keysThatAreNoKeySetAreRefused() {
    pages.put("/keys", json("{}"));

    wrong(issuer, "the issuer's keys are not a JWK set");
  }

  @ParameterizedTest
  @CsvSource({"301", "302", "303", "307", "308"})
  void redirectsAreNotFollowed(int status) {
    pages.put(
        METADATA,
        exchange -> {
          exchange.getResponseHeaders().add("Location", issuer + "/elsewhere");
          answer(exchange, status, "application/json", "{}");
        });
    pages.put("/elsewhere", json(metadata(issuer.value(), issuer + "/keys")));

    wrong(issuer, "its answer has status " + status);
    assertThat(requests).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {201, 204, 400, 401, 403, 404, 410})
  void otherAnswersAreWrong(int status) {
    pages.put(METADATA, exchange -> answer(exchange, status, "application/json", "{}"));

    wrong(issuer, "its answer has status " + status);
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 502, 503, 504})
  void answersThatSayTryLaterAreNotWrong(int status) {
    pages.put(METADATA, exchange -> answer(exchange, status, "application/json", "{}"));

    unreachable(discovery(), issuer, "its answer has status " + status);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/json; charset=utf-8",
        "APPLICATION/JSON",
        "application/jwk-set+json",
        "application/vnd.x+json"
      })
  void typesOfJsonAreRead(String type) throws Exception {
    pages.put("/keys", exchange -> answer(exchange, 200, type, keySet(P256)));

    assertThat(discovery().fetch(issuer).size()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"text/html", "text/json", "application/jsonp", "application/json5", "x", ""})
  void otherTypesAreRefused(String type) {
    pages.put("/keys", exchange -> answer(exchange, 200, type, keySet(P256)));

    wrong(issuer, "its document is not of a JSON type");
  }

  @Test
  void aDocumentHasAtMostAMebibyte() throws Exception {
    String keys = keySet(P256);
    String largest = " ".repeat(JsonFetcher.MAX_BYTES - keys.length()) + keys;
    pages.put("/keys", json(largest));
    assertThat(discovery().fetch(issuer).size()).isEqualTo(1);

    pages.put("/keys", json(" " + largest));
    wrong(issuer, "its document is larger than 1048576 bytes");
  }

  /** In memory each would take a hundred times as many bytes. */
  @Test
  void aDocumentHasFewElements() {
    pages.put("/keys", json("{\"keys\":[" + "{},".repeat(Elements.MAX) + "{}]}"));

    wrong(issuer, "its document has more than 10000 elements");
  }

  @Test
  void aDocumentWithoutEndIsRefused() {
    pages.put(
        "/keys",
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream body = exchange.getResponseBody()) {
            while (stopping.getCount() > 0) {
              body.write(new byte[8_192]);
            }
          }
        });

    wrong(issuer, "its document is larger than 1048576 bytes");
  }

  /** A few compressed bytes could become very many. */
  @Test
  void compressedDocumentsAreNotUnpacked() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(keySet(P256).getBytes(StandardCharsets.UTF_8));
    }
    pages.put(
        "/keys",
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.getResponseHeaders().add("Content-Encoding", "gzip");
          exchange.sendResponseHeaders(200, packed.size());
          packed.writeTo(exchange.getResponseBody());
        });

    wrong(issuer, "its document is not UTF-8");
  }

  @Test
  void aDocumentInAnotherEncodingIsRefused() {
    byte[] bytes = metadata("\u00e9", issuer + "/keys").getBytes(StandardCharsets.ISO_8859_1);
    pages.put(
        METADATA,
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
        });

    wrong(issuer, "its document is not UTF-8");
  }

  @Test
  void anIssuerThatIsDownIsUnreachable() {
    server.stop(0);

    unreachable(discovery(), issuer, "ConnectException");
  }

  @Test
  void aHostThatDoesNotExistIsUnreachable() {
    Dns none =
        host -> {
          throw new UnknownHostException(host);
        };

    unreachable(discovery(LOOPBACK, none), issuer, "UnknownHostException");
  }

  @Test
  void aNameThatIsNotResolvedInTimeIsGivenUp() {
    Dns hanging =
        host -> {
          boolean stopped = false;
          while (!stopped) { // like a resolver of the platform, it cannot be interrupted
            stopped = await(Duration.ofMinutes(1)) && stopping.getCount() == 0;
          }
          return List.of();
        };

    long begun = System.nanoTime();
    unreachable(discovery(LOOPBACK, hanging), issuer, "UnknownHostException");
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(JsonFetcher.CALL_TIMEOUT);
  }

  @Test
  void aCertificateThatIsNotTrustedIsUnreachable() {
    JsonFetcher platformTrust = new JsonFetcher(LOOPBACK, resolver("127.0.0.1"), Optional.empty());

    unreachable(new IssuerDiscovery(platformTrust), issuer, "SSLHandshakeException");
  }

  @Test
  void aCertificateOfAnotherHostIsUnreachable() {
    IssuerUrl other = new IssuerUrl("https://other.test:" + server.getAddress().getPort());

    unreachable(discovery(), other, "SSLPeerUnverifiedException");
    assertThat(requests).hasValue(0);
  }

  @Test
  void aServerThatSaysNothingIsGivenUp() {
    pages.put("/keys", exchange -> await());

    givenUp();
  }

  @Test
  void aBodyThatComesSlowlyIsGivenUp() {
    pages.put(
        "/keys",
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, 0);
          dribble(exchange.getResponseBody());
        });

    givenUp();
  }

  @Test
  void headersThatComeSlowlyAreGivenUp() throws IOException {
    try (ServerSocket slow = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      threads.execute(
          () -> {
            try (Socket socket = slow.accept()) {
              dribble(socket.getOutputStream());
            } catch (IOException e) {
              // the client has disconnected, as it should
            }
          });
      IssuerUrl plain = new IssuerUrl("http://127.0.0.1:" + slow.getLocalPort());

      long begun = System.nanoTime();
      unreachable(discovery(), plain, "InterruptedIOException");
      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .isLessThan(JsonFetcher.CALL_TIMEOUT.multipliedBy(2));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "::1",
        "10.0.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "::ffff:10.0.0.1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "fd00::1",
        "fe80::1",
        "0.0.0.0",
        "::"
      })
  void aNameOfABlockedAddressIsNotConnectedTo(String address) {
    unreachable(discovery(PUBLIC, resolver(address)), issuer, "its host has an address");
    assertThat(requests).hasValue(0);
  }

  /**
   * Only the first address is that of the server; the second one alone makes the host forbidden.
   */
  @Test
  void oneBlockedAddressAmongSeveralIsEnough() {
    unreachable(
        discovery(LOOPBACK, resolver("127.0.0.1", "10.0.0.1")), issuer, "its host has an address");
    assertThat(requests).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "[::7f00:1]", "0.0.0.0"})
  void anAddressInTheUrlIsCheckedToo(String address) {
    IssuerUrl literal = new IssuerUrl("https://" + address + ":" + server.getAddress().getPort());

    unreachable(discovery(PUBLIC, Dns.SYSTEM), literal, "its host has an address");
    assertThat(requests).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[::ffff:127.0.0.1]", "2130706433", "127.1", "127.0.0.1.", "127%2e0.0.1"})
  void anAddressThatIsWrittenAsAnotherIsNoHost(String address) {
    String url = "https://" + address + ":" + server.getAddress().getPort() + METADATA;

    assertThatExceptionOfType(VerificationFailedException.class)
        .isThrownBy(() -> new JsonFetcher(PUBLIC, Dns.SYSTEM, Optional.empty()).fetch(url))
        .withMessageStartingWith("its document has an invalid URL: it must have a");
    assertThat(requests).hasValue(0);
  }

  /** Names of hosts in private networks often have underscores; those of certificates may. */
  @ParameterizedTest
  @ValueSource(strings = {"my_issuer.test", "my_issuer", "sub_1.wildcard.test"})
  void aHostWithAnUnderscoreIsReachedAndItsCertificateIsChecked(String host) throws Exception {
    IssuerUrl named = new IssuerUrl("https://" + host + ":" + server.getAddress().getPort());
    pages.put(METADATA, json(metadata(named.value(), named + "/keys")));
    List<String> resolved = new ArrayList<>();
    Dns resolver =
        name -> {
          resolved.add(name);
          return List.of(InetAddress.getLoopbackAddress());
        };

    assertThat(discovery(LOOPBACK, resolver).fetch(named).size()).isEqualTo(1);
    assertThat(resolved).containsOnly(host);
    assertThat(requests).hasValue(2);
    unreachable(discovery(PUBLIC, resolver), named, "its host has an address that is not allowed");
  }

  /** No name is taken for another one, and none goes without a check. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "our_issuer.test",
        "myxissuer.test",
        "my_issuer.test.test",
        "a_b.sub.wildcard.test"
      })
  void aCertificateOfAnotherHostDoesNotDoForOneWithAnUnderscore(String host) {
    IssuerUrl named = new IssuerUrl("https://" + host + ":" + server.getAddress().getPort());

    unreachable(discovery(), named, "SSLPeerUnverifiedException");
    JsonFetcher platformTrust = new JsonFetcher(LOOPBACK, resolver("127.0.0.1"), Optional.empty());
    unreachable(
        new IssuerDiscovery(platformTrust),
        new IssuerUrl("https://my_issuer.test:" + server.getAddress().getPort()),
        "SSLHandshakeException");
    assertThat(requests).hasValue(0);
  }

  @Test
  void thePathOfAnIssuerIsFetchedAsItIsWritten() throws Exception {
    IssuerUrl realm = new IssuerUrl(issuer + "/My%20Realm/m%C3%BCnchen;a=b");
    List<String> raw = new ArrayList<>();
    pages.put(
        "/My Realm/m\u00fcnchen;a=b" + METADATA,
        exchange -> {
          raw.add(exchange.getRequestURI().getRawPath());
          answer(
              exchange, 200, "application/json", metadata(realm.value(), issuer + "/keys?a=b//c"));
        });

    assertThat(discovery().fetch(realm).size()).isEqualTo(1);
    assertThat(raw).containsExactly("/My%20Realm/m%C3%BCnchen;a=b" + METADATA);
  }

  @Test
  void anAddressOfLoopbackIsReachedWhereItIsAllowed() throws Exception {
    IssuerUrl literal = new IssuerUrl("https://127.0.0.1:" + server.getAddress().getPort());
    pages.put(METADATA, json(metadata(literal.value(), literal + "/keys")));

    assertThat(discovery().fetch(literal).size()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://10.0.0.1/keys",
        "https://169.254.169.254/latest/meta-data",
        "https://[fd00:ec2::254]/keys",
        "http://issuer.test/keys",
        "http://10.0.0.1/keys",
        "https://user:password@issuer.test/keys",
        "file:///etc/passwd",
        "ftp://issuer.test/keys",
        "https://issuer.test/keys#a",
        " https://issuer.test/keys",
        "https:\\\\issuer.test\\\\keys",
        "https://issuer.test\\\\@10.0.0.1/keys",
        "/keys",
        ""
      })
  void theUrlOfTheKeysIsCheckedLikeTheIssuer(String url) {
    pages.put(METADATA, json(metadata(issuer.value(), url)));

    Dns resolver = host -> List.of(InetAddress.getByName(host.equals(HOST) ? "127.0.0.1" : host));
    // Even if loopback is allowed, plain http works for nothing else.
    Dns elsewhere =
        host -> List.of(InetAddress.getByName(requests.get() > 0 ? "10.0.0.1" : "127.0.0.1"));
    assertThatThrownBy(
            () ->
                discovery(LOOPBACK, url.startsWith("http://issuer") ? elsewhere : resolver)
                    .fetch(issuer))
        .isInstanceOfAny(VerificationFailedException.class, IssuerUnreachableException.class)
        .hasMessageStartingWith("its ");
    assertThat(requests).hasValue(1);
  }

  @Test
  void plainHttpIsReadOnLoopbackWhereItIsAllowed() throws Exception {
    HttpServer plain = HttpServer.create(loopback(), 0);
    serve(plain);
    try {
      IssuerUrl plainIssuer = new IssuerUrl("http://localhost:" + plain.getAddress().getPort());
      pages.put(METADATA, json(metadata(plainIssuer.value(), plainIssuer + "/keys")));

      assertThat(discovery().fetch(plainIssuer).size()).isEqualTo(1);
      requests.set(0);
      wrong(
          discovery(PUBLIC, resolver("127.0.0.1")),
          plainIssuer,
          "its document is not at an https URL");
      unreachable(
          discovery(LOOPBACK, resolver("1.1.1.1")),
          plainIssuer,
          "its host has an address that is not allowed");
      assertThat(requests).hasValue(0);
    } finally {
      plain.stop(0);
    }
  }

  private static int fetched(IssuerUrl issuer) {
    try {
      return discovery().fetch(issuer).size();
    } catch (VerificationFailedException | IssuerUnreachableException e) {
      return 0;
    }
  }

  private void givenUp() {
    long begun = System.nanoTime();
    assertThatExceptionOfType(IssuerUnreachableException.class)
        .isThrownBy(() -> discovery().fetch(issuer));
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isLessThan(JsonFetcher.CALL_TIMEOUT.multipliedBy(2));
  }

  private void wrong(IssuerUrl of, String reason) {
    wrong(discovery(), of, reason);
  }

  private static void wrong(IssuerDiscovery discovery, IssuerUrl of, String reason) {
    assertThatExceptionOfType(VerificationFailedException.class)
        .isThrownBy(() -> discovery.fetch(of))
        .withMessageStartingWith(reason);
  }

  private static void unreachable(IssuerDiscovery discovery, IssuerUrl of, String reason) {
    assertThatExceptionOfType(IssuerUnreachableException.class)
        .isThrownBy(() -> discovery.fetch(of))
        .withMessageStartingWith(reason);
  }

  private static IssuerDiscovery discovery() {
    return discovery(LOOPBACK, resolver("127.0.0.1"));
  }

  private static IssuerDiscovery discovery(UpstreamSettings settings, Dns resolver) {
    HandshakeCertificates trust =
        new HandshakeCertificates.Builder()
            .addTrustedCertificate(CERTIFICATE.certificate())
            .build();
    return new IssuerDiscovery(
        new JsonFetcher(
            settings,
            resolver,
            Optional.of(new JsonFetcher.Tls(trust.sslSocketFactory(), trust.trustManager()))));
  }

  private static Dns resolver(String... addresses) {
    return host -> {
      List<InetAddress> resolved = new ArrayList<>();
      for (String address : addresses) {
        resolved.add(InetAddress.getByName(address));
      }
      return resolved;
    };
  }

  private void serve(HttpServer any) {
    any.setExecutor(threads);
    any.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          try (exchange) {
            pages
                .getOrDefault(
                    exchange.getRequestURI().getPath(),
                    unknown -> answer(unknown, 404, "application/json", "{}"))
                .handle(exchange);
          }
        });
    any.start();
  }

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private static String metadata(String issuer, String keys) {
    return "{\"issuer\":\"" + issuer + "\",\"jwks_uri\":\"" + keys + "\",\"x\":[1]}";
  }

  private static HttpHandler json(String body) {
    return exchange -> answer(exchange, 200, "application/json", body);
  }

  private static void answer(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    if (!type.isEmpty()) {
      exchange.getResponseHeaders().add("Content-Type", type);
    }
    boolean empty = status == 204 || bytes.length == 0;
    exchange.sendResponseHeaders(status, empty ? -1 : bytes.length);
    if (!empty) {
      exchange.getResponseBody().write(bytes);
    }
  }

  /** Sends single bytes, each within the timeout. */
  private void dribble(OutputStream to) throws IOException {
    for (int i = 0; i < 600 && !await(Duration.ofMillis(100)); i++) {
      to.write(' ');
      to.flush();
    }
  }

  private void await() {
    await(Duration.ofMinutes(1));
  }

  private boolean await(Duration patience) {
    try {
      return stopping.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return true;
    }
  }
}

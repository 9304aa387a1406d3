package local.platform.contract.testing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.Ed25519Signer;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** An issuer that does what a test wants, including what no issuer should do. */
public final class HttpIssuer implements AutoCloseable {
  /** The path of its metadata. */
  public static final String METADATA = "/.well-known/openid-configuration";

  /** The path of its keys. */
  public static final String KEYS = "/keys";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, HttpHandler> pages = new ConcurrentHashMap<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final String url;
  private final JWK key = newKey();

  private HttpIssuer() {
    try {
      InetAddress address = InetAddress.getByName(Loopback.address());
      this.server = HttpServer.create(new InetSocketAddress(address, 0), 0);
      this.url = "http://" + address.getHostAddress() + ":" + server.getAddress().getPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    serve(METADATA, metadata(url));
    publish(key);
    server.start();
  }

  /** Starts an issuer that behaves correctly. */
  public static HttpIssuer start() {
    return new HttpIssuer();
  }

  /** Returns its identifier. */
  public String url() {
    return url;
  }

  /** Returns its first key. */
  public JWK key() {
    return key;
  }

  /** Returns the number of requests that it received. */
  public int requests() {
    return requests.get();
  }

  /** Returns metadata that name an issuer and the keys of this one. */
  public String metadata(String issuer) {
    return "{\"issuer\":\"" + issuer + "\",\"jwks_uri\":\"" + url + KEYS + "\"}";
  }

  /** Serves a document as JSON. */
  public void serve(String path, String json) {
    serve(path, exchange -> send(exchange, 200, "application/json", json));
  }

  /** Serves a path by a handler. */
  public void serve(String path, HttpHandler handler) {
    pages.put(path, handler);
  }

  /** Publishes these keys and no others. */
  public void publish(JWK... keys) {
    serve(
        KEYS,
        Arrays.stream(keys)
            .map(each -> each.toPublicJWK().toJSONString())
            .collect(Collectors.joining(",", "{\"keys\":[", "]}")));
  }

  /** Sends an answer. */
  public static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    try (exchange) {
      HttpHandler page = pages.get(exchange.getRequestURI().getPath());
      if (page == null) {
        send(exchange, 404, "text/plain", "");
      } else {
        page.handle(exchange);
      }
    }
  }

  /** Creates a key for ES256. */
  public static JWK newKey() {
    try {
      return new ECKeyGenerator(Curve.P_256).keyID(UUID.randomUUID().toString()).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns valid claims of a subject, for an audience. */
  public Map<String, Object> claims(String subject, String audience) {
    long now = Instant.now().getEpochSecond();
    Map<String, Object> claims = new HashMap<>();
    claims.put("iss", url);
    claims.put("sub", subject);
    claims.put("aud", audience);
    claims.put("iat", now);
    claims.put("exp", now + 600);
    return claims;
  }

  /** Returns a valid token. */
  public String token(String subject, String audience) {
    return token(claims(subject, audience));
  }

  /** Returns a token with these claims, signed with the first key. */
  public String token(Map<String, ?> claims) {
    return token(json(claims), key);
  }

  /** Returns a token with these claims, given as JSON, signed with another key. */
  public static String token(String claims, JWK key) {
    return token(algorithm(key), claims, key);
  }

  /** Returns a token with these claims, given as JSON, for an algorithm and a matching key. */
  public static String token(JWSAlgorithm algorithm, String claims, JWK key) {
    JWSHeader header =
        new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).type(JOSEObjectType.JWT).build();
    return token(header.toString(), claims, key, algorithm);
  }

  /** Returns a token with this header, which need not match the key. */
  public static String token(JWSHeader header, String claims, JWK key) {
    return token(header.toString(), claims, key);
  }

  /** Returns a token with this header, given as JSON. */
  public static String token(String header, String claims, JWK key) {
    return token(header, claims, key, algorithm(key));
  }

  private static String token(String header, String claims, JWK key, JWSAlgorithm algorithm) {
    String input = Base64URL.encode(header) + "." + Base64URL.encode(claims);
    try {
      return input
          + "."
          + signer(key).sign(new JWSHeader(algorithm), input.getBytes(StandardCharsets.US_ASCII));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JWSSigner signer(JWK key) throws JOSEException {
    return switch (key.getKeyType().getValue()) {
      case "RSA" -> new RSASSASigner(key.toRSAKey());
      case "EC" -> new ECDSASigner(key.toECKey());
      default -> new Ed25519Signer(key.toOctetKeyPair());
    };
  }

  /** Returns the first algorithm of a key. */
  private static JWSAlgorithm algorithm(JWK key) {
    return switch (key.getKeyType().getValue()) {
      case "RSA" -> JWSAlgorithm.RS256;
      case "EC" ->
          key.toECKey().getCurve().equals(Curve.P_384) ? JWSAlgorithm.ES384 : JWSAlgorithm.ES256;
      default -> JWSAlgorithm.EdDSA;
    };
  }

  /** Returns members as JSON. */
  public static String json(Map<String, ?> members) {
    return PlatformClient.JSON.valueToTree(members).toString();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}

package local.platform.access.upstream;

import java.io.IOException;
import java.net.Proxy;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.X509TrustManager;
import local.platform.config.UpstreamSettings;
import local.platform.foundation.encoding.Utf8;
import local.platform.foundation.validation.Elements;
import local.platform.url.InvalidUrlException;
import local.platform.url.StrictUrl;
import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.CookieJar;
import okhttp3.Dns;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * Fetches JSON documents, above all from URLs that users choose. It connects only to allowed
 * addresses, follows no redirects, uses no proxy and no cookies, and has short timeouts.
 */
final class JsonFetcher {
  /**
   * Maximum size of a document, in bytes. The metadata and the keys of an issuer have a few
   * thousand.
   */
  static final int MAX_BYTES = 1 << 20;

  /** Timeout for the connection, and again for TLS: a healthy issuer connects quickly. */
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

  /** Timeout between two packets. */
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(2);

  /** Timeout for one document, so that nobody can occupy a place by sending slowly. */
  static final Duration CALL_TIMEOUT = Duration.ofSeconds(4);

  private static final int TOO_MANY_REQUESTS = 429;

  private final boolean allowLoopback;
  private final OkHttpClient https;
  private final OkHttpClient http;

  JsonFetcher(UpstreamSettings settings) {
    this(settings, Dns.SYSTEM, Optional.empty());
  }

  /**
   * The TLS configuration of a test.
   *
   * @param sockets creates sockets
   * @param trust verifies certificates
   */
  record Tls(SSLSocketFactory sockets, X509TrustManager trust) {}

  /**
   * Creates a fetcher.
   *
   * @param resolver resolves host names; its results are checked
   * @param tls the TLS configuration; empty for that of the platform
   */
  JsonFetcher(UpstreamSettings settings, Dns resolver, Optional<Tls> tls) {
    this.allowLoopback = settings.allowLoopback();
    Dns bounded = new BoundedDns(resolver);
    OkHttpClient.Builder secure =
        client(bounded, allowLoopback ? AddressPolicy.PUBLIC_OR_LOOPBACK : AddressPolicy.PUBLIC);
    tls.ifPresent(given -> secure.sslSocketFactory(given.sockets(), given.trust()));
    this.https = secure.connectionSpecs(List.of(ConnectionSpec.MODERN_TLS)).build();
    this.http =
        client(bounded, AddressPolicy.LOOPBACK)
            .connectionSpecs(List.of(ConnectionSpec.CLEARTEXT))
            .build();
  }

  private static OkHttpClient.Builder client(Dns resolver, AddressPolicy policy) {
    return new OkHttpClient.Builder()
        .dns(new GuardedDns(resolver, policy))
        .socketFactory(new GuardedSocketFactory(policy))
        .proxy(Proxy.NO_PROXY)
        .cookieJar(CookieJar.NO_COOKIES)
        .followRedirects(false)
        .followSslRedirects(false)
        // Fetches are minutes apart: a kept connection would be dead by then, and waste memory.
        .connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS))
        .connectTimeout(CONNECT_TIMEOUT)
        .readTimeout(READ_TIMEOUT)
        .writeTimeout(READ_TIMEOUT)
        .callTimeout(CALL_TIMEOUT);
  }

  /**
   * Fetches a document. Takes at most {@link #CALL_TIMEOUT} plus {@link BoundedDns#TIMEOUT} to
   * resolve the name.
   *
   * @param url an https URL, or plain http on loopback if that is allowed
   * @return the text, which need not be JSON
   * @throws VerificationFailedException if the answer is not a document, or the URL is not allowed
   * @throws IssuerUnreachableException if there is no answer, or one that says to retry later. A
   *     blocked address is reported in the same way, so that nobody can find out names of the
   *     internal network; the log shows the difference
   */
  String fetch(String url) throws VerificationFailedException, IssuerUnreachableException {
    StrictUrl target = target(url);
    if (!target.isHttps() && !allowLoopback) {
      throw new VerificationFailedException("its document is not at an https URL");
    }
    Request.Builder request =
        new Request.Builder().url(target.toString()).header("Accept", "application/json");
    return send(target.isHttps() ? https : http, request, MAX_BYTES);
  }

  /**
   * Sends a POST without a body, and fetches the document that answers it.
   *
   * @param url an https URL
   * @param headers the headers that are sent, besides those that the client itself needs
   * @param maxBytes maximum size of the document
   * @param timeout timeout for all of it, and between two packets, except that {@link
   *     BoundedDns#TIMEOUT} may come in addition if the name has to be resolved again
   * @throws VerificationFailedException if the answer is not a document, or the URL is not allowed
   * @throws IssuerUnreachableException if there is no answer, or one that says to retry later
   */
  String post(String url, Map<String, String> headers, int maxBytes, Duration timeout)
      throws VerificationFailedException, IssuerUnreachableException {
    StrictUrl target = target(url);
    if (!target.isHttps()) {
      throw new VerificationFailedException("its document is not at an https URL");
    }
    Request.Builder request =
        new Request.Builder().url(target.toString()).post(RequestBody.create(new byte[0]));
    headers.forEach(request::header);
    OkHttpClient patient = https.newBuilder().readTimeout(timeout).callTimeout(timeout).build();
    return send(patient, request, maxBytes);
  }

  private static String send(OkHttpClient client, Request.Builder request, int maxBytes)
      throws VerificationFailedException, IssuerUnreachableException {
    // Otherwise the client decompresses, and few bytes could become many.
    request.header("Accept-Encoding", "identity");
    try (Response response = client.newCall(request.build()).execute()) {
      checkStatus(response.code());
      return text(response, maxBytes);
    } catch (IOException e) {
      if (e instanceof BlockedAddressException
          || (e instanceof UnknownHostException
              && e.getCause() instanceof BlockedAddressException)) {
        throw new IssuerUnreachableException("its host has an address that is not allowed", false);
      }
      // The class tells whether connection, name, TLS or a timeout failed; the message can be
      // anything.
      throw new IssuerUnreachableException(e.getClass().getSimpleName(), false);
    }
  }

  private static StrictUrl target(String url) throws VerificationFailedException {
    try {
      return StrictUrl.of(url);
    } catch (InvalidUrlException e) {
      throw new VerificationFailedException(
          "its document has an invalid URL: it " + e.getMessage());
    }
  }

  private static void checkStatus(int status)
      throws VerificationFailedException, IssuerUnreachableException {
    if (status >= 500 || status == TOO_MANY_REQUESTS) {
      throw new IssuerUnreachableException("its answer has status " + status, true);
    }
    if (status != 200) {
      throw new VerificationFailedException("its answer has status " + status);
    }
  }

  private static String text(Response response, int maxBytes)
      throws IOException, VerificationFailedException {
    if (!isJson(response.body().contentType())) {
      throw new VerificationFailedException("its document is not of a JSON type");
    }
    BufferedSource source = response.body().source();
    if (source.request(maxBytes + 1L)) {
      throw new VerificationFailedException("its document is larger than " + maxBytes + " bytes");
    }
    String text =
        Utf8.decode(source.readByteArray()) // RFC 8259, section 8.1
            .orElseThrow(() -> new VerificationFailedException("its document is not UTF-8"));
    if (!Elements.areFew(text)) {
      throw new VerificationFailedException(
          "its document has more than " + Elements.MAX + " elements");
    }
    return text;
  }

  private static boolean isJson(@Nullable MediaType type) {
    if (type == null || !type.type().equalsIgnoreCase("application")) {
      return false;
    }
    String subtype = type.subtype().toLowerCase(Locale.ROOT);
    return subtype.equals("json") || subtype.endsWith("+json");
  }
}

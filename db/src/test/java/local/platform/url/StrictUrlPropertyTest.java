package local.platform.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.net.SocketFactory;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;

/** The HTTP client reads each accepted URL as we do, and connects to its host. */
class StrictUrlPropertyTest {
  private final List<String> reached = new ArrayList<>();
  private final OkHttpClient client =
      new OkHttpClient.Builder()
          .proxy(Proxy.NO_PROXY)
          .retryOnConnectionFailure(false)
          .fastFallback(false)
          .dns(
              host -> {
                reached.add(host);
                throw new UnknownHostException();
              })
          .socketFactory(new ReachedAddresses())
          .build();

  /** Creates sockets that do not connect. */
  private final class ReachedAddresses extends SocketFactory {
    @Override
    public Socket createSocket() {
      return new Socket() {
        @Override
        public void connect(SocketAddress endpoint, int timeout) throws IOException {
          reached.add(((InetSocketAddress) endpoint).getAddress().getHostAddress());
          throw new IOException();
        }
      };
    }

    @Override
    public Socket createSocket(String host, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
      throw new UnsupportedOperationException();
    }
  }

  @Property(tries = 5_000)
  void whatIsAcceptedIsReadAsItIsWritten(@ForAll("urls") String text) {
    StrictUrl.parse(text).ifPresent(url -> assertReadAsWritten(text, url));
    Statistics.label("accepted")
        .collect(StrictUrl.parse(text).isPresent())
        .coverage(coverage -> coverage.check(true).percentage(share -> share > 5));
  }

  private static void assertReadAsWritten(String text, StrictUrl url) {
    HttpUrl read = HttpUrl.get(text);
    String query = text.contains("?") ? text.substring(text.indexOf('?')) : "";
    String prefix = (url.isHttps() ? "https://" : "http://") + url.host();
    String rest = url.path() + query;

    assertThat(text).isIn(prefix + rest, prefix + ":" + read.port() + rest);
    assertThat(read).hasToString(url.origin() + (url.path().isEmpty() ? "/" : "") + rest);
    assertThat("[" + read.host() + "]")
        .isIn(url.host().toLowerCase(Locale.ROOT), "[" + url.host().toLowerCase(Locale.ROOT) + "]");
    assertThat(read.username() + read.password()).isEmpty();
    assertThat(read.fragment()).isNull();
    assertThat(url.hasQuery()).isEqualTo(!query.isEmpty());
  }

  @Property(tries = 1_000)
  void whatIsAcceptedIsConnectedTo(@ForAll("urls") String text) {
    StrictUrl.parse(text).ifPresent(this::assertConnectedTo);
  }

  private void assertConnectedTo(StrictUrl url) {
    reached.clear();
    try {
      client.newCall(new Request.Builder().url(url.toString()).build()).execute().close();
      throw new AssertionError("there was an answer");
    } catch (IOException e) {
      String host = url.host().toLowerCase(Locale.ROOT);
      if (host.startsWith("[")) {
        assertThat(HttpUrl.get("http://[" + reached.get(0) + "]"))
            .isEqualTo(HttpUrl.get("http://" + host));
        assertThat(reached).hasSize(1);
      } else {
        assertThat(reached).containsExactly(host);
      }
    }
  }

  @Property(tries = 5_000)
  void anIssuerIsStrictAndItsMetadataAreAtItsHost(@ForAll("urls") String text) {
    IssuerUrl.parse(text)
        .ifPresent(
            issuer -> {
              StrictUrl metadata = StrictUrl.parse(issuer.discoveryUrl()).orElseThrow();
              assertThat(metadata.host()).isEqualToIgnoringCase(issuer.host());
              assertThat(metadata.hasQuery()).isFalse();
              assertThat(issuer.value()).isEqualTo(text).doesNotContain("#", "?", "\\");
            });
    Statistics.label("accepted")
        .collect(IssuerUrl.parse(text).isPresent())
        .coverage(coverage -> coverage.check(true).percentage(share -> share > 3));
  }

  @Provide
  Arbitrary<String> urls() {
    return Arbitraries.frequencyOf(
        Tuple.of(
            8,
            Combinators.combine(scheme(), user(), host(), port(), rest())
                .as((scheme, user, host, port, rest) -> scheme + user + host + port + rest)),
        Tuple.of(1, Arbitraries.strings().ofMaxLength(30).map(text -> "https://" + text)));
  }

  private static Arbitrary<String> scheme() {
    return mostly("https://", "http://", "HTTPS://", "https:/", "https:", "https:\\\\", "//", "");
  }

  private static Arbitrary<String> user() {
    return mostly("", "@", "a@", "a:b@", "a%40b@", "\\@");
  }

  private static Arbitrary<String> host() {
    Arbitrary<String> parts =
        Arbitraries.oneOf(
            Arbitraries.of(
                "a",
                "A",
                "_",
                "-",
                ".",
                "a_b",
                "example",
                "xn--",
                "xn--bcher-kva",
                "0",
                "1",
                "127",
                "0x7f",
                "256",
                "%61",
                "%2e",
                "\u00fc",
                "\u212a",
                "\u3002",
                "[",
                "]",
                ":",
                "::1",
                "[::1]",
                "localhost"),
            Arbitraries.strings().withCharRange('!', '~').ofLength(1));
    return Arbitraries.frequencyOf(
        Tuple.of(
            3,
            Arbitraries.of(
                "a.example",
                "my_idp.example",
                "My_IDP",
                "127.0.0.1",
                "192.0.2.1",
                "[::1]",
                "[2001:db8::1]",
                "[2001:DB8:0::1]",
                "[::ffff:192.0.2.1]",
                "localhost")),
        Tuple.of(2, parts.list().ofMinSize(1).ofMaxSize(5).map(list -> String.join("", list))),
        Tuple.of(2, parts.list().ofMinSize(1).ofMaxSize(4).map(list -> String.join(".", list))));
  }

  private static Arbitrary<String> port() {
    return mostly("", ":443", ":80", ":8443", ":", ":0", ":0443", ":65536", ":a");
  }

  private static Arbitrary<String> rest() {
    Arbitrary<String> parts =
        Arbitraries.oneOf(
            Arbitraries.of(
                "/", "a", ".", "..", "/../", "%2e", "%2F", "%5c", "%00", "%20", "%C3%BC", "%c0%ae",
                "%25", "%", "\\", ";", "?", "#", "'", "\"", "\u00fc", " ", "\t"),
            Arbitraries.strings().withCharRange('!', '~').ofLength(1));
    return Arbitraries.frequencyOf(
        Tuple.of(3, Arbitraries.of("", "/", "/a", "/a%20b/c", "/a/?b=c")),
        Tuple.of(4, parts.list().ofMaxSize(5).map(list -> "/" + String.join("", list))),
        Tuple.of(1, parts.list().ofMaxSize(5).map(list -> String.join("", list))));
  }

  /** Returns the first of these most of the time. */
  private static Arbitrary<String> mostly(String usual, String... others) {
    return Arbitraries.frequencyOf(
        Tuple.of(5, Arbitraries.just(usual)), Tuple.of(1, Arbitraries.of(others)));
  }
}

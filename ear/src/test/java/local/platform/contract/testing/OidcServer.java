package local.platform.contract.testing;

import com.nimbusds.jose.jwk.JWK;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.OAuth2Config;
import no.nav.security.mock.oauth2.http.NettyWrapper;
import no.nav.security.mock.oauth2.token.KeyProvider;
import no.nav.security.mock.oauth2.token.OAuth2TokenProvider;
import okhttp3.HttpUrl;

/**
 * Runs an OpenID provider that shares no code with ours: discovery, keys and tokens of many
 * issuers, each with its own path and address.
 */
public final class OidcServer implements AutoCloseable {
  private static final String ALGORITHM = "ES256";
  private static final Duration LIFETIME = Duration.ofMinutes(10);

  private final Keys keys = new Keys();
  private final OAuth2TokenProvider tokens = new OAuth2TokenProvider(keys);
  private final List<MockOAuth2Server> servers = new CopyOnWriteArrayList<>();

  private OidcServer() {}

  /** The keys of the issuers, by path. */
  private static final class Keys extends KeyProvider {
    private final Map<String, JWK> current = new ConcurrentHashMap<>();

    Keys() {
      super(List.of(), ALGORITHM);
    }

    @Override
    public JWK signingKey(String issuer) {
      return current.computeIfAbsent(issuer, key -> HttpIssuer.newKey());
    }

    void rotate(String issuer) {
      current.put(issuer, HttpIssuer.newKey());
    }
  }

  /** Starts the server. */
  public static OidcServer start() {
    return new OidcServer();
  }

  /** Creates an issuer with an address of its own. */
  public Issuer issuer() {
    String host = Loopback.address();
    Issuer issuer = issuer(host, listen(host));
    // Its first answers take longer than a server waits for an issuer.
    for (String document : List.of("/.well-known/openid-configuration", "/jwks")) {
      try (InputStream answer = URI.create(issuer.url() + document).toURL().openStream()) {
        answer.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return issuer;
  }

  /** Listens on this address only; returns the port. */
  private int listen(String host) {
    NettyWrapper http = new NettyWrapper();
    MockOAuth2Server server =
        new MockOAuth2Server(new OAuth2Config(false, null, null, false, tokens, Set.of(), http));
    try {
      server.start(InetAddress.getByName(host), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    servers.add(server);
    return http.port();
  }

  private Issuer issuer(String host, int port) {
    String path = UUID.randomUUID().toString();
    HttpUrl url =
        new HttpUrl.Builder().scheme("http").host(host).port(port).addPathSegment(path).build();
    return new Issuer(this, url, path);
  }

  /** One of the issuers. */
  public static final class Issuer {
    private final OidcServer provider;
    private final HttpUrl url;
    private final String path;

    private Issuer(OidcServer provider, HttpUrl url, String path) {
      this.provider = provider;
      this.url = url;
      this.path = path;
    }

    /** Returns its identifier. */
    public String url() {
      return url.toString();
    }

    /** Returns a token for a subject and an audience. */
    public String token(String subject, String audience) {
      return token(Map.of("sub", subject, "aud", audience));
    }

    /** Returns a token with these claims, valid for ten minutes unless they say otherwise. */
    public String token(Map<String, ?> claims) {
      Map<String, Object> all = new HashMap<>(claims);
      all.put("iss", url());
      return provider.tokens.jwt(all, LIFETIME, path).serialize();
    }

    /** Replaces its key: the old one is no longer published. */
    public void rotate() {
      provider.keys.rotate(path);
    }

    /** Creates another issuer with the same address and another path. */
    public Issuer sibling() {
      return provider.issuer(url.host(), url.port());
    }
  }

  @Override
  public void close() {
    servers.forEach(MockOAuth2Server::shutdown);
  }
}

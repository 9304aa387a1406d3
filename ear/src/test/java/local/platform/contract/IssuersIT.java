package local.platform.contract;

import static local.platform.contract.testing.HttpIssuer.KEYS;
import static local.platform.contract.testing.HttpIssuer.METADATA;
import static local.platform.contract.testing.HttpIssuer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWK;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.OidcServer;
import local.platform.contract.testing.OidcServer.Issuer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.Tenant;
import local.platform.contract.testing.Trap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests issuers that are down, slow, wrong or malicious, and issuers that change their keys. */
@Deployment.Test
@Isolated("compares times")
class IssuersIT {
  private static final int MEBIBYTE = 1 << 20;

  /** The server waits four seconds for a document, and fetches two. */
  private static final Duration GIVEN_UP = Duration.ofSeconds(9);

  private static final int LOGINS = 22;
  private static final Duration LOGIN = Duration.ofSeconds(10);

  private static final Duration PROMPT = Duration.ofSeconds(3);

  /** An unknown key is looked for once in ten seconds. */
  private static final Duration NEXT_FETCH = Duration.ofSeconds(20);

  private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

  private final PlatformClient client;
  private final String ours;
  private final Tenant tenant;
  private final CountDownLatch over = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<HttpIssuer> issuers = new ArrayList<>();
  private HttpIssuer issuer;

  IssuersIT(PlatformClient client) {
    this.client = client;
    this.ours = client.claims().getIssuer();
    this.tenant = Tenant.create(client);
  }

  @BeforeEach
  void start() {
    issuer = newIssuer();
  }

  @AfterEach
  void stop() {
    over.countDown();
    issuers.forEach(HttpIssuer::close);
    threads.shutdownNow();
  }

  private HttpIssuer newIssuer() {
    HttpIssuer started = HttpIssuer.start();
    issuers.add(started);
    return started;
  }

  @Test
  void anIssuerThatBehavesIsAskedOnceForItsTwoDocuments() {
    for (int i = 0; i < 5; i++) {
      assertThat(exchange().status()).isEqualTo(200);
    }
    assertThat(issuer.requests()).isEqualTo(2);
  }

  @Test
  void anIssuerThatIsDownIsToBeTriedAgain() {
    String token = issuer.token("alice", ours);
    String identity = tenant.identity(issuer.url(), "alice");
    issuer.close();

    assertTryAgain(tenant.exchange(token, identity));
    Reply oauth =
        client
            .withToken("")
            .postForm(
                "/sts/exchange",
                "grant_type",
                "urn:ietf:params:oauth:grant-type:token-exchange",
                "subject_token",
                token,
                "subject_token_type",
                "urn:ietf:params:oauth:token-type:jwt",
                "identity",
                identity);
    assertThat(oauth.status()).isEqualTo(503);
    assertThat(oauth.json().path("error").asText()).isEqualTo("temporarily_unavailable");
    assertThat(oauth.header("Retry-After").orElseThrow()).matches("[1-9][0-9]*");
    assertThat(tenant.exchange(token, tenant.identity(issuer.url(), "bob")).status())
        .as("a key that cannot be had is not told from a wrong subject")
        .isEqualTo(503);
  }

  @ParameterizedTest
  @CsvSource({"500, true", "503, true", "429, true", "404, false", "401, false", "204, false"})
  void onlyAnIssuerThatMayRecoverIsToBeTriedAgain(int status, boolean again) {
    for (String page : List.of(METADATA, KEYS)) {
      issuer = newIssuer();
      issuer.serve(page, exchange -> exchange.sendResponseHeaders(status, -1));

      Reply reply = exchange();

      if (again) {
        assertTryAgain(reply);
      } else {
        assertThat(reply.status()).as(page).isEqualTo(403);
      }
    }
  }

  /** All at once because they take seconds, each for another organization. */
  @Test
  void anIssuerThatSaysNothingOrSpeaksSlowlyIsGivenUp() throws Exception {
    List<HttpIssuer> bad = new ArrayList<>();
    for (String page : List.of(METADATA, KEYS)) {
      HttpIssuer silent = newIssuer();
      silent.serve(page, exchange -> hang());
      HttpIssuer slow = newIssuer();
      slow.serve(page, this::speakSlowly);
      bad.addAll(List.of(silent, slow));
    }
    List<Future<Reply>> givenUp = new ArrayList<>();
    for (HttpIssuer each : bad) {
      Tenant other = Tenant.create(client);
      String identity = other.identity(each.url(), "alice");
      String token = each.token("alice", ours);
      givenUp.add(threads.submit(() -> within(GIVEN_UP, () -> other.exchange(token, identity))));
    }
    for (Future<Reply> each : givenUp) {
      assertTryAgain(each.get());
    }
    assertThat(bad).extracting(HttpIssuer::requests).containsExactly(1, 1, 2, 2);
  }

  private void speakSlowly(HttpExchange exchange) throws IOException {
    begin(exchange, 1_000_000);
    while (over.getCount() > 0) {
      exchange.getResponseBody().write(' ');
      exchange.getResponseBody().flush();
      hang(Duration.ofMillis(100));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {METADATA, KEYS})
  void anIssuerThatSendsMoreThanAMebibyteIsRefused(String page) {
    String good = page.equals(METADATA) ? issuer.metadata(issuer.url()) : keys();
    issuer.serve(page, good + " ".repeat(MEBIBYTE - good.length()));
    assertThat(exchange().status()).isEqualTo(200);

    for (int length : new int[] {MEBIBYTE + 1, 0}) {
      issuer = newIssuer();
      String document = page.equals(METADATA) ? issuer.metadata(issuer.url()) : keys();
      issuer.serve(
          page,
          exchange -> {
            begin(exchange, length);
            OutputStream out = exchange.getResponseBody();
            out.write(document.getBytes(StandardCharsets.UTF_8));
            byte[] blanks = " ".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
            int sent = document.length();
            while (length == 0 || sent + blanks.length < length) {
              out.write(blanks);
              sent += blanks.length;
            }
            out.write(" ".repeat(length - sent).getBytes(StandardCharsets.UTF_8));
          });

      assertThat(within(GIVEN_UP, this::exchange).status()).isEqualTo(403);
    }
  }

  private String keys() {
    return "{\"keys\":[" + issuer.key().toPublicJWK().toJSONString() + "]}";
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void anIssuerThatSendsElsewhereIsRefused(int status) {
    for (String page : List.of(METADATA, KEYS)) {
      issuer = newIssuer();
      HttpIssuer elsewhere = newIssuer();
      elsewhere.serve(METADATA, issuer.metadata(issuer.url()));
      elsewhere.publish(issuer.key());
      issuer.serve(
          page,
          exchange -> {
            exchange.getResponseHeaders().set("Location", elsewhere.url() + page);
            exchange.sendResponseHeaders(status, -1);
          });

      assertThat(exchange().status()).as(page).isEqualTo(403);
      assertThat(elsewhere.requests()).isZero();
    }
  }

  @Test
  void anIssuerThatHasAnotherNameIsRefused() {
    HttpIssuer other = newIssuer();
    for (String name :
        List.of(
            other.url(),
            issuer.url() + "/",
            issuer.url().replace("http:", "https:"),
            issuer.url() + "/tenant",
            "",
            "https://platform.test",
            ours)) {
      HttpIssuer liar = newIssuer();
      liar.serve(METADATA, liar.metadata(name.replace(issuer.url(), liar.url())));
      issuer = liar;
      assertThat(exchange().status()).as(name).isEqualTo(403);
    }
    issuer = newIssuer();
    issuer.serve(METADATA, "{\"jwks_uri\":\"" + issuer.url() + KEYS + "\"}");
    assertThat(exchange().status()).isEqualTo(403);
  }

  /** An issuer cannot sign for another by publishing the address of its own keys. */
  @Test
  void anIssuerCannotSpeakForAnother() {
    HttpIssuer victim = newIssuer();
    String identity = tenant.identity(victim.url(), "alice");
    issuer.serve(METADATA, issuer.metadata(victim.url()));
    Map<String, Object> claims = victim.claims("alice", ours);

    assertThat(tenant.exchange(HttpIssuer.token(json(claims), issuer.key()), identity).status())
        .isEqualTo(403);
    assertThat(issuer.requests()).isZero();
    assertThat(tenant.exchange(victim.token(claims), identity).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, 200",
    "application/jwk-set+json;charset=utf-8, 200",
    "text/html, 403",
    "text/plain, 403",
    "application/octet-stream, 403",
    "application/jsonp, 403"
  })
  void documentsAreOfATypeOfJson(String type, int status) {
    String metadata = issuer.metadata(issuer.url());
    issuer.serve(METADATA, exchange -> HttpIssuer.send(exchange, 200, type, metadata));
    assertThat(exchange().status()).isEqualTo(status);
    issuer = newIssuer();
    String keys = keys();
    issuer.serve(KEYS, exchange -> HttpIssuer.send(exchange, 200, type, keys));
    assertThat(exchange().status()).isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "null", "[]", "{", "{}", "{\"keys\":null}", "{\"keys\":[]}", "<html></html>"})
  void documentsThatAreNoneAreRefused(String document) {
    issuer.serve(METADATA, document);
    assertThat(exchange().status()).isEqualTo(403);
    issuer = newIssuer();
    issuer.serve(KEYS, document);
    assertThat(exchange().status()).isEqualTo(403);
  }

  /** OpenID Connect Core 1.0, section 10.1. */
  @Test
  void theOnlyKeyOfAnIssuerVerifiesTokensThatNameNone() {
    String signing = issuer.key().toPublicJWK().toJSONString();
    String withoutKid = signing.replaceFirst("\"kid\":\"[^\"]*\",?", "").replace(",}", "}");
    String encryption = publicKey(HttpIssuer.newKey()).replaceFirst("\\{", "{\"use\":\"enc\",");
    HttpIssuer signer = issuer;

    for (String published :
        List.of(signing, withoutKid, encryption + "," + signing, withoutKid + "," + encryption)) {
      issuer = newIssuer();
      issuer.serve(KEYS, "{\"keys\":[" + published + "]}");
      String identity = tenant.identity(issuer.url(), "alice");

      assertThat(unnamed(signer.key(), identity).status()).as(published).isEqualTo(200);
      for (int i = 0; i < 5; i++) {
        assertThat(unnamed(HttpIssuer.newKey(), identity).status()).isEqualTo(403);
      }
      assertThat(issuer.requests()).as("nothing is fetched again at once").isEqualTo(2);
    }
    for (String published :
        List.of(
            signing + "," + publicKey(HttpIssuer.newKey()),
            withoutKid + "," + publicKey(HttpIssuer.newKey()))) {
      issuer = newIssuer();
      issuer.serve(KEYS, "{\"keys\":[" + published + "]}");

      assertThat(unnamed(signer.key(), tenant.identity(issuer.url(), "alice")).status())
          .as(published)
          .isEqualTo(403);
    }
  }

  private Reply unnamed(JWK key, String identity) {
    String claims = json(issuer.claims("alice", ours));
    return tenant.exchange(HttpIssuer.token("{\"alg\":\"ES256\"}", claims, key), identity);
  }

  private static String publicKey(JWK key) {
    return key.toPublicJWK().toJSONString();
  }

  /** As a realm may be called. */
  @Test
  void thePathOfAnIssuerMayBePercentEncoded() {
    String realm = issuer.url() + "/My%20Realm/m%C3%BCnchen";
    issuer.serve("/My Realm/m\u00fcnchen" + METADATA, issuer.metadata(realm));
    String literal = tenant.identity(realm, "alice");
    String pattern =
        tenant.identity(
            "claimMatch", Map.of("issuerPattern", ".*/My%20Realm/.*", "subject", "alice"));

    assertThat(exchangeFor(literal, realm).status()).isEqualTo(200);
    assertThat(exchangeFor(pattern, realm).status()).isEqualTo(200);
    for (String other :
        List.of(
            "/../evil", "/%2e%2e/evil", "/..%2Fevil", "/..%5cevil", "/%252e%252e/evil", "%00")) {
      assertThat(exchangeFor(pattern, realm + other).status()).as(other).isEqualTo(401);
      assertThat(
              tenant
                  .createIdentity("claimMatch", Map.of("issuer", realm + other, "subject", "alice"))
                  .violations())
          .as(other)
          .containsExactly("claimMatch.issuer");
    }
    assertThat(issuer.requests()).isEqualTo(2);
  }

  @Test
  void theHostOfAnIssuerMayHaveUnderscores() {
    String inner = "https://my_idp.issuer_test.invalid:8443/realm";
    Map<String, Object> keys = Map.of("issuer", inner, "subject", "alice", "issuerKeys", keys());

    assertThat(exchangeFor(tenant.identity("staticKeys", keys), inner).status()).isEqualTo(200);
    assertTryAgain(exchangeFor(tenant.identity(inner, "alice"), inner));
    assertTryAgain(
        exchangeFor(
            tenant.identity(
                "claimMatch", Map.of("issuerPattern", "https://my_idp\\..*", "subject", "alice")),
            inner));
    issuer.serve(
        METADATA,
        "{\"issuer\":\"%s\",\"jwks_uri\":\"%s\"}".formatted(issuer.url(), inner + "/keys"));
    assertTryAgain(exchange());
  }

  /** The key that the token names is used, even if other keys cannot be read. */
  @Test
  void keysThatAreOfNoUseDoNotSpoilTheOthers() {
    issuer.serve(
        KEYS,
        "{\"keys\":[null,1,{},{\"kty\":\"oct\",\"k\":\"AAAA\",\"kid\":\"x\"},{\"kty\":\"XX\"},"
            + issuer.key().toPublicJWK().toJSONString()
            + "]}");

    assertThat(exchange().status()).isEqualTo(200);
  }

  /**
   * Private addresses are not connected to, whether an issuer or its metadata point there. Where
   * loopback is allowed, connections to it do arrive, so that the trap works.
   */
  @Test
  void aPrivateAddressIsNotConnectedTo() throws IOException {
    try (Trap trap = Trap.set()) {
      String identity =
          tenant.identity("claimMatch", Map.of("issuerPattern", ".*", "subject", "alice"));

      assertThat(
              within(GIVEN_UP, () -> exchangeFor(identity, "https://127.0.0.1:" + trap.port()))
                  .status())
          .isEqualTo(503);
      assertThat(trap.caught()).isTrue();
      for (String host : Trap.innerHosts()) {
        String address = host + ":" + trap.port();
        assertThat(exchangeFor(identity, "https://" + address).status()).as(host).isIn(401, 503);
        assertThat(exchangeFor(identity, "http://" + address).status()).as(host).isEqualTo(401);
        for (String scheme : List.of("http://", "https://")) {
          issuer = newIssuer();
          issuer.serve(
              METADATA,
              "{\"issuer\":\"%s\",\"jwks_uri\":\"%s\"}"
                  .formatted(issuer.url(), scheme + address + "/keys"));
          assertTryAgain(exchange());
        }
      }
      assertThat(trap.caught()).isFalse();
    }
  }

  private Reply exchangeFor(String identity, String from) {
    Map<String, Object> claims = issuer.claims("alice", ours);
    claims.put("iss", from);
    return tenant.exchange(issuer.token(claims), identity);
  }

  @Test
  void aNewKeyIsAcceptedSoonAndTheOldOneNoMore() throws Exception {
    try (OidcServer provider = OidcServer.start()) {
      Issuer real = provider.issuer();
      String identity = tenant.identity(real.url(), "build");
      String before = real.token("build", ours);
      assertThat(tenant.exchange(before, identity).status()).isEqualTo(200);

      real.rotate();
      String after = real.token("build", ours);
      assertThat(tenant.exchange(before, identity).status())
          .as("the key is known for five minutes")
          .isEqualTo(200);
      Instant deadline = Instant.now().plus(NEXT_FETCH);
      int status = tenant.exchange(after, identity).status();
      while (status != 200 && Instant.now().isBefore(deadline)) {
        assertThat(status).isEqualTo(403);
        assertThat(tenant.exchange(before, identity).status()).isIn(200, 403);
        hang(POLL_INTERVAL);
        status = tenant.exchange(after, identity).status();
      }

      assertThat(status).isEqualTo(200);
      assertThat(tenant.exchange(before, identity).status()).isEqualTo(403);
    }
  }

  @Test
  void anIssuerThatHangsHoldsUpNobodyElse() throws Exception {
    HttpIssuer known = newIssuer();
    String build = tenant.identity(known.url(), "build");
    assertThat(tenant.exchange(known.token("build", ours), build).status()).isEqualTo(200);
    HttpIssuer unknown = newIssuer();
    String other = tenant.identity(unknown.url(), "other");
    issuer.serve(METADATA, exchange -> hang());
    String identity = tenant.identity(issuer.url(), "alice");
    String token = issuer.token("alice", ours);
    List<Future<Reply>> hanging = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      hanging.add(threads.submit(() -> tenant.exchange(token, identity)));
    }
    awaitRequest();

    Map<String, Supplier<Reply>> requests =
        Map.of(
            "of a known issuer",
            () -> tenant.exchange(known.token("build", ours), build),
            "of an issuer that was not asked before",
            () -> tenant.exchange(unknown.token("other", ours), other),
            "of none",
            () -> client.get("/iam/v2/groups/" + tenant.uid()),
            "of nobody",
            () -> client.get("/health/ready"));
    Set<String> servedMeanwhile = new HashSet<>();
    while (hanging.stream().anyMatch(each -> !each.isDone())) {
      requests.forEach(
          (name, request) -> {
            assertPrompt(request);
            if (hanging.stream().anyMatch(each -> !each.isDone())) {
              servedMeanwhile.add(name);
            }
          });
    }
    assertThat(servedMeanwhile).isEqualTo(requests.keySet());
    for (Future<Reply> each : hanging) {
      assertTryAgain(each.get());
    }
    assertThat(issuer.requests()).as("one fetch for all").isEqualTo(1);
  }

  @Test
  void manyIssuersThatHangHoldUpNobodyWhoseIssuerIsKnown() throws Exception {
    HttpIssuer known = newIssuer();
    String build = tenant.identity(known.url(), "build");
    assertThat(tenant.exchange(known.token("build", ours), build).status()).isEqualTo(200);
    List<Future<Reply>> hanging = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      HttpIssuer stuck = newIssuer();
      stuck.serve(METADATA, exchange -> hang());
      String identity = tenant.identity(stuck.url(), "alice");
      String token = stuck.token("alice", ours);
      hanging.add(threads.submit(() -> tenant.exchange(token, identity)));
    }

    for (int i = 0; i < 10; i++) {
      assertPrompt(() -> tenant.exchange(known.token("build", ours), build));
      assertPrompt(() -> client.get("/iam/v2/groups/" + tenant.uid()));
    }
    for (Future<Reply> each : hanging) {
      assertTryAgain(each.get());
    }
  }

  /** The issuers of others do not affect an organization. */
  @ParameterizedTest
  @ValueSource(ints = {12, 50})
  void theSlowIssuersOfManyOrganizationsHoldUpNoNewIssuer(int organizations) throws Exception {
    CountDownLatch asked = new CountDownLatch(organizations);
    // The issuers are slow, the server is not to be busy: as many requests a second for any number.
    Duration pause = Duration.ofMillis(20L * organizations);
    for (int i = 0; i < organizations; i++) {
      Tenant other = Tenant.create(client);
      for (int j = 0; j < 2; j++) {
        HttpIssuer slow = newIssuer();
        slow.serve(
            METADATA,
            exchange -> {
              asked.countDown();
              hang();
            });
        String identity = other.identity(slow.url(), "alice");
        String token = slow.token("alice", ours);
        for (int k = 0; k < 2; k++) {
          var unused =
              threads.submit(
                  () -> {
                    while (over.getCount() > 0) {
                      other.exchange(token, identity);
                      hang(pause);
                    }
                  });
        }
      }
    }
    assertThat(asked.await(GIVEN_UP.toSeconds(), TimeUnit.SECONDS)).isTrue();

    List<String> identities = new ArrayList<>();
    for (int i = 0; i < LOGINS; i++) {
      identities.add(tenant.identity(issuer.url(), "alice"));
    }
    List<Future<Reply>> logins = new ArrayList<>();
    for (String identity : identities) {
      String token = issuer.token("alice", ours);
      logins.add(threads.submit(() -> within(LOGIN, () -> tenant.exchange(token, identity))));
    }
    for (Future<Reply> login : logins) {
      assertThat(login.get().status()).as(login.get().text()).isEqualTo(200);
    }
    HttpIssuer another = newIssuer();
    String identity = tenant.identity(another.url(), "alice");
    for (int i = 0; i < LOGINS; i++) {
      Reply reply = within(LOGIN, () -> tenant.exchange(another.token("alice", ours), identity));
      assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    }
  }

  private void awaitRequest() throws InterruptedException {
    Instant deadline = Instant.now().plus(PROMPT);
    while (issuer.requests() == 0 && Instant.now().isBefore(deadline)) {
      hang(Duration.ofMillis(10));
    }
  }

  private static void assertPrompt(Supplier<Reply> request) {
    Reply reply = within(PROMPT, request);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
  }

  private static Reply within(Duration limit, Supplier<Reply> request) {
    long start = System.nanoTime();
    Reply reply = request.get();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(limit);
    return reply;
  }

  private static void assertTryAgain(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(503);
    assertThat(reply.header("Retry-After").orElseThrow()).matches("[1-9][0-9]*");
    assertThat(reply.json().path("code").asInt()).isEqualTo(14);
    assertThat(reply.text()).doesNotContain("127.", "Exception", "http");
  }

  private Reply exchange() {
    return tenant.exchange(issuer.token("alice", ours), tenant.identity(issuer.url(), "alice"));
  }

  private static void begin(HttpExchange exchange, int length) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, length);
  }

  /** Blocks until the test ends. */
  private void hang() {
    hang(Duration.ofMinutes(1));
  }

  private void hang(Duration longest) {
    try {
      over.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

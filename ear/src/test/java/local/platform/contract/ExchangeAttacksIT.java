package local.platform.contract;

import static local.platform.contract.testing.HttpIssuer.json;
import static local.platform.contract.testing.PlatformClient.form;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.RawHttp;
import local.platform.contract.testing.Tenant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exchanges tokens that are made by hand, of which none may succeed. */
@Deployment.Test
class ExchangeAttacksIT {
  private static final int MAX_TOKEN_LENGTH = 8_192;
  private static final Duration AT_ONCE = Duration.ofSeconds(5);

  private static HttpIssuer issuer;
  private static RSAKey rsa;

  private final PlatformClient client;
  private final String ours;
  private final Tenant tenant;
  private String identity;
  private Map<String, Object> claims;

  ExchangeAttacksIT(PlatformClient client) {
    this.client = client;
    this.ours = client.claims().getIssuer();
    this.tenant = Tenant.create(client);
  }

  @BeforeAll
  static void start() throws Exception {
    issuer = HttpIssuer.start();
    rsa = new RSAKeyGenerator(2_048).keyID("rsa").generate();
    issuer.publish(issuer.key(), rsa);
  }

  @AfterAll
  static void stop() {
    issuer.close();
  }

  @BeforeEach
  void createIdentity() {
    identity = tenant.identity(issuer.url(), "alice");
    claims = issuer.claims("alice", ours);
  }

  /** Everything that is refused below is accepted without the attack. */
  @Test
  void tokensThatAreNoAttackAreAccepted() {
    assertThat(status(issuer.token(claims))).isEqualTo(200);
    assertThat(status(HttpIssuer.token(json(claims), rsa))).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "None", "NONE", "HS256", "HS512", "ES256K", "RS1", ""})
  void anAlgorithmThatIsNotAcceptedIsRefused(String algorithm) {
    String header = "{\"alg\":\"" + algorithm + "\",\"kid\":\"rsa\"}";
    String unsigned = Base64URL.encode(header) + "." + Base64URL.encode(json(claims)) + ".";
    String signed = HttpIssuer.token(header, json(claims), rsa);

    assertThat(status(unsigned)).isEqualTo(401);
    assertThat(status(unsigned + "AAAA")).isEqualTo(401);
    assertThat(status(signed)).isEqualTo(401);
  }

  /** If the server used a public key as the secret of a MAC, anybody could make tokens. */
  @Test
  void aPublicKeyIsNoSecret() throws Exception {
    for (byte[] secret :
        List.of(
            rsa.toRSAPublicKey().getEncoded(),
            rsa.toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8),
            ("-----BEGIN PUBLIC KEY-----\n"
                    + java.util.Base64.getMimeEncoder()
                        .encodeToString(rsa.toRSAPublicKey().getEncoded())
                    + "\n-----END PUBLIC KEY-----\n")
                .getBytes(StandardCharsets.UTF_8))) {
      for (String algorithm : List.of("HS256", "RS256", "ES256")) {
        String header = "{\"alg\":\"" + algorithm + "\",\"kid\":\"rsa\"}";
        String input = Base64URL.encode(header) + "." + Base64URL.encode(json(claims));
        Base64URL mac =
            new MACSigner(secret)
                .sign(new JWSHeader(JWSAlgorithm.HS256), input.getBytes(StandardCharsets.UTF_8));

        assertThat(status(input + "." + mac)).isEqualTo(algorithm.equals("HS256") ? 401 : 403);
      }
    }
  }

  @Test
  void onlyTheKeyThatIsNamedVerifies() {
    JWK stranger = HttpIssuer.newKey();
    String kid = issuer.key().getKeyID();

    assertThat(status(header("{'alg':'ES256'}"))).isEqualTo(403);
    assertThat(status(header("{'alg':'ES256','kid':null}"))).isEqualTo(403);
    assertThat(status(header("{'alg':'ES256','kid':''}"))).isEqualTo(401);
    assertThat(status(header("{'alg':'ES256','kid':'rsa'}"))).isEqualTo(403);
    assertThat(status(header("{'alg':'RS256','kid':'" + kid + "'}"))).isEqualTo(403);
    assertThat(status(header("{'alg':'ES256','kid':'unknown'}"))).isEqualTo(403);
    assertThat(
            status(
                HttpIssuer.token(
                    "{\"alg\":\"ES256\",\"kid\":\"" + kid + "\"}", json(claims), stranger)))
        .isEqualTo(403);
  }

  /** The token contains the key that verifies it. */
  @Test
  void aKeyInTheHeaderIsNotUsed() throws Exception {
    JWK stranger = HttpIssuer.newKey();
    for (String kid : List.of(issuer.key().getKeyID(), stranger.getKeyID())) {
      for (String more :
          List.of(
              "\"jwk\":" + stranger.toPublicJWK().toJSONString(),
              "\"jku\":\"" + issuer.url() + "/stranger\"",
              "\"x5u\":\"" + issuer.url() + "/stranger\"",
              "\"x5c\":[\"" + Base64URL.encode("x") + "\"]")) {
        String header = "{\"alg\":\"ES256\",\"kid\":\"" + kid + "\"," + more + "}";

        assertThat(status(HttpIssuer.token(header, json(claims), stranger)))
            .as(more)
            .isIn(401, 403);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'crit':['exp']",
        "'crit':['b64'],'b64':false",
        "'b64':false",
        "'typ':'logout+jwt'",
        "'typ':'JWE'",
        "'alg':'none'"
      })
  void aHeaderThatSaysMoreIsRefused(String more) {
    String kid = issuer.key().getKeyID();

    assertThat(status(header("{'alg':'ES256','kid':'" + kid + "'," + more + "}"))).isEqualTo(401);
  }

  @Test
  void twoSignaturesAreNone() {
    String[] good = issuer.token(claims).split("\\.", -1);
    String[] other = HttpIssuer.token(json(claims), rsa).split("\\.", -1);
    String general =
        "{\"payload\":\"%s\",\"signatures\":[{\"protected\":\"%s\",\"signature\":\"%s\"},{\"protected\":\"%s\",\"signature\":\"%s\"}]}"
            .formatted(good[1], good[0], good[2], other[0], other[2]);

    assertThat(status(String.join(".", good) + "." + other[2])).isEqualTo(401);
    assertThat(status(general)).isEqualTo(401);
    assertThat(
            status(
                "{\"payload\":\""
                    + good[1]
                    + "\",\"protected\":\""
                    + good[0]
                    + "\",\"signature\":\""
                    + good[2]
                    + "\"}"))
        .isEqualTo(401);
    Reply two =
        client
            .withToken("")
            .get(
                "/sts/exchange?"
                    + form("identity", identity, "access_token", issuer.token(claims)));
    assertThat(two.status()).isEqualTo(401);
    String header = "Authorization: Bearer " + issuer.token(claims);
    assertThat(
            RawHttp.status(
                RawHttp.request(
                    client.url(),
                    "GET /sts/exchange?" + form("identity", identity) + " HTTP/1.1",
                    header,
                    header)))
        .isEqualTo(401);
  }

  /**
   * A few seconds are left for the request; the exact limit is tested in {@code ejb}, with another
   * clock.
   */
  @ParameterizedTest
  @CsvSource({
    "exp, -50, 200",
    "exp, -61, 403",
    "exp, -3600, 403",
    "exp, 86300, 200",
    "exp, 90000, 403",
    "nbf, 50, 200",
    "nbf, 75, 403",
    "nbf, 3600, 403",
    "nbf, -10, 200",
    "iat, 50, 200",
    "iat, 75, 403",
    "iat, -90000, 403"
  })
  void aTokenIsGoodOnlyInItsTime(String claim, long seconds, int status) {
    long now = Instant.now().getEpochSecond();
    if (claim.equals("exp")) {
      claims.put("iat", Math.min(now, now + seconds - 1));
    }
    claims.put(claim, now + seconds);

    assertThat(status(issuer.token(claims))).isEqualTo(status);
  }

  @Test
  void aTokenSaysWhenItExpires() {
    claims.remove("exp");
    assertThat(status(issuer.token(claims))).isEqualTo(403);
    claims.put("exp", String.valueOf(Instant.now().getEpochSecond() + 600));
    assertThat(status(issuer.token(claims))).isEqualTo(403);
    claims.put("exp", 1e300);
    assertThat(status(issuer.token(claims))).isEqualTo(403);
  }

  @Test
  void aTokenIsMeantForUs() {
    claims.remove("aud");
    assertThat(status(issuer.token(claims))).isEqualTo(403);
    for (Object audience :
        List.of("https://other.test", ours + "/", "", List.of(), List.of("x", "y"), 1, Map.of())) {
      claims.put("aud", audience);
      assertThat(status(issuer.token(claims))).as("%s", audience).isEqualTo(403);
    }
    claims.put("aud", List.of("x", ours));
    assertThat(status(issuer.token(claims))).isEqualTo(200);
    claims.put("aud", List.of(ours, 1));
    assertThat(status(issuer.token(claims))).isEqualTo(403);
  }

  @Test
  void anIssuerIsTheSameOnlyToTheLastCharacter() {
    String host = issuer.url().substring("http://".length());
    for (String other :
        List.of(
            issuer.url() + "/",
            "HTTP://" + host,
            "https://" + host,
            issuer.url() + "/.",
            issuer.url() + "/tenant",
            "http://localhost:" + host.split(":", 2)[1])) {
      claims.put("iss", other);
      assertThat(status(issuer.token(claims))).as(other).isIn(401, 403);
    }
    int before = issuer.requests();
    for (String other :
        List.of(
            "http://alice@" + host,
            "http://alice:secret@" + host,
            issuer.url() + "?x",
            issuer.url() + "/?x=y",
            issuer.url() + "#x",
            issuer.url() + "\\@elsewhere.test",
            "file:///etc/passwd",
            "",
            "http://[")) {
      claims.put("iss", other);
      assertThat(status(issuer.token(claims))).as(other).isEqualTo(401);
      String byPattern =
          tenant.identity("claimMatch", Map.of("issuerPattern", ".*", "subjectPattern", ".*"));
      assertThat(tenant.exchange(issuer.token(claims), byPattern).status())
          .as(other)
          .isEqualTo(401);
    }
    assertThat(issuer.requests()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"iss", "sub", "aud", "exp", "team"})
  void aClaimIsThereOnce(String name) {
    claims.put("team", "red");
    Map<String, Object> evil = issuer.claims("mallory", "x");
    evil.put("team", "blue");
    String once = json(claims);
    String value = json(Map.of(name, evil.get(name)));
    String twice = "{" + value.substring(1, value.length() - 1) + "," + once.substring(1);

    assertThat(status(HttpIssuer.token(once, issuer.key()))).isEqualTo(200);
    assertThat(status(HttpIssuer.token(twice, issuer.key()))).isEqualTo(401);
    assertThat(
            status(header("{'alg':'ES256','kid':'rsa','kid':'" + issuer.key().getKeyID() + "'}")))
        .isEqualTo(401);
  }

  @Test
  void aTokenOfAMegabyteIsRefused() {
    claims.put("padding", "x".repeat(MAX_TOKEN_LENGTH));
    String tooLong = issuer.token(claims);
    assertThat(tooLong.length()).isLessThan(16_000);
    assertThat(status(tooLong)).isEqualTo(401);
    claims.put("padding", "x".repeat(700_000));
    Reply megabyte =
        client
            .withToken("")
            .postForm(
                "/sts/exchange",
                "grant_type",
                "urn:ietf:params:oauth:grant-type:token-exchange",
                "subject_token",
                issuer.token(claims),
                "subject_token_type",
                "urn:ietf:params:oauth:token-type:jwt",
                "identity",
                identity);
    assertThat(megabyte.status()).as(megabyte.text()).isEqualTo(400);
    assertThat(megabyte.json().path("error").asText()).isEqualTo("invalid_request");
    String header =
        RawHttp.request(
            client.url(),
            "GET /sts/exchange?" + form("identity", identity) + " HTTP/1.1",
            "Authorization: Bearer " + issuer.token(claims));
    // The server closes the connection before it has read everything, so that its answer may be
    // lost.
    int status = RawHttp.status(header);
    assertThat(status == 0 || (status >= 400 && status < 500)).as(header).isTrue();
  }

  @Test
  void anAlteredTokenIsRefused() {
    String good = issuer.token(claims);
    String[] parts = good.split("\\.", -1);
    claims.put("sub", "alice");
    claims.put("admin", true);
    String payload = Base64URL.encode(json(claims)).toString();
    byte[] signature = Base64URL.from(parts[2]).decode();
    signature[signature.length - 1] ^= 1;

    assertThat(status(good)).isEqualTo(200);
    assertThat(status(parts[0] + "." + payload + "." + parts[2])).isEqualTo(403);
    assertThat(status(parts[0] + "." + parts[1] + "." + Base64URL.encode(signature)))
        .isEqualTo(403);
    assertThat(
            status(parts[0] + "." + parts[1] + "." + Base64URL.encode(new byte[signature.length])))
        .as("a signature of zeros")
        .isEqualTo(403);
    assertThat(status(parts[0] + "." + parts[1] + ".")).isEqualTo(401);
    assertThat(status(good + "=")).isEqualTo(401);
    assertThat(status(good.substring(0, good.length() - 2))).isEqualTo(403);
  }

  /** Organizations trust only their own issuers, even for subjects with the same name. */
  @Test
  void theIssuerOfAnotherOrganizationIsAnotherOne() {
    try (HttpIssuer theirs = HttpIssuer.start()) {
      Tenant other = Tenant.create(client);
      String their = other.identity(theirs.url(), "alice");

      assertThat(other.exchange(theirs.token("alice", ours), their).status()).isEqualTo(200);
      assertThat(status(theirs.token("alice", ours))).isEqualTo(403);
      assertThat(other.exchange(issuer.token(claims), their).status()).isEqualTo(403);
      Map<String, Object> pretended = theirs.claims("alice", ours);
      pretended.put("iss", issuer.url());
      assertThat(status(HttpIssuer.token(json(pretended), theirs.key())))
          .as("signed by another issuer with its own key")
          .isEqualTo(403);
    }
  }

  @Test
  void onlyTokensOfThisServerAreForTheApi() {
    tenant.bind(tenant.uid(), identity, "owner");
    PlatformClient job = tenant.as(issuer.token(claims), identity);
    assertThat(job.get("/iam/v2/groups").status()).isEqualTo(200);
    claims.put("sub", identity);
    claims.put("iss", ours);
    claims.put("platform_relationship", 0);

    for (String token :
        List.of(
            issuer.token("alice", ours),
            issuer.token(claims),
            HttpIssuer.token(
                "{\"alg\":\"ES256\",\"typ\":\"at+jwt\",\"kid\":\""
                    + issuer.key().getKeyID()
                    + "\"}",
                json(claims),
                issuer.key()))) {
      for (String path :
          List.of("/iam/v2/groups", "/iam/v1/groups", "/auth/v1/ok", "/operator/operators")) {
        Reply refused = client.withToken(token).get(path);
        assertThat(refused.status()).as(path).isEqualTo(401);
        assertThat(refused.reason()).isIn("TOKEN_MALFORMED", "TOKEN_SIGNATURE_INVALID");
      }
    }
  }

  @Test
  void aTokenOfThisServerIsNotOneOfAnotherIssuer() {
    tenant.bind(tenant.uid(), identity, "owner");
    String own = tenant.as(issuer.token(claims), identity).token();

    assertThat(status(own)).isEqualTo(403);
    List<Map<String, String>> matches = new ArrayList<>();
    matches.add(Map.of("issuerPattern", ".*", "subject", identity));
    matches.add(Map.of("issuerPattern", "http://.*", "subjectPattern", ".*"));
    matches.add(Map.of("issuer", ours, "subjectPattern", ".*"));
    matches.add(Map.of("issuer", ours, "subject", "alice"));
    for (Map<String, String> match : matches) {
      String target = tenant.identity("claimMatch", match);
      assertThat(tenant.exchange(own, target).status()).as("%s", match).isEqualTo(403);
    }
    String literal = tenant.identity(ours, identity);
    assertThat(tenant.exchange(own, literal).status()).isEqualTo(200);
  }

  /** An identity of one organization does not become one of another by naming it. */
  @Test
  void aTokenOfThisServerIsForWhoeverNamesItsIdentity() {
    String own = tenant.as(issuer.token(claims), identity).token();
    Tenant other = Tenant.create(client);
    String there = other.identity(ours, tenant.identity(issuer.url(), "bob"));
    String guest = other.identity(ours, identity);

    assertThat(other.exchange(own, there).status()).isEqualTo(403);
    PlatformClient visitor = other.as(own, guest);
    assertThat(visitor.get("/auth/v1/ok").json().path("subject").asText()).isEqualTo(guest);
    assertThat(client.delete("/iam/v2/identities/" + identity).status()).isEqualTo(200);
    assertThat(other.exchange(own, guest).status()).isEqualTo(403);
  }

  /** Restrictions and expiry of a token are inherited, however often it is exchanged. */
  @Test
  void aChainOfTokensNeverBecomesWider() throws Exception {
    String group = tenant.group(tenant.uid());
    String below = tenant.group(group);
    tenant.bind(tenant.uid(), identity, "owner");
    String second = tenant.identity(ours, identity);
    tenant.bind(tenant.uid(), second, "owner");
    String third = tenant.identity(ours, second);
    tenant.bind(tenant.uid(), third, "owner");
    PlatformClient first = tenant.as(issuer.token(claims), identity, "scopes", group);
    PlatformClient next =
        tenant.as(first.token(), second, "cap", "groups.list", "cap", "groups.create");
    PlatformClient last =
        tenant.as(
            next.token(),
            third,
            "scopes",
            tenant.uid(),
            "scopes",
            below,
            "cap",
            "groups.list",
            "cap",
            "groups.delete");
    PlatformClient unasked = tenant.as(next.token(), third);

    assertThat(first.get("/iam/v2/groups/" + tenant.uid()).status()).isEqualTo(403);
    assertThat(first.delete("/iam/v2/groups/" + group).status()).isNotEqualTo(403);
    assertThat(next.get("/iam/v2/groups/" + tenant.uid()).status()).isEqualTo(403);
    assertThat(next.get("/iam/v2/groups/" + group).status()).isEqualTo(200);
    assertThat(next.delete("/iam/v2/groups/" + below).status()).isEqualTo(403);
    assertThat(unasked.get("/iam/v2/groups/" + tenant.uid()).status()).isEqualTo(403);
    assertThat(unasked.get("/iam/v2/groups/" + group).status()).isEqualTo(200);
    assertThat(unasked.delete("/iam/v2/groups/" + below).status()).isEqualTo(403);
    assertThat(last.get("/iam/v2/groups/" + tenant.uid()).status()).isEqualTo(403);
    assertThat(last.get("/iam/v2/groups/" + group).status()).isEqualTo(403);
    assertThat(last.get("/iam/v2/groups/" + below).status()).isEqualTo(200);
    assertThat(last.post("/iam/v2/groups/" + below, PlatformClient.group("x", "")).status())
        .isEqualTo(403);
    assertThat(last.delete("/iam/v2/groups/" + below).status()).isEqualTo(403);
    Instant end = expiry(first);
    assertThat(expiry(next)).isBeforeOrEqualTo(end);
    assertThat(expiry(last)).isBeforeOrEqualTo(expiry(next));
  }

  private static Instant expiry(PlatformClient holder) {
    return holder.claims().getExpirationTime().toInstant();
  }

  @Test
  void storedKeysVerifyWhatTheyAreStoredForAndNothingElse() throws Exception {
    JWK key = HttpIssuer.newKey();
    Instant end = Instant.now().plusSeconds(1_800);
    String stored =
        tenant.identity("staticKeys", staticKeys("https://unreachable.invalid", key, end));
    Map<String, Object> good = issuer.claims("alice", ours);
    good.put("iss", "https://unreachable.invalid");

    Reply reply = tenant.exchange(HttpIssuer.token(json(good), key), stored);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(Instant.parse(reply.json().path("expiry").asText())).isBeforeOrEqualTo(end);
    assertThat(tenant.exchange(HttpIssuer.token(json(good), rsa), stored).status()).isEqualTo(403);
    assertThat(
            tenant
                .exchange(
                    HttpIssuer.token(
                        "{\"alg\":\"ES256\",\"kid\":\"" + key.getKeyID() + "\"}",
                        json(good),
                        HttpIssuer.newKey()),
                    stored)
                .status())
        .isEqualTo(403);
    for (Map.Entry<String, Object> wrong :
        Map.<String, Object>of("sub", "Alice", "iss", "https://unreachable.invalid/", "aud", "x")
            .entrySet()) {
      Map<String, Object> changed = new java.util.HashMap<>(good);
      changed.put(wrong.getKey(), wrong.getValue());
      assertThat(tenant.exchange(HttpIssuer.token(json(changed), key), stored).status())
          .as(wrong.getKey())
          .isEqualTo(403);
    }
  }

  @Test
  void theOnlyStoredKeyNeedsNoIdAndThenVerifiesTokensThatNameNone() throws Exception {
    JWK key = HttpIssuer.newKey();
    Map<String, Object> members = key.toPublicJWK().toJSONObject();
    members.remove("kid");
    Map<String, Object> stored =
        new java.util.HashMap<>(staticKeys(issuer.url(), key, Instant.now().plusSeconds(1_800)));
    stored.put("issuerKeys", json(Map.of("keys", List.of(members))));
    String keyless = tenant.identity("staticKeys", stored);
    String unnamed = "{\"alg\":\"ES256\"}";

    assertThat(tenant.exchange(HttpIssuer.token(unnamed, json(claims), key), keyless).status())
        .isEqualTo(200);
    assertThat(
            tenant
                .exchange(HttpIssuer.token(unnamed, json(claims), HttpIssuer.newKey()), keyless)
                .status())
        .isEqualTo(403);
    assertThat(tenant.exchange(HttpIssuer.token(json(claims), key), keyless).status())
        .isEqualTo(403);
    stored.put(
        "issuerKeys",
        json(Map.of("keys", List.of(members, HttpIssuer.newKey().toPublicJWK().toJSONObject()))));
    assertThat(tenant.createIdentity("staticKeys", stored).violations())
        .containsExactly("staticKeys.issuerKeys");
  }

  @Test
  void aTokenOfStoredKeysMayLiveForAsLongAsKeysDo() {
    JWK key = HttpIssuer.newKey();
    String stored =
        tenant.identity(
            "staticKeys", staticKeys(issuer.url(), key, Instant.now().plusSeconds(1_800)));
    long now = Instant.now().getEpochSecond();
    claims.put("iat", now);
    claims.put("exp", now + Duration.ofDays(365).toSeconds());
    String longest = HttpIssuer.token(json(claims), key);
    claims.put("exp", now + Duration.ofDays(365).toSeconds() + 1);
    String longer = HttpIssuer.token(json(claims), key);

    assertThat(tenant.exchange(longest, stored).status()).isEqualTo(200);
    assertThat(tenant.exchange(longer, stored).status()).isEqualTo(403);
  }

  /** The keys of this server are public (see {@code TokenExchangeTest}). */
  @Test
  void ourOwnKeysStoredWithAnIdentityVerifyNothing() {
    tenant.bind(tenant.uid(), identity, "owner");
    String narrowed = tenant.as(issuer.token(claims), identity, "cap", "groups.list").token();
    String keys = client.get("/.well-known/jwks.json").text();

    Reply created =
        tenant.createIdentity(
            "staticKeys", Map.of("issuer", ours, "subject", identity, "issuerKeys", keys));

    if (created.status() == 200) {
      assertThat(tenant.exchange(narrowed, created.uid()).status()).isEqualTo(403);
    } else {
      assertThat(created.status()).isEqualTo(400);
    }
  }

  private Map<String, Object> staticKeys(String from, JWK key, Instant end) {
    return Map.of(
        "issuer",
        from,
        "subject",
        "alice",
        "issuerKeys",
        "{\"keys\":[" + key.toPublicJWK().toJSONString() + "]}",
        "expirationTime",
        end.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a{1000}{1000}",
        "(((a{100}){100}){100}){100}",
        "(a",
        "(?=a)",
        "(a)\\1",
        "(?<!a)b",
        "[",
        "*"
      })
  void aPatternThatIsNoneOrTooLargeIsRefused(String pattern) {
    for (String part : List.of("subjectPattern", "issuerPattern", "audiencePattern")) {
      Map<String, Object> match = new java.util.HashMap<>();
      match.put("issuer", issuer.url());
      match.put("subject", "alice");
      match.remove(part.replace("Pattern", ""));
      match.put(part, pattern);
      Reply refused = tenant.createIdentity("claimMatch", match);
      assertThat(refused.status()).as(refused.text()).isEqualTo(400);
      assertThat(refused.violations()).containsExactly("claimMatch." + part);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"(a+)+", "(a|a)*", "(a|aa)+", "(.*a){20}", "([a-z]+)*", "((a*)*)*", "(x+x+)+y"})
  void aPatternThatWouldTakeForeverElsewhereIsAnsweredAtOnce(String pattern) {
    String slow =
        tenant.identity("claimMatch", Map.of("issuer", issuer.url(), "subjectPattern", pattern));
    claims.put("sub", "a".repeat(4_000) + "!");
    String token = issuer.token(claims);
    assertThat(status(issuer.token("alice", ours))).isEqualTo(200);

    long start = System.nanoTime();
    Reply refused = tenant.exchange(token, slow);

    assertThat(refused.status()).isEqualTo(403);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(AT_ONCE);
  }

  private String header(String header) {
    return HttpIssuer.token(
        header.replace('\'', '"'), json(claims), header.contains("RS256") ? rsa : issuer.key());
  }

  private int status(String token) {
    return tenant.exchange(token, identity).status();
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.group;
import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.OidcServer;
import local.platform.contract.testing.OidcServer.Issuer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.Tenant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exchanges tokens of a real OpenID provider for those of identities, and uses them. */
@Deployment.Test
@Tag("packaging")
class ExchangeIT {
  private static final String MISSING = "0123456789abcdef0123456789abcdef01234567";

  private static OidcServer provider;

  private final PlatformClient client;
  private final String ours;
  private final Tenant tenant;
  private final Issuer issuer;

  ExchangeIT(PlatformClient client) {
    this.client = client;
    this.ours = client.claims().getIssuer();
    this.tenant = Tenant.create(client);
    this.issuer = provider.issuer();
  }

  @BeforeAll
  static void start() {
    provider = OidcServer.start();
  }

  @AfterAll
  static void stop() {
    provider.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST", "POST form"})
  void aTokenIsExchangedForOneOfTheIdentity(String how) throws Exception {
    String identity = tenant.identity(issuer.url(), "build");
    PlatformClient job = client.withToken(issuer.token("build", ours));

    Reply reply =
        switch (how) {
          case "GET" -> job.get("/sts/exchange" + query("identity", identity));
          case "POST" -> job.send("POST", "/sts/exchange" + query("identity", identity));
          default -> job.postForm("/sts/exchange", "identity", identity);
        };

    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(reply.header("Cache-Control")).hasValue("no-store");
    assertThat(reply.json().fieldNames()).toIterable().containsExactly("token", "expiry");
    SignedJWT token = SignedJWT.parse(reply.json().path("token").asText());
    JWKSet keys = JWKSet.parse(client.withToken("").get("/.well-known/jwks.json").text());
    assertThat(
            token.verify(
                new ECDSAVerifier(keys.getKeyByKeyId(token.getHeader().getKeyID()).toECKey())))
        .isTrue();
    assertThat(token.getHeader().getType().getType()).isEqualTo("at+jwt");
    JWTClaimsSet claims = token.getJWTClaimsSet();
    assertThat(claims.getIssuer()).isEqualTo(ours);
    assertThat(claims.getSubject()).isEqualTo(identity);
    assertThat(claims.getAudience()).containsExactly(ours);
    assertThat(claims.getJWTID()).isNotEmpty();
    assertThat(claims.getExpirationTime().toInstant())
        .isEqualTo(claims.getIssueTime().toInstant().plusSeconds(3600))
        .isEqualTo(Instant.parse(reply.json().path("expiry").asText()));
    assertThat(claims.getJSONObjectClaim("act"))
        .isEqualTo(Map.of("iss", issuer.url(), "sub", "build", "aud", ours));
  }

  @Test
  void refreshTokensAreNotOffered() {
    String path = "/sts/exchange_refresh_token";
    String foreign = issuer.token("build", ours);

    assertThat(client.withToken("").postForm(path, "scope", "x").status()).isEqualTo(401);
    for (String token : List.of(client.token(), foreign, "x")) {
      Reply reply = client.withToken(token).postForm(path, "scope", "x");

      assertThat(reply.status()).as(reply.text()).isEqualTo(501);
      assertThat(reply.reason()).isEqualTo("UNIMPLEMENTED");
      assertThat(reply.json().path("message").asText()).contains("ExchangeRefreshToken");
    }
  }

  @Test
  void aTokenIsExchangedInTheFormOfRfc8693() {
    String identity = tenant.identity(issuer.url(), "build");
    String child = tenant.group(tenant.uid());
    tenant.bind(tenant.uid(), identity, "editor");

    Reply reply =
        oauth(
            "grant_type",
            "urn:ietf:params:oauth:grant-type:token-exchange",
            "subject_token",
            issuer.token("build", ours),
            "subject_token_type",
            "urn:ietf:params:oauth:token-type:id_token",
            "requested_token_type",
            "urn:ietf:params:oauth:token-type:access_token",
            "identity",
            identity,
            "audience",
            ours,
            "scope",
            child + " groups.list",
            "unknown",
            "is ignored");

    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(reply.header("Cache-Control")).hasValue("no-store");
    assertThat(reply.json().fieldNames())
        .toIterable()
        .containsExactly("access_token", "issued_token_type", "token_type", "expires_in");
    assertThat(reply.json().path("issued_token_type").asText())
        .isEqualTo("urn:ietf:params:oauth:token-type:access_token");
    assertThat(reply.json().path("token_type").asText()).isEqualTo("Bearer");
    assertThat(reply.json().path("expires_in").asInt()).isBetween(3500, 3600);
    PlatformClient job = client.withToken(reply.json().path("access_token").asText());
    assertThat(listed(job)).containsExactly(child);
    assertThat(job.post("/iam/v2/groups/" + child, group("new", "")).status()).isEqualTo(403);
  }

  @ParameterizedTest
  @CsvSource({
    "grant_type, refresh_token, unsupported_grant_type",
    "grant_type, token-exchange, unsupported_grant_type",
    "subject_token, '', invalid_request",
    "subject_token, x, invalid_request",
    "subject_token, FOREIGN, invalid_request",
    "subject_token_type, '', invalid_request",
    "subject_token_type, urn:ietf:params:oauth:token-type:saml2, invalid_request",
    "requested_token_type, urn:ietf:params:oauth:token-type:refresh_token, invalid_request",
    "actor_token, x, invalid_request",
    "identity, '', invalid_request",
    "identity, x, invalid_request",
    "identity, MISSING, invalid_request",
    "audience, https://other.test, invalid_target",
    "resource, https://other.test, invalid_target",
    "scope, x, invalid_scope",
    "scope, groups.list nonsense, invalid_scope"
  })
  void anErrorIsOneOfRfc8693(String name, String value, String error) {
    Map<String, String> parameters = oauthParameters();
    parameters.put(
        name, value.replace("MISSING", MISSING).replace("FOREIGN", issuer.token("somebody", ours)));

    Reply reply = oauth(parameters);

    assertThat(reply.status()).as(reply.text()).isEqualTo(400);
    assertThat(reply.header("Cache-Control")).hasValue("no-store");
    assertThat(reply.json().fieldNames())
        .toIterable()
        .containsExactly("error", "error_description");
    assertThat(reply.json().path("error").asText()).isEqualTo(error);
    assertThat(reply.json().path("error_description").asText())
        .matches("[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]+")
        .doesNotContain("eyJ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grant_type",
        "subject_token",
        "subject_token_type",
        "identity",
        "scope",
        "requested_token_type"
      })
  void aParameterIsThereOnce(String name) {
    Map<String, String> parameters = oauthParameters();
    parameters.putIfAbsent("scope", "groups.list");
    parameters.putIfAbsent("requested_token_type", "urn:ietf:params:oauth:token-type:access_token");
    assertThat(oauth(parameters).status()).isEqualTo(200);

    List<String> twice = namesAndValues(parameters);
    twice.addAll(List.of(name, parameters.get(name)));
    Reply reply = oauth(twice.toArray(String[]::new));

    assertThat(reply.status()).as(reply.text()).isEqualTo(400);
    assertThat(reply.json().path("error").asText()).isEqualTo("invalid_request");
    assertThat(reply.json().path("error_description").asText()).contains(name);
  }

  @Test
  void severalAudiencesAndEmptyParametersAreNoError() {
    Map<String, String> parameters = oauthParameters();
    parameters.put("resource", ours);
    parameters.put("scope", "");
    parameters.put("actor_token", "");
    List<String> more = namesAndValues(parameters);
    more.addAll(List.of("audience", ours, "audience", ours, "audience", ""));

    Reply reply = oauth(more.toArray(String[]::new));

    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
  }

  /** Some clients can only set a URL, and no further parameter. */
  @Test
  void theIdentityMayBeInTheUrl() {
    Map<String, String> parameters = oauthParameters();
    String inUrl = query("identity", parameters.remove("identity"));

    Reply reply = oauthAt(inUrl, parameters);

    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(reply.json().path("token_type").asText()).isEqualTo("Bearer");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "?identity=",
        "?identity",
        "?identity=IDENTITY&identity=IDENTITY",
        "?identity=IDENTITY&identity=",
        "?identity=T0pSecret",
        "?identity=T0pSecret%ff",
        "?identity=IDENTITY&audience=T0pSecret",
        "?identity=IDENTITY&scope=T0pSecret",
        "?identity=IDENTITY&grant_type=T0pSecret",
        "?identity=IDENTITY&subject_token=T0pSecret",
        "?identity=IDENTITY&T0pSecret",
        "?Identity=IDENTITY",
        "?unknown=T0pSecret"
      })
  void nothingElseIsInTheUrl(String inUrl, PlatformProcess server) {
    Map<String, String> parameters = oauthParameters();
    String identity = parameters.remove("identity");

    assertInvalidRequest(oauthAt(inUrl.replace("IDENTITY", identity), parameters));
    // It could be a secret that was sent in the wrong field.
    assertThat(server.output()).doesNotContain("T0pSecret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"IDENTITY", "", "T0pSecret"})
  void theIdentityIsInOnePlaceAlone(String inBody) {
    Map<String, String> parameters = oauthParameters();
    String identity = parameters.get("identity");
    parameters.put("identity", inBody.replace("IDENTITY", identity));

    assertInvalidRequest(oauthAt(query("identity", identity), parameters));
  }

  /** A token in a URL would appear in the logs of every proxy. */
  @Test
  void inTheUrlAGrantTypeIsNone() {
    Map<String, String> parameters = oauthParameters();
    String inUrl = query("grant_type", parameters.remove("grant_type"));

    assertThat(oauthAt(inUrl, parameters).reason()).isEqualTo("TOKEN_MISSING");
  }

  private Reply oauthAt(String query, Map<String, String> parameters) {
    return client
        .withToken("")
        .postForm("/sts/exchange" + query, namesAndValues(parameters).toArray(String[]::new));
  }

  private static void assertInvalidRequest(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(400);
    assertThat(reply.header("Cache-Control")).hasValue("no-store");
    assertThat(reply.json().path("error").asText()).isEqualTo("invalid_request");
    assertThat(reply.text()).doesNotContain("T0pSecret");
  }

  @Test
  void theIdentityIsRequiredAndEveryParameterIsKnown() {
    PlatformClient job = client.withToken(issuer.token("build", ours));
    String identity = tenant.identity(issuer.url(), "build");

    assertThat(job.get("/sts/exchange").violations()).containsExactly("identity");
    assertThat(job.postForm("/sts/exchange").violations()).containsExactly("identity");
    assertThat(job.get("/sts/exchange?identity=").violations()).containsExactly("identity");
    assertThat(job.get("/sts/exchange?identity=nonsense").violations()).containsExactly("identity");
    assertThat(
            job.get("/sts/exchange" + query("identity", identity, "audience", ours)).violations())
        .containsExactly("audience");
    assertThat(
            job.get("/sts/exchange" + query("identity", identity, "identity", identity)).status())
        .isEqualTo(400);
    assertThat(job.get("/sts/exchange" + query("identity", identity, "aud", "x")).violations())
        .containsExactly("aud");
    assertThat(job.get("/sts/exchange" + query("identity", identity, "cap", "x")).violations())
        .containsExactly("cap");
    assertThat(job.get("/sts/exchange" + query("identity", identity, "scopes", "x")).violations())
        .containsExactly("scopes");
    assertThat(job.get("/sts/exchange" + query("identity", identity, "scope", "x")).violations())
        .containsExactly("scopes");
    assertThat(
            job.get("/sts/exchange" + query("identity", identity, "identityProvider", MISSING))
                .status())
        .isEqualTo(501);
    assertThat(job.send("POST", "/sts/exchange", "{}", Map.of()).status()).isEqualTo(415);
  }

  /** A script whose variable is empty must not get an unrestricted token. */
  @ParameterizedTest
  @ValueSource(strings = {"scopes", "cap"})
  void aRestrictionToNothingInParticularIsRefused(String name) {
    String token = issuer.token("build", ours);
    String identity = tenant.identity(issuer.url(), "build");
    PlatformClient job = client.withToken(token);
    String query = query("identity", identity, name, "");

    for (Reply reply :
        List.of(
            job.get("/sts/exchange" + query),
            job.send("POST", "/sts/exchange" + query),
            job.postForm("/sts/exchange", "identity", identity, name, ""))) {
      assertThat(reply.status()).as(reply.text()).isEqualTo(400);
      assertThat(reply.json().path("code").asInt()).isEqualTo(3);
      assertThat(reply.violations()).containsExactly(name);
    }
    for (String value : List.of("", "groups.list")) {
      Map<String, String> parameters = oauthParameters();
      parameters.put(name, value);
      assertInvalidRequest(oauth(parameters));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "a.b.c"})
  void withoutATokenThereIsNoneForIt(String token) {
    String identity = tenant.identity(issuer.url(), "build");

    for (String uid : List.of(identity, MISSING)) {
      Reply reply = tenant.exchange(token, uid);
      assertThat(reply.status()).as(reply.text()).isEqualTo(401);
      assertThat(reply.json().path("code").asInt()).isEqualTo(16);
      assertThat(reply.header("WWW-Authenticate").orElseThrow()).startsWith("Bearer");
    }
  }

  /** The claims of the token are {@code sub=build, aud=ours, team=red, level=7, admin=true}. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "`'subject':'build'`, true",
        "`'subject':'Build'`, false",
        "`'subject':'buil'`, false",
        "`'subjectPattern':'b.*d'`, true",
        "`'subjectPattern':'build|admin'`, true",
        "`'subjectPattern':'buil'`, false",
        "`'subjectPattern':'uild'`, false",
        "`'subjectPattern':'^buil'`, false",
        "`'subjectPattern':'x|buil'`, false",
        "`'subjectPattern':'BUILD'`, false",
        "`'subject':'build','audience':'OURS'`, true",
        "`'subject':'build','audience':'other'`, false",
        "`'subject':'build','audiencePattern':'http.*'`, true",
        "`'subject':'build','audiencePattern':'http'`, false",
        "`'subject':'build','claims':{'team':'red'}`, true",
        "`'subject':'build','claims':{'team':'re'}`, false",
        "`'subject':'build','claims':{'team':'red','level':'7','admin':'true'}`, true",
        "`'subject':'build','claims':{'team':'red','level':'8','admin':'true'}`, false",
        "`'subject':'build','claims':{'level':'7.0'}`, false",
        "`'subject':'build','claims':{'admin':'TRUE'}`, false",
        "`'subject':'build','claims':{'absent':''}`, false",
        "`'subject':'build','claims':{'none':'null'}`, false",
        "`'subject':'build','claims':{'list':'red'}`, false",
        "`'subject':'build','claimPatterns':{'team':'r.d','level':'[0-9]','admin':'t.*'}`, true",
        "`'subject':'build','claimPatterns':{'team':'r'}`, false",
        "`'subject':'build','claimPatterns':{'level':'[8-9]'}`, false",
        "`'subject':'build','claimPatterns':{'absent':'.*'}`, false",
        "`'subject':'build','claimPatterns':{'list':'.*'}`, false",
        "`'subject':'build','claims':{'team':'red'},'claimPatterns':{'level':'8'}`, false",
        "`'subject':'build','claims':{'team':'blue'},'claimPatterns':{'level':'7'}`, false"
      })
  void everyPartOfAClaimMatchMustHold(String parts, boolean accepted) throws Exception {
    Map<String, Object> claims = new HashMap<>();
    claims.put("sub", "build");
    claims.put("aud", ours);
    claims.put("team", "red");
    claims.put("level", 7);
    claims.put("admin", true);
    claims.put("none", null);
    claims.put("list", List.of("red"));
    Map<String, Object> match =
        match("{'issuer':'" + issuer.url() + "'," + parts.replace("OURS", ours) + "}");

    Reply reply = tenant.exchange(issuer.token(claims), tenant.identity("claimMatch", match));

    assertThat(reply.status()).as(reply.text()).isEqualTo(accepted ? 200 : 403);
  }

  @Test
  void anIssuerPatternMatchesTheWholeIssuer() {
    String token = issuer.token("build", ours);
    String pattern = issuer.url().replace(".", "\\.");

    assertThat(exchange(token, "issuerPattern", pattern)).isEqualTo(200);
    assertThat(exchange(token, "issuerPattern", "http://127\\..*")).isEqualTo(200);
    assertThat(exchange(token, "issuerPattern", pattern.substring(0, pattern.length() - 1)))
        .isEqualTo(403);
    assertThat(exchange(token, "issuerPattern", pattern.substring(1))).isEqualTo(403);
    assertThat(exchange(token, "issuer", issuer.sibling().url())).isEqualTo(403);
    assertThat(exchange(token, "issuer", issuer.url())).isEqualTo(200);
  }

  private int exchange(String token, String part, String issuerOrPattern) {
    String identity =
        tenant.identity("claimMatch", Map.of(part, issuerOrPattern, "subject", "build"));
    return tenant.exchange(token, identity).status();
  }

  @Test
  void withoutAnAudienceTheTokenMustBeMeantForThisServer() {
    String identity = tenant.identity(issuer.url(), "build");
    URI url = URI.create(ours);

    assertThat(forAudience(identity, ours)).isEqualTo(200);
    assertThat(forAudience(identity, url.getHost())).isEqualTo(200);
    assertThat(forAudience(identity, List.of("other", ours))).isEqualTo(200);
    assertThat(forAudience(identity, ours + "/")).isEqualTo(403);
    assertThat(forAudience(identity, url.getHost() + ":" + url.getPort())).isEqualTo(403);
    assertThat(forAudience(identity, "other")).isEqualTo(403);
    assertThat(forAudience(identity, identity)).isEqualTo(403);
    assertThat(forAudience(identity, List.of("other", "another"))).isEqualTo(403);
    assertThat(forAudience(identity, List.of())).isEqualTo(403);
  }

  @Test
  void anAudienceThatIsNamedIsTheOnlyOne() {
    String identity =
        tenant.identity(
            "claimMatch",
            Map.of("issuer", issuer.url(), "subject", "build", "audience", "https://other.test"));

    assertThat(forAudience(identity, "https://other.test")).isEqualTo(200);
    assertThat(forAudience(identity, List.of("x", "https://other.test"))).isEqualTo(200);
    assertThat(forAudience(identity, ours)).isEqualTo(403);
  }

  private int forAudience(String identity, Object audience) {
    return tenant
        .exchange(issuer.token(Map.of("sub", "build", "aud", audience)), identity)
        .status();
  }

  @Test
  void oneOfOurAudiencesMayBeAskedFor() throws Exception {
    String identity = tenant.identity(issuer.url(), "build");
    String token = issuer.token("build", ours);

    String issued =
        tenant.exchange(token, identity, "aud", ours, "aud", ours).json().path("token").asText();
    assertThat(SignedJWT.parse(issued).getJWTClaimsSet().getAudience()).containsExactly(ours);
    assertThat(tenant.exchange(token, identity, "aud", ours + "/").violations())
        .containsExactly("aud");
    assertThat(tenant.exchange(token, identity, "aud", ours, "aud", "x").violations())
        .containsExactly("aud");
  }

  @Test
  void anIdentityWithoutBindingsHasATokenAndCanDoNothing() {
    String identity = tenant.identity(issuer.url(), "build");
    PlatformClient job = tenant.as(issuer.token("build", ours), identity);

    Reply ok = job.get("/auth/v1/ok");
    assertThat(ok.status()).isEqualTo(200);
    assertThat(ok.json().path("subject").asText()).isEqualTo(identity);
    assertThat(ok.json().path("capabilities")).isEmpty();
    assertThat(listed(job)).isEmpty();
    assertThat(job.get("/iam/v1/groups").json().path("items")).isEmpty();
    assertThat(job.get("/iam/v2/identities/" + identity).status()).isEqualTo(403);
    assertThat(job.get("/iam/v2/groups/" + tenant.uid()).status()).isEqualTo(403);
    assertThat(job.post("/iam/v2/groups/" + tenant.uid(), group("new", "")).status())
        .isEqualTo(403);
    assertThat(job.delete("/iam/v2/identities/" + identity).status()).isEqualTo(403);
  }

  @Test
  void aRoleIsThereAtOnceAndOverOnTheNextRequest() {
    String identity = tenant.identity(issuer.url(), "build");
    String group = tenant.group(tenant.uid());
    String below = tenant.group(group);
    String beside = tenant.group(tenant.uid());
    PlatformClient job = tenant.as(issuer.token("build", ours), identity);
    assertThat(listed(job)).isEmpty();

    String binding = tenant.bind(group, identity, "viewer");

    assertThat(listed(job)).containsExactlyInAnyOrder(group, below);
    assertThat(job.get("/iam/v2/groups/" + below).status()).isEqualTo(200);
    assertThat(job.get("/iam/v2/groups/" + beside).status()).isEqualTo(403);
    assertThat(job.get("/iam/v2/groups/" + tenant.uid()).status()).isEqualTo(403);
    assertThat(job.post("/iam/v2/groups/" + group, group("new", "")).status()).isEqualTo(403);
    JsonNode held = job.get("/auth/v1/ok").json().path("capabilities");
    assertThat(held).hasSize(1);
    assertThat(held.get(0).path("group").path("id").asText()).isEqualTo(group);
    assertThat(held.get(0).path("role").path("name").asText()).isEqualTo("viewer");

    assertThat(client.delete("/iam/v2/roleBindings/" + binding).status()).isEqualTo(200);

    assertThat(listed(job)).isEmpty();
    assertThat(job.get("/iam/v2/groups/" + below).status()).isEqualTo(403);
    assertThat(job.get("/auth/v1/ok").json().path("capabilities")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"scopes", "scope"})
  void aTokenForAGroupShowsAndAllowsWhatIsThereAndBelow(String parameter) {
    String identity = tenant.identity(issuer.url(), "build");
    String group = tenant.group(tenant.uid());
    String below = tenant.group(group);
    String beside = tenant.group(tenant.uid());
    tenant.bind(tenant.uid(), identity, "owner");
    tenant.bind(below, identity, "viewer");
    PlatformClient job = tenant.as(issuer.token("build", ours), identity, parameter, group);

    assertThat(listed(job)).containsExactlyInAnyOrder(group, below);
    assertThat(job.get("/iam/v2/groups/" + beside).status()).isEqualTo(403);
    assertThat(job.get("/iam/v2/groups/" + tenant.uid()).status()).isEqualTo(403);
    assertThat(job.post("/iam/v2/groups/" + beside, group("new", "")).status()).isEqualTo(403);
    assertThat(job.post("/iam/v2/groups/" + below, group("new", "")).status()).isEqualTo(200);
    assertThat(job.post("/iam/v2/groups", group("new", "")).status())
        .as("an organization takes a token that is not restricted")
        .isEqualTo(403);
    JsonNode held = job.get("/auth/v1/ok").json().path("capabilities");
    assertThat(held).hasSize(1);
    assertThat(held.get(0).path("group").path("id").asText()).isEqualTo(group);
    assertThat(held.get(0).path("role").path("name").asText()).isEqualTo("owner");
  }

  @Test
  void aTokenForCapabilitiesAllowsThoseAlone() {
    String identity = tenant.identity(issuer.url(), "build");
    tenant.bind(tenant.uid(), identity, "owner");
    PlatformClient job =
        tenant.as(
            issuer.token("build", ours), identity, "cap", "groups.list", "cap", "groups.create");

    assertThat(listed(job)).containsExactly(tenant.uid());
    assertThat(job.post("/iam/v2/groups/" + tenant.uid(), group("new", "")).status())
        .isEqualTo(200);
    assertThat(job.patch("/iam/v2/groups/" + tenant.uid(), group("other", "")).status())
        .isEqualTo(403);
    assertThat(job.get("/iam/v2/identities/" + identity).status()).isEqualTo(403);
    assertThat(job.post("/iam/v2/groups", group("new", "")).status()).isEqualTo(403);
    JsonNode held = job.get("/auth/v1/ok").json().path("capabilities");
    assertThat(held).hasSize(1);
    assertThat(held.get(0).has("role")).isFalse();
    assertThat(held.get(0).path("capabilities").toString())
        .isEqualTo("[\"groups.create\",\"groups.list\"]");
  }

  @Test
  void aTokenForWhatTheIdentityDoesNotHoldAllowsNothing() {
    String identity = tenant.identity(issuer.url(), "build");
    String other = Tenant.create(client).uid();
    tenant.bind(tenant.uid(), identity, "viewer");
    String token = issuer.token("build", ours);

    for (PlatformClient job :
        List.of(
            tenant.as(token, identity, "scopes", other),
            tenant.as(token, identity, "cap", "groups.delete"),
            tenant.as(token, identity, "scopes", MISSING))) {
      assertThat(listed(job)).isEmpty();
      assertThat(job.get("/iam/v2/groups/" + tenant.uid()).status()).isEqualTo(403);
      assertThat(job.get("/iam/v2/groups/" + other).status()).isEqualTo(403);
      assertThat(job.get("/auth/v1/ok").json().path("capabilities")).isEmpty();
    }
  }

  @Test
  void whoeverItsTokenIsForADeletedIdentityIsNobody() {
    String identity = tenant.identity(issuer.url(), "build");
    tenant.bind(tenant.uid(), identity, "owner");
    PlatformClient job = tenant.as(issuer.token("build", ours), identity);
    assertThat(job.get("/iam/v2/groups").status()).isEqualTo(200);

    assertThat(client.delete("/iam/v2/identities/" + identity).status()).isEqualTo(200);

    Reply refused = job.get("/iam/v2/groups");
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.reason()).isEqualTo("IDENTITY_NOT_REGISTERED");
    assertThat(job.get("/auth/v1/ok").status()).isEqualTo(401);
    assertThat(tenant.exchange(issuer.token("build", ours), identity).status()).isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'claimMatch':{'subject':'other'}}",
        "{'claimMatch':{'claims':{'team':'red'}}}",
        "{'claimMatch':{'audience':'x'}}"
      })
  void aChangeOfTheRelationshipEndsTheTokensOfBefore(String change) {
    String identity = tenant.identity(issuer.url(), "build");
    tenant.bind(tenant.uid(), identity, "viewer");
    String token = issuer.token("build", ours);
    PlatformClient job = tenant.as(token, identity);
    String path = "/iam/v2/identities/" + identity;

    assertThat(client.patch(path, "{\"description\":\"changed\"}").status()).isEqualTo(200);
    assertThat(job.get("/iam/v2/groups").status()).isEqualTo(200);
    Reply changed = client.patch(path, change.replace('\'', '"'));
    assertThat(changed.status()).as(changed.text()).isEqualTo(200);

    Reply refused = job.get("/iam/v2/groups");
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.reason()).isEqualTo("IDENTITY_CHANGED");
    assertThat(tenant.exchange(token, identity).status()).isEqualTo(403);
  }

  /**
   * The time of an exchange is stored a minute later: that is tested in {@code ejb}, with another
   * clock.
   */
  @Test
  void anExchangeIsNoChangeOfTheIdentity() {
    String identity = tenant.identity(issuer.url(), "build");
    String path = "/iam/v2/identities/" + identity;
    Reply before = client.get(path);
    assertThat(before.json().path("lastSeenTime")).isEqualTo(before.json().path("createTime"));

    tenant.as(issuer.token("build", ours), identity);

    Reply after = client.get(path);
    assertThat(after.header("ETag")).isPresent().isEqualTo(before.header("ETag"));
    assertThat(after.json().path("updateTime")).isEqualTo(before.json().path("updateTime"));
    Instant seen = Instant.parse(after.json().path("lastSeenTime").asText());
    assertThat(seen)
        .isBetween(
            Instant.parse(before.json().path("lastSeenTime").asText()),
            Instant.now().plusSeconds(60));
  }

  @Test
  void whatIsWrongHasOneAnswerWhetherOrNotTheIdentityExists() {
    Issuer other = provider.issuer();
    String identity = tenant.identity(issuer.url(), "build");
    String byPattern =
        tenant.identity(
            "claimMatch", Map.of("issuerPattern", "http://127\\..*", "subject", "build"));
    String good = issuer.token("build", ours);
    String[] parts = good.split("\\.", -1);
    String[] foreign = issuer.token("admin", ours).split("\\.", -1);
    Map<String, Reply> refused = new HashMap<>();
    refused.put("no organization", tenant.exchange(good, MISSING));
    refused.put("no identity", tenant.exchange(good, tenant.uid() + "/0123456789abcdef"));
    refused.put("a group", tenant.exchange(good, tenant.group(tenant.uid())));
    refused.put("other subject", tenant.exchange(issuer.token("Build", ours), identity));
    refused.put("other issuer", tenant.exchange(other.token("build", ours), identity));
    refused.put("other audience", tenant.exchange(issuer.token("build", "x"), identity));
    refused.put("altered", tenant.exchange(parts[0] + "." + foreign[1] + "." + parts[2], identity));
    refused.put("no key", tenant.exchange(provider.issuer().token("build", ours), identity));
    refused.put("our own", tenant.exchange(client.token(), byPattern));
    refused.put(
        "expired",
        tenant.exchange(
            issuer.token(
                Map.of("sub", "build", "aud", ours, "exp", Instant.now().getEpochSecond() - 90)),
            identity));

    Reply one = refused.get("no organization");
    assertThat(one.status()).isEqualTo(403);
    assertThat(one.json().path("code").asInt()).isEqualTo(7);
    assertThat(one.json().path("message").asText()).contains("verifying token:");
    refused.forEach(
        (what, reply) -> {
          assertThat(reply.status()).as(what).isEqualTo(403);
          assertThat(reply.text()).as(what).isEqualTo(one.text());
          assertThat(reply.headers().map().keySet())
              .as(what)
              .isEqualTo(one.headers().map().keySet());
        });
    assertThat(tenant.exchange(good, identity).status()).isEqualTo(200);
  }

  private Reply oauth(Map<String, String> parameters) {
    return oauth(namesAndValues(parameters).toArray(String[]::new));
  }

  private Reply oauth(String... namesAndValues) {
    return client.withToken("").postForm("/sts/exchange", namesAndValues);
  }

  /** Returns the parameters of a successful exchange. */
  private Map<String, String> oauthParameters() {
    Map<String, String> parameters = new HashMap<>();
    parameters.put("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange");
    parameters.put("subject_token", issuer.token("build", ours));
    parameters.put("subject_token_type", "urn:ietf:params:oauth:token-type:jwt");
    parameters.put("identity", tenant.identity(issuer.url(), "build"));
    return parameters;
  }

  private static List<String> namesAndValues(Map<String, String> parameters) {
    List<String> all = new ArrayList<>();
    parameters.forEach((name, value) -> all.addAll(List.of(name, value)));
    return all;
  }

  private static Map<String, Object> match(String json) throws Exception {
    return JSON.readerForMapOf(Object.class).readValue(json.replace('\'', '"'));
  }

  /** Returns the groups that a client sees. */
  private static List<String> listed(PlatformClient job) {
    Reply list = job.get("/iam/v2/groups?page_size=200");
    assertThat(list.status()).as(list.text()).isEqualTo(200);
    return StreamSupport.stream(list.json().path("groups").spliterator(), false)
        .map(item -> item.path("uid").asText())
        .toList();
  }
}

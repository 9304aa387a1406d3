package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.RawHttp;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Deployment.Test
@Tag("packaging")
class AuthenticationIT {
  private final PlatformClient client;

  AuthenticationIT(PlatformClient client) {
    this.client = client;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/iam/v2/groups",
        "/iam/v1/groups",
        "/auth/v1/ok",
        "/sts/headless_sessions",
        "/nothing/like/this",
        "/iam/v2/groups/nonsense"
      })
  void withoutATokenNobodyLearnsAnything(String path) {
    Reply reply = client.withToken("").get(path);

    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.json().path("code").asInt()).isEqualTo(16);
    assertThat(reply.reason()).isEqualTo("TOKEN_MISSING");
    assertThat(reply.header("WWW-Authenticate").orElseThrow())
        .startsWith("Bearer")
        .doesNotContain("error");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "a.b.c", "..", "eyJhbGciOiJub25lIn0.e30."})
  void aTokenThatIsNoneIsRefused(String token) {
    Reply reply = client.withToken(token).get("/iam/v2/groups");

    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.header("WWW-Authenticate").orElseThrow()).contains("error=\"invalid_token\"");
    assertThat(reply.text()).doesNotContain(token.length() > 3 ? token : "Exception");
  }

  @Test
  void whoMayNotIsToldThatItsTokenDoesNotReachThatFarWhateverIsThere() {
    String organization = client.createOrganization("authentication");
    PlatformClient nobody = client.as(client.createIdentity(organization));
    String missing = organization + "/0123456789abcdef";

    for (Reply reply :
        List.of(
            nobody.get("/iam/v2/groups/" + organization),
            nobody.get("/iam/v2/groups/" + missing),
            nobody.delete("/iam/v1/groups/" + organization),
            nobody.delete("/iam/v1/groups/" + missing),
            nobody.get("/operator/operators"))) {
      assertThat(reply.status()).isEqualTo(403);
      assertThat(reply.headers().allValues("WWW-Authenticate"))
          .containsExactly("Bearer realm=\"platform\", error=\"insufficient_scope\"");
    }
  }

  /** More scope would not help: it is the identity that does not accept the token. */
  @Test
  void aRefusalOfTheExchangeTellsNothingOfScope() {
    Reply reply = client.get("/sts/exchange?identity=0123456789abcdef0123456789abcdef01234567");

    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.header("WWW-Authenticate")).isEmpty();
  }

  @Test
  void theTokenComesInOneHeaderAndNowhereElse() {
    assertThat(client.withToken("").get("/iam/v2/groups?access_token=" + client.token()).status())
        .isEqualTo(401);
    assertThat(
            client
                .withToken("")
                .send("GET", "/iam/v2/groups", null, Map.of("Authorization", "Basic YTpi"))
                .status())
        .isEqualTo(401);
    String header = "Authorization: Bearer " + client.token();
    assertThat(
            RawHttp.status(
                RawHttp.request(client.url(), "GET /iam/v2/groups HTTP/1.1", header, header)))
        .isEqualTo(401);
    assertThat(
            client
                .withToken("")
                .send(
                    "GET",
                    "/iam/v2/groups",
                    null,
                    Map.of("Authorization", "bearer " + client.token()))
                .status())
        .isEqualTo(200);
  }

  /** RFC 6750, section 2.1: one or more spaces; RFC 9110, section 5.5: blanks around the value. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "Bearer  %s|200",
        "bearer     %s|200",
        "Bearer %s \t|200",
        "Bearer\t%s|401",
        "Bearer \t%s|401",
        "Bearer %s,|401",
        "Bearer %1$s, Bearer %1$s|401"
      })
  void spacesPrecedeTheTokenAndNothingElse(String value, int status) {
    String header = "Authorization: " + value.formatted(client.token());
    String identity = client.createIdentity(client.organization());

    for (String path :
        List.of("/iam/v2/groups", "/iam/v1/groups", "/sts/exchange?identity=" + identity)) {
      String answer = RawHttp.request(client.url(), "GET " + path + " HTTP/1.1", header);

      assertThat(RawHttp.status(answer)).as("%s: %s", path, answer).isEqualTo(status);
      assertThat(answer.contains("TOKEN_MALFORMED")).isEqualTo(status == 401);
    }
  }

  @Test
  void whoCallsIsToldWhoItIsAndWhatItMayDo() {
    JWTClaimsSet claims = client.claims();

    Reply reply = client.get("/auth/v1/ok?unknown=ignored");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("Cache-Control")).hasValue("no-store");
    assertThat(reply.json().path("issuer").asText()).isEqualTo(claims.getIssuer());
    assertThat(reply.json().path("subject").asText()).isEqualTo(claims.getSubject());
    assertThat(reply.json().path("audience").get(0).asText())
        .isEqualTo(claims.getAudience().get(0));
    assertThat(Instant.parse(reply.json().path("expiry").asText()))
        .isEqualTo(claims.getExpirationTime().toInstant());
    assertThat(Instant.parse(reply.json().path("issuedAt").asText()))
        .isEqualTo(claims.getIssueTime().toInstant());
    assertThat(reply.json().path("capabilities"))
        .anySatisfy(
            capability -> {
              assertThat(capability.path("group").path("id").asText())
                  .isEqualTo(client.organization());
              assertThat(capability.path("role").path("name").asText()).isEqualTo("owner");
              assertThat(capability.path("role").path("capabilities").toString())
                  .contains("\"groups.create\"");
              assertThat(capability.has("capabilities")).isFalse();
            });
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /auth/v1/register, {\"code\":\"x\"}",
    "GET, /sts/headless_sessions?code=x,",
    "DELETE, /auth/v1/delete/0123456789012345678901234567890123456789,"
  })
  void whatIsNotOfferedSaysSo(String method, String path, String body) {
    Reply reply = client.send(method, path, body, Map.of());

    assertThat(reply.status()).isEqualTo(501);
    assertThat(reply.json().path("code").asInt()).isEqualTo(12);
  }

  /** Otherwise one token could be written in many ways. */
  @ParameterizedTest
  @ValueSource(strings = {"%s=", "%s==", "=%s"})
  void aTokenWithPaddingIsMalformed(String padded) {
    assertThat(reasonFor(padded.formatted(client.token()))).isEqualTo("TOKEN_MALFORMED");
    assertThat(reasonFor(client.token().replaceFirst("\\.", "=."))).isEqualTo("TOKEN_MALFORMED");
  }

  @Test
  void anOverLongTokenIsRefused() {
    assertThat(client.withToken("a".repeat(9_000)).get("/iam/v2/groups").status()).isEqualTo(401);
  }

  @Test
  void discoveryLeadsToTheKeyThatSignedTheToken() throws Exception {
    PlatformClient anybody = client.withToken("");
    Reply discovery = anybody.get("/.well-known/openid-configuration");
    SignedJWT token = SignedJWT.parse(client.token());

    assertThat(discovery.status()).isEqualTo(200);
    assertThat(discovery.json().path("issuer").asText())
        .isEqualTo(token.getJWTClaimsSet().getIssuer());
    String jwksUri = discovery.json().path("jwks_uri").asText();
    Reply jwks = anybody.get(jwksUri.substring(jwksUri.indexOf("/.well-known")));
    assertThat(jwks.header("Cache-Control").orElseThrow()).contains("public");
    assertThat(jwks.text()).doesNotContain("\"d\"");
    ECKey key = JWKSet.parse(jwks.text()).getKeyByKeyId(token.getHeader().getKeyID()).toECKey();
    assertThat(token.verify(new ECDSAVerifier(key))).isTrue();
    assertThat(token.getHeader().getType().getType()).isEqualTo("at+jwt");
  }

  @Test
  void aTokenThatWasNotSignedByThisServerIsRefused() throws Exception {
    SignedJWT real = SignedJWT.parse(client.token());
    JWTClaimsSet claims = real.getJWTClaimsSet();
    ECKey foreign = new ECKeyGenerator(Curve.P_256).keyID(real.getHeader().getKeyID()).generate();
    SignedJWT forged =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.ES256)
                .type(real.getHeader().getType())
                .keyID(real.getHeader().getKeyID())
                .build(),
            claims);
    forged.sign(new ECDSASigner(foreign));
    String[] parts = client.token().split("\\.", -1);
    String otherPayload =
        new PlainJWT(new JWTClaimsSet.Builder(claims).subject("x").build())
            .serialize()
            .split("\\.", -1)[1];

    assertThat(reasonFor(forged.serialize())).isEqualTo("TOKEN_SIGNATURE_INVALID");
    assertThat(reasonFor(parts[0] + "." + otherPayload + "." + parts[2]))
        .isEqualTo("TOKEN_SIGNATURE_INVALID");
    assertThat(reasonFor(new PlainJWT(claims).serialize())).isEqualTo("TOKEN_MALFORMED");
  }

  private String reasonFor(String token) {
    Reply reply = client.withToken(token).get("/iam/v2/groups");
    assertThat(reply.status()).isEqualTo(401);
    return reply.reason();
  }
}

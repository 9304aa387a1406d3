package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import local.platform.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Deployment.InAllDialects
class IdentitiesIT {
  private static final String IDENTITIES = "/iam/v2/identities/";
  private static final String OWNER = BuiltInRole.OWNER.uid().value();
  private static String keys;

  private final PlatformClient client;
  private String organization;

  IdentitiesIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeAll
  static void createKeys() throws JOSEException {
    keys =
        new JWKSet(new ECKeyGenerator(Curve.P_256).keyID("one").generate())
            .toPublicJWKSet()
            .toString();
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("identities");
  }

  @Test
  void createAnswersTheWholeIdentityAsTheContractWritesIt() {
    Reply created =
        client.post(
            IDENTITIES + organization,
            """
            {"name": "robot", "description": "a\\nrobot", "company": "Example & Co",
             "claim_match": {
               "issuer": "https://issuer.example.com", "subject": "robot one",
               "audience": "https://audience.example.com",
               "claims": {"b": "", "a": "1"}, "claimPatterns": {"c": "[0-9]+"}}}
            """);

    assertThat(created.status()).as(created.text()).isEqualTo(200);
    assertThat(created.uid()).matches(organization + "/[0-9a-f]{16}");
    String time = created.json().path("createTime").asText();
    assertThat(Instant.parse(time)).isBetween(Instant.now().minusSeconds(60), Instant.now());
    assertThat(created.json())
        .isEqualTo(Golden.json("identity.json", Map.of("uid", created.uid(), "time", time)));
    assertThat(client.get(IDENTITIES + created.uid()).text()).isEqualTo(created.text());
  }

  @Test
  void staticKeysExpireAfterAYearUnlessTheySayEarlier() {
    ObjectNode identity = staticKeys();
    ((ObjectNode) identity.path("staticKeys"))
        .putArray("audiences")
        .add("https://audience.example.com");

    Reply created = client.post(IDENTITIES + organization, identity.toString());

    assertThat(created.status()).as(created.text()).isEqualTo(200);
    String time = created.json().path("createTime").asText();
    String expiry = created.json().path("staticKeys").path("expirationTime").asText();
    assertThat(Duration.between(Instant.parse(time), Instant.parse(expiry)))
        .isEqualTo(Duration.ofDays(365));
    assertThat(created.json())
        .isEqualTo(
            Golden.json(
                "identity-static-keys.json",
                Map.of("uid", created.uid(), "time", time, "expiry", expiry, "keys", keys)));
    assertThat(client.get(IDENTITIES + created.uid()).text()).isEqualTo(created.text());

    String early = Instant.parse(time).plus(Duration.ofDays(1)).toString();
    Reply shortened =
        client.patch(
            IDENTITIES + created.uid(),
            "{\"staticKeys\": {\"expirationTime\": \"%s\"}}".formatted(early));
    assertThat(Instant.parse(shortened.json().at("/staticKeys/expirationTime").asText()))
        .isEqualTo(Instant.parse(early));
    assertThat(shortened.json().at("/staticKeys/issuerKeys").asText()).isEqualTo(keys);
  }

  @Test
  void patternsAreShownAsPatterns() {
    String uid =
        create(
            "{\"issuerPattern\": \"https://.*\", \"subjectPattern\": \"a|b\","
                + " \"audiencePattern\": \".+\"}");

    assertThat(client.get(IDENTITIES + uid).json().path("claimMatch").toString())
        .isEqualTo(
            "{\"issuerPattern\":\"https://.*\",\"subjectPattern\":\"a|b\","
                + "\"audiencePattern\":\".+\"}");
  }

  @Test
  void whatTheServerSetsIsIgnored() {
    Reply created =
        client.post(
            IDENTITIES + organization,
            """
            {"name": "set", "uid": "x", "email": "a@b.test", "emailUnverified": "a@b.test",
             "lastSeenTime": "2020-01-01T00:00:00Z", "create_time": "2020-01-01T00:00:00Z",
             "claimMatch": {"issuer": "https://a.test", "subject": "b"}}
            """);

    assertThat(created.status()).as(created.text()).isEqualTo(200);
    assertThat(created.uid()).startsWith(organization);
    assertThat(created.text()).doesNotContain("b.test").doesNotContain("2020-01-01");
    Reply patched =
        client.patch(
            IDENTITIES + created.uid() + "?updateMask=uid,email,last_seen_time,createTime",
            "{\"email\": \"a@b.test\"}");
    assertThat(patched.text()).isEqualTo(created.text());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | name,relationship",
        "{\"name\": \"A\", \"description\": \"\\u0000\", \"company\": \"a\\nb\"}"
            + " | name,description,company,relationship",
        "{\"name\": \"a\", \"claimMatch\": {}} | claimMatch.issuer,claimMatch.subject",
        "{\"name\": \"a\", \"claimMatch\": {\"issuer\": \"a.test\", \"subject\": \"\"}}"
            + " | claimMatch.issuer,claimMatch.subject",
        "{\"name\": \"a\", \"claimMatch\": {\"issuer\": \"http://a.test\", \"subject\": \"b\"}}"
            + " | claimMatch.issuer",
        "{\"name\": \"a\", \"claimMatch\": {\"issuer\": \"https://u@a.test?q#f\","
            + " \"subject\": \"b\"}} | claimMatch.issuer",
        "{\"name\": \"a\", \"claimMatch\": {\"issuerPattern\": \"(\", \"subjectPattern\": \"[\","
            + " \"audiencePattern\": \"a**\", \"claimPatterns\": {\"c\": \"(?=a)\"}}}"
            + " | claimMatch.issuerPattern,claimMatch.subjectPattern,claimMatch.audiencePattern,"
            + "claimMatch.claimPatterns.c",
        "{\"name\": \"a\", \"claimMatch\": {\"issuer\": \"https://a.test\", \"subject\": \"b\","
            + " \"audience\": \"\", \"claims\": {\"\": \"x\"}}}"
            + " | claimMatch.audience,claimMatch.claims.",
        "{\"name\": \"a\", \"staticKeys\": {}}"
            + " | staticKeys.issuer,staticKeys.subject,staticKeys.issuerKeys",
        "{\"name\": \"a\", \"staticKeys\": {\"issuer\": \"https://a.test\", \"subject\": \"b\","
            + " \"issuerKeys\": \"{}\", \"audiences\": [\"a\", \"b\"],"
            + " \"expirationTime\": \"2020-01-01T00:00:00Z\"}}"
            + " | staticKeys.issuerKeys,staticKeys.audiences,staticKeys.expirationTime"
      })
  void everyFieldThatIsWrongIsNamed(String body, String fields) {
    Reply refused = client.post(IDENTITIES + organization, body);

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.reason()).isEqualTo("INVALID_ARGUMENT");
    assertThat(refused.violations()).containsExactlyInAnyOrder(fields.split(","));
  }

  @Test
  void keysThatAreSecretOrExpireTooLateAreNotStored() throws JOSEException {
    ObjectNode identity = staticKeys();
    ObjectNode given = (ObjectNode) identity.path("staticKeys");
    given.put("expirationTime", Instant.now().plus(Duration.ofDays(366)).toString());
    String secret =
        new JWKSet(new ECKeyGenerator(Curve.P_256).keyID("one").generate()).toString(false);
    given.put("issuerKeys", secret);

    Reply refused = client.post(IDENTITIES + organization, identity.toString());

    assertThat(refused.violations())
        .containsExactlyInAnyOrder("staticKeys.issuerKeys", "staticKeys.expirationTime");
    assertThat(refused.text()).doesNotContain("\"d\"").doesNotContain("P-256");
  }

  @Test
  void limitsAreCounted() {
    ObjectNode body = JSON.createObjectNode().put("name", "a");
    ObjectNode match =
        body.putObject("claimMatch").put("issuer", "https://a.test").put("subject", "b");
    for (int i = 0; i < 32; i++) {
      (i % 2 == 0 ? match.withObject("/claims") : match.withObject("/claimPatterns"))
          .put("c" + i, "v");
    }
    match.put("subject", "s".repeat(255)).put("audience", "a".repeat(255));
    assertThat(client.post(IDENTITIES + organization, body.toString()).status()).isEqualTo(200);

    match.withObject("/claims").put("one more", "v");
    match.put("issuer", "https://" + "a".repeat(1_024));
    match.put("subject", "s".repeat(256)).put("audience", "a".repeat(256));
    assertThat(client.post(IDENTITIES + organization, body.toString()).violations())
        .containsExactlyInAnyOrder(
            "claimMatch.issuer", "claimMatch.subject", "claimMatch.audience", "claimMatch.claims");
  }

  @Test
  void whatIsNotOfferedSaysSo() {
    String uid = create("{\"issuer\": \"https://a.test\", \"subject\": \"b\"}");
    String aws =
        "{\"name\": \"a\", \"awsIdentity\": {\"awsAccount\": \"123456789012\", \"arn\": \"a\","
            + " \"userId\": \"b\"}}";
    String principal = "{\"name\": \"a\", \"servicePrincipal\": \"SERVICE_PRINCIPAL_COSIGNED\"}";
    for (Reply reply :
        List.of(
            client.post(IDENTITIES + organization, aws),
            client.post(IDENTITIES + organization, principal),
            client.post(IDENTITIES + organization, "{\"name\": \"a\", \"service_principal\": 2}"),
            client.patch(IDENTITIES + uid, aws),
            client.patch(IDENTITIES + uid + "?updateMask=*", principal),
            client.get("/iam/v2/identities:lookupIdentity"),
            client.patch("/iam/v2/identities:updateIdentityMetadata", "{}"))) {
      assertThat(reply.status()).as(reply.text()).isEqualTo(501);
      assertThat(reply.json().path("code").asInt()).isEqualTo(12);
    }
    assertThat(client.rest().get(IDENTITIES + uid).header("ETag")).hasValue("\"0\"");
  }

  @Test
  void patchWithoutAMaskChangesThePartsInTheBodyAndNoOthers() {
    String path =
        IDENTITIES
            + create(
                "{\"issuer\": \"https://a.test\", \"subject\": \"b\", \"audience\": \"c\","
                    + " \"claims\": {\"d\": \"e\"}}");

    assertThat(match(client.patch(path, "{\"claimMatch\": {\"issuer\": \"https://z.test\"}}")))
        .isEqualTo(
            "{\"issuer\":\"https://z.test\",\"subject\":\"b\",\"audience\":\"c\","
                + "\"claims\":{\"d\":\"e\"}}");
    assertThat(match(client.patch(path, "{\"claim_match\": {\"claims\": {\"f\": \"g\"}}}")))
        .contains("\"claims\":{\"f\":\"g\"}")
        .doesNotContain("\"d\"");
    assertThat(match(client.patch(path, "{\"claimMatch\": {\"subjectPattern\": \"b.*\"}}")))
        .contains("\"subjectPattern\":\"b.*\"")
        .doesNotContain("\"subject\":");
    assertThat(match(client.patch(path, "{\"claimMatch\": {\"subject\": \"b\"}}")))
        .contains("\"subject\":\"b\"")
        .doesNotContain("subjectPattern");
    assertThat(match(client.patch(path, "{\"claimMatch\": {\"audience\": null}}")))
        .doesNotContain("audience");
  }

  @Test
  void aMaskNamesThePartsThatChange() {
    String path =
        IDENTITIES
            + create("{\"issuer\": \"https://a.test\", \"subject\": \"b\", \"audience\": \"c\"}");
    String body =
        "{\"name\": \"Ignored!\","
            + " \"claimMatch\": {\"issuer\": \"https://z.test\", \"subject\": \"y\"}}";

    assertThat(match(client.patch(path + "?updateMask=claimMatch.issuer", body)))
        .isEqualTo("{\"issuer\":\"https://z.test\",\"subject\":\"b\",\"audience\":\"c\"}");
    assertThat(match(client.patch(path + "?update_mask=claim_match.subject", body)))
        .isEqualTo("{\"issuer\":\"https://z.test\",\"subject\":\"y\",\"audience\":\"c\"}");
    assertThat(match(client.patch(path + "?updateMask=claimMatch", body)))
        .isEqualTo("{\"issuer\":\"https://z.test\",\"subject\":\"y\"}");
    assertThat(client.patch(path + "?updateMask=claimMatch.subject", "{}").violations())
        .containsExactly("claimMatch.subject");
    assertThat(client.patch(path + "?updateMask=claimMatch", "{}").violations())
        .containsExactly("claimMatch.issuer", "claimMatch.subject");
    assertThat(client.patch(path + "?updateMask=claimMatch.claims.a", "{}").violations())
        .containsExactly("updateMask");
    assertThat(client.get(path).json().path("name").asText()).isEqualTo("identity");
  }

  @Test
  void aStarReplacesEverything() {
    String path =
        IDENTITIES
            + create("{\"issuer\": \"https://a.test\", \"subject\": \"b\", \"audience\": \"c\"}");
    client.patch(path, "{\"description\": \"d\", \"company\": \"c\"}");

    Reply replaced =
        client.patch(
            path + "?updateMask=*",
            "{\"name\": \"new\","
                + " \"claimMatch\": {\"issuerPattern\": \"https://.*\", \"subject\": \"y\"}}");

    assertThat(replaced.json().path("name").asText()).isEqualTo("new");
    assertThat(replaced.json().has("description")).isFalse();
    assertThat(replaced.json().has("company")).isFalse();
    assertThat(match(replaced)).isEqualTo("{\"issuerPattern\":\"https://.*\",\"subject\":\"y\"}");
    assertThat(client.patch(path + "?updateMask=*", "{\"name\": \"new\"}").status()).isEqualTo(400);
  }

  @Test
  void anotherKindOfRelationshipReplacesTheStoredOne() {
    String path = IDENTITIES + create("{\"issuer\": \"https://a.test\", \"subject\": \"b\"}");
    String givenKeys = "{\"staticKeys\": " + staticKeys().path("staticKeys") + "}";

    Reply incomplete = client.patch(path, "{\"staticKeys\": {\"issuer\": \"https://a.test\"}}");
    assertThat(incomplete.violations())
        .containsExactlyInAnyOrder("staticKeys.subject", "staticKeys.issuerKeys");
    Reply switched = client.patch(path, givenKeys);
    assertThat(switched.json().has("claimMatch")).isFalse();
    assertThat(switched.json().at("/staticKeys/issuerKeys").asText()).isEqualTo(keys);
    Reply back =
        client.patch(
            path + "?updateMask=claim_match",
            "{\"claimMatch\": {\"issuer\": \"https://a.test\", \"subject\": \"b\"}}");
    assertThat(back.json().has("staticKeys")).isFalse();
    assertThat(match(back)).isEqualTo("{\"issuer\":\"https://a.test\",\"subject\":\"b\"}");
    assertThat(client.get(path).text()).isEqualTo(back.text());
  }

  @Test
  void anIdentityIsCreatedInAGroupThatThereIs() {
    String body = claimMatch("{\"issuer\": \"https://a.test\", \"subject\": \"b\"}");

    assertThat(client.post(IDENTITIES + organization + "/0123456789abcdef", body).status())
        .isEqualTo(404);
    assertThat(client.post(IDENTITIES + "0".repeat(40), body).status()).isEqualTo(403);
  }

  @Test
  void aDeletedIdentityTakesItsBindingsAlongAndItsTokensAreNoMore() {
    String identity = client.createIdentity(organization);
    String elsewhere = client.createOrganization("elsewhere");
    String here = client.bind(organization, identity, OWNER);
    String there = client.bind(elsewhere, identity, OWNER);
    PlatformClient itself = client.as(identity);
    assertThat(itself.get("/iam/v2/groups/" + elsewhere).status()).isEqualTo(200);

    assertThat(client.delete(IDENTITIES + identity).status()).isEqualTo(200);

    assertThat(client.get("/iam/v2/roleBindings/" + here).status()).isEqualTo(404);
    assertThat(client.get("/iam/v2/roleBindings/" + there).status()).isEqualTo(404);
    Reply over = itself.get("/iam/v2/groups/" + elsewhere);
    assertThat(over.status()).isEqualTo(401);
    assertThat(over.reason()).isEqualTo("IDENTITY_NOT_REGISTERED");
  }

  @Test
  void theLastOwnerOfItsOrganizationIsNotDeleted() {
    String identity = client.createIdentity(organization);
    String binding = client.bind(organization, identity, OWNER);
    PlatformClient itself = client.as(identity);
    client.delete("/iam/v2/roleBindings/" + ownBinding());

    Reply refused = itself.delete(IDENTITIES + identity);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().path("code").asInt()).isEqualTo(9);
    assertThat(refused.obstacle()).isEqualTo("LAST_OWNER");
    assertThat(itself.get("/iam/v2/roleBindings/" + binding).status()).isEqualTo(200);
  }

  /** No other organization can keep an identity from being deleted. */
  @Test
  void ofAnotherOrganizationTheLastOwnerIsDeleted() {
    String identity = client.createIdentity(organization);
    String founded = client.as(identity).createOrganization("founded");

    assertThat(client.delete(IDENTITIES + identity).status()).isEqualTo(200);
    assertThat(client.get("/iam/v2/groups/" + founded).status()).isEqualTo(403);
  }

  @Test
  void changingHowAnIdentityIsRecognisedEndsItsTokens() {
    String identity = client.createIdentity(organization);
    PlatformClient itself = client.as(identity);
    assertThat(itself.get("/iam/v2/groups").status()).isEqualTo(200);
    client.patch(IDENTITIES + identity, "{\"description\": \"of no matter\"}");
    assertThat(itself.get("/iam/v2/groups").status()).isEqualTo(200);

    client.patch(IDENTITIES + identity, "{\"claimMatch\": {\"audience\": \"other\"}}");

    assertThat(itself.get("/iam/v2/groups").status()).isEqualTo(401);
  }

  /** The binding that makes the client the owner of the organization. */
  private String ownBinding() {
    JsonNode page =
        client
            .get("/iam/v2/roleBindings?group=" + organization + "&identity=" + client.identity())
            .json();
    return page.path("roleBindings").path(0).path("uid").asText();
  }

  private String create(String match) {
    Reply created = client.post(IDENTITIES + organization, claimMatch(match));
    assertThat(created.status()).as(created.text()).isEqualTo(200);
    return created.uid();
  }

  private static String claimMatch(String match) {
    return "{\"name\": \"identity\", \"claimMatch\": " + match + "}";
  }

  private static String match(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.json().path("claimMatch").toString();
  }

  private static ObjectNode staticKeys() {
    ObjectNode identity = JSON.createObjectNode().put("name", "offline");
    identity
        .putObject("staticKeys")
        .put("issuer", "https://issuer.example.com")
        .put("subject", "robot one")
        .put("issuerKeys", keys);
    return identity;
  }
}

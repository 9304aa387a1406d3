package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.jwk.JWKSet;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests identities in version 2 alone: JSON, fields and masks. */
@Deployment.InVersion2
@Tag("packaging")
class IdentitiesIT {
  private static final String IDENTITIES = "/iam/v2/identities/";
  private static final String OWNER = BuiltInRole.OWNER.uid().value();
  private static final String KEYS = new JWKSet(HttpIssuer.newKey()).toString();

  private final PlatformClient client;
  private String organization;

  IdentitiesIT(PlatformClient client) {
    this.client = client;
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
                Map.of("uid", created.uid(), "time", time, "expiry", expiry, "keys", KEYS)));
    assertThat(client.get(IDENTITIES + created.uid()).text()).isEqualTo(created.text());

    String early = Instant.parse(time).plus(Duration.ofDays(1)).toString();
    Reply shortened =
        client.patch(
            IDENTITIES + created.uid(),
            "{\"staticKeys\": {\"expirationTime\": \"%s\"}}".formatted(early));
    assertThat(Instant.parse(shortened.json().at("/staticKeys/expirationTime").asText()))
        .isEqualTo(Instant.parse(early));
    assertThat(shortened.json().at("/staticKeys/issuerKeys").asText()).isEqualTo(KEYS);
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

  @Test
  void aCompanyThatIsWrongIsNamedBesideTheOtherFields() {
    Reply refused =
        client.post(IDENTITIES + organization, "{\"name\": \"A\", \"company\": \"a\\nb\"}");

    assertThat(refused.violations()).containsExactlyInAnyOrder("name", "company", "relationship");
  }

  /** It would be without what it needs, so it is no way to say nothing. */
  @Test
  void anEmptyRelationshipIsOneThatLacksEverything() {
    String uid = create("{\"issuer\": \"https://a.test\", \"subject\": \"b\"}");

    assertThat(client.patch(IDENTITIES + uid, "{\"claimMatch\": {}}").violations())
        .containsExactly("claimMatch.issuer", "claimMatch.subject");
    assertThat(client.patch(IDENTITIES + uid, "{\"staticKeys\": {}}").violations())
        .containsExactly("staticKeys.issuer", "staticKeys.subject", "staticKeys.issuerKeys");
  }

  @Test
  void whatIsNotOfferedSaysSo() {
    for (Reply reply :
        List.of(
            client.get("/iam/v2/identities:lookupIdentity"),
            client.patch("/iam/v2/identities:updateIdentityMetadata", "{}"))) {
      assertThat(reply.status()).as(reply.text()).isEqualTo(501);
      assertThat(reply.json().path("code").asInt()).isEqualTo(12);
    }
  }

  @Test
  void anAwsIdentityChangesPartByPart() {
    String path =
        IDENTITIES
            + client
                .post(
                    IDENTITIES + organization,
                    """
                    {"name": "aws", "aws_identity": {
                      "aws_account": "123456789012", "arn": "arn:aws:iam::123456789012:user/ci",
                      "user_id_pattern": "AIDA.*"}}
                    """)
                .uid();

    assertThat(aws(client.patch(path, "{\"awsIdentity\": {\"arnPattern\": \"arn:.*\"}}")))
        .isEqualTo(
            "{\"awsAccount\":\"123456789012\",\"arnPattern\":\"arn:.*\","
                + "\"userIdPattern\":\"AIDA.*\"}");
    assertThat(
            aws(
                client.patch(
                    path + "?updateMask=awsIdentity.user_id",
                    "{\"awsIdentity\": {\"awsAccount\": \"1\", \"userId\": \"AIDA\"}}")))
        .isEqualTo(
            "{\"awsAccount\":\"123456789012\",\"arnPattern\":\"arn:.*\"," + "\"userId\":\"AIDA\"}");
    assertThat(client.patch(path + "?updateMask=awsIdentity.awsAccount", "{}").violations())
        .containsExactly("awsIdentity.awsAccount");
    assertThat(client.patch(path, "{\"awsIdentity\": {\"awsAccount\": \"1\"}}").violations())
        .containsExactly("awsIdentity.awsAccount");
  }

  private static String aws(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.json().path("awsIdentity").toString();
  }

  @Test
  void aServiceTakesThePlaceOfWhatWasBefore() {
    String path = IDENTITIES + create("{\"issuer\": \"https://a.test\", \"subject\": \"b\"}");

    Reply principal =
        client.patch(path, "{\"service_principal\": \"SERVICE_PRINCIPAL_CATALOG_SYNCER\"}");

    assertThat(principal.status()).as(principal.text()).isEqualTo(200);
    assertThat(principal.json().path("servicePrincipal").asText())
        .isEqualTo("SERVICE_PRINCIPAL_CATALOG_SYNCER");
    assertThat(principal.json().has("claimMatch")).isFalse();
    assertThat(client.patch(path, "{\"servicePrincipal\": 0}").violations())
        .containsExactly("servicePrincipal");
    assertThat(client.patch(path + "?updateMask=servicePrincipal", "{}").violations())
        .containsExactly("relationship");
    assertThat(client.get(path).text()).isEqualTo(principal.text());
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
  void aReplacementEmptiesTheCompanyToo() {
    String match = "{\"issuer\": \"https://a.test\", \"subject\": \"b\"}";
    String path = IDENTITIES + create(match);
    Reply changed = client.patch(path, "{\"company\": \"c\"}");
    assertThat(changed.json().path("company").asText()).isEqualTo("c");

    Reply replaced = client.replace(path, claimMatch(match));

    assertThat(replaced.status()).as(replaced.text()).isEqualTo(200);
    assertThat(replaced.json().has("company")).isFalse();
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
    assertThat(switched.json().at("/staticKeys/issuerKeys").asText()).isEqualTo(KEYS);
    Reply back =
        client.patch(
            path + "?updateMask=claim_match",
            "{\"claimMatch\": {\"issuer\": \"https://a.test\", \"subject\": \"b\"}}");
    assertThat(back.json().has("staticKeys")).isFalse();
    assertThat(match(back)).isEqualTo("{\"issuer\":\"https://a.test\",\"subject\":\"b\"}");
    assertThat(client.get(path).text()).isEqualTo(back.text());
  }

  @Test
  void changingAPartOfHowAnIdentityIsRecognisedEndsItsTokens() {
    String identity = client.createIdentity(organization);
    PlatformClient itself = client.as(identity);
    client.patch(IDENTITIES + identity, "{\"description\": \"of no matter\"}");
    assertThat(itself.get("/iam/v2/groups").status()).isEqualTo(200);

    client.patch(IDENTITIES + identity, "{\"claimMatch\": {\"audience\": \"other\"}}");

    assertThat(itself.get("/iam/v2/groups").status()).isEqualTo(401);
  }

  /** {@link EscalationIT} tests the same for whole identities. */
  @Test
  void noPartOfAnIdentityThatMayDoMoreIsTakenOver() {
    PlatformClient member =
        client.withRole(
            organization, client.createRole(organization, "keeper", "CAP_IAM_IDENTITY_UPDATE"));
    String owner = client.createIdentity(organization);
    client.bind(organization, owner, OWNER);

    for (String body :
        List.of(
            "{\"claimMatch\": {\"subject\": \"%s\"}}".formatted(member.identity()),
            "{\"claimMatch\": {\"audiencePattern\": \".*\"}}",
            "{\"claimMatch\": null, \"staticKeys\": " + staticKeys().path("staticKeys") + "}")) {
      for (String mask : List.of("", "?updateMask=claimMatch,staticKeys")) {
        Reply refused = member.patch(IDENTITIES + owner + mask, body);
        assertThat(refused.status()).as(refused.text()).isEqualTo(403);
        assertThat(refused.reason()).isEqualTo("GRANT_EXCEEDS_CALLER");
      }
    }
    assertThat(client.rest().get(IDENTITIES + owner).header("ETag")).hasValue("\"0\"");
    assertThat(member.patch(IDENTITIES + owner, "{\"description\": \"a\"}").status())
        .isEqualTo(200);
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
        .put("issuerKeys", KEYS);
    return identity;
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.jwk.JWKSet;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Deployment.InBothVersions
@Tag("database")
class IdentitiesInBothVersionsIT extends BothVersions {
  private static final String MATCH = "{\"issuer\": \"https://a.test\", \"subject\": \"b\"}";
  private static final String KEYS = new JWKSet(HttpIssuer.newKey()).toString();

  IdentitiesInBothVersionsIT(PlatformClient client) {
    super(client);
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
  void staticKeysAreShownAsTheyWereGiven() {
    ObjectNode identity = staticKeys();
    ObjectNode given = (ObjectNode) identity.path("staticKeys");
    given.putArray("audiences").add("https://audience.example.com");
    String expiry = inDays(2).truncatedTo(ChronoUnit.DAYS).toString();
    given.put("expirationTime", expiry.replace("Z", ".000Z"));

    Reply created = made(client.post(IDENTITIES + organization, identity.toString()));

    assertThat(created.json().path("staticKeys")).isEqualTo(given);
    assertThat(client.get(IDENTITIES + created.uid()).json()).isEqualTo(created.json());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | name,relationship",
        "{\"name\": \"A\", \"description\": \"\\u0000\"} | name,description,relationship",
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
            + " | staticKeys.issuerKeys,staticKeys.audiences,staticKeys.expirationTime",
        "{\"name\": \"a\", \"awsIdentity\": {}}"
            + " | awsIdentity.awsAccount,awsIdentity.arn,awsIdentity.userId",
        "{\"name\": \"a\", \"awsIdentity\": {\"awsAccount\": \"1\", \"arnPattern\": \"(\","
            + " \"userIdPattern\": \"a**\"}}"
            + " | awsIdentity.awsAccount,awsIdentity.arnPattern,awsIdentity.userIdPattern"
      })
  void everyFieldThatIsWrongIsNamed(String body, String fields) {
    Reply refused = client.post(IDENTITIES + organization, body);

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.reason()).isEqualTo("INVALID_ARGUMENT");
    assertThat(refused.violations()).containsExactlyInAnyOrder(fields.split(","));
  }

  @Test
  void keysThatAreSecretOrExpireTooLateAreNotStored() {
    ObjectNode identity = staticKeys();
    ObjectNode given = (ObjectNode) identity.path("staticKeys");
    given.put("expirationTime", inDays(366).toString());
    String secret = new JWKSet(HttpIssuer.newKey()).toString(false);
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "awsIdentity | {\"awsAccount\":\"012345678901\",\"arn\":\"arn:aws:iam::012345678901:root\","
            + "\"userId\":\"012345678901\"}",
        "awsIdentity | {\"awsAccount\":\"123456789012\","
            + "\"arnPattern\":\"arn:aws:sts::123456789012:assumed-role/ci/.*\","
            + "\"userIdPattern\":\"AROA[A-Z0-9]+:.*\"}",
        "servicePrincipal | \"SERVICE_PRINCIPAL_COSIGNED\""
      })
  void otherRelationshipsAreShownAsTheyWereGiven(String name, String relationship) {
    String body = "{\"name\": \"a\", \"" + name + "\": " + relationship + "}";

    Reply created = made(client.post(IDENTITIES + organization, body));
    String changed = IDENTITIES + create(MATCH);
    Reply replaced = made(client.replace(changed, body));

    for (Reply reply :
        List.of(created, client.get(IDENTITIES + created.uid()), replaced, client.get(changed))) {
      assertThat(reply.json().path(name).toString()).isEqualTo(relationship);
      assertThat(reply.json().has("claimMatch")).isFalse();
    }
    assertThat(client.replace(changed, "{\"name\": \"a\"}").violations())
        .isNotEmpty()
        .allMatch(field -> field.startsWith(name) || field.equals("relationship"));
  }

  @Test
  void aReplacementEmptiesWhatIsLeftOut() {
    String created =
        claimMatch(
                "{\"issuer\": \"https://a.test\", \"subject\": \"b\", \"audience\": \"c\","
                    + " \"claims\": {\"d\": \"e\"}}")
            .replaceFirst("\\{", "{\"description\": \"text\", ");
    String path = IDENTITIES + made(client.post(IDENTITIES + organization, created)).uid();

    Reply replaced =
        made(
            client.replace(
                path,
                "{\"name\": \"new\","
                    + " \"claimMatch\": {\"issuerPattern\": \"https://.*\", \"subject\": \"y\"}}"));

    assertThat(replaced.json().path("name").asText()).isEqualTo("new");
    assertThat(replaced.json().has("description")).isFalse();
    assertThat(replaced.json().path("claimMatch").toString())
        .isEqualTo("{\"issuerPattern\":\"https://.*\",\"subject\":\"y\"}");
    assertThat(client.replace(path, "{\"name\": \"new\"}").violations())
        .containsExactly("claimMatch.issuer", "claimMatch.subject");
    assertThat(client.get(path).json()).isEqualTo(replaced.json());
  }

  @Test
  void aReplacementMayRecogniseTheIdentityInAnotherWay() {
    String path = IDENTITIES + create(MATCH);

    Reply byKeys = made(client.replace(path, staticKeys().toString()));
    assertThat(byKeys.json().has("claimMatch")).isFalse();
    assertThat(byKeys.json().at("/staticKeys/issuerKeys").asText()).isEqualTo(KEYS);
    Reply back = made(client.replace(path, claimMatch(MATCH)));
    assertThat(back.json().has("staticKeys")).isFalse();
    assertThat(back.json().at("/claimMatch/subject").asText()).isEqualTo("b");
    assertThat(client.get(path).json()).isEqualTo(back.json());
  }

  @Test
  void aDeletedIdentityTakesItsBindingsAlongAndItsTokensAreNoMore() {
    String identity = client.createIdentity(organization);
    String elsewhere = client.createOrganization("elsewhere");
    String here = client.bind(organization, identity, OWNER);
    String there = client.bind(elsewhere, identity, OWNER);
    PlatformClient itself = client.as(identity);
    assertThat(itself.get(GROUPS + elsewhere).status()).isEqualTo(200);

    assertThat(client.delete(IDENTITIES + identity).status()).isEqualTo(200);

    assertThat(client.get(BINDINGS + here).status()).isEqualTo(404);
    assertThat(client.get(BINDINGS + there).status()).isEqualTo(404);
    Reply over = itself.get(GROUPS + elsewhere);
    assertThat(over.status()).isEqualTo(401);
    assertThat(over.reason()).isEqualTo("IDENTITY_NOT_REGISTERED");
  }

  @Test
  void theLastOwnerOfItsOrganizationIsNotDeleted() {
    String identity = client.createIdentity(organization);
    String binding = client.bind(organization, identity, OWNER);
    PlatformClient itself = client.as(identity);
    String founders = bindings(organization, client.identity()).get(0).path("uid").asText();
    assertThat(client.delete(BINDINGS + founders).status()).isEqualTo(200);

    assertNotDeleted(itself.delete(IDENTITIES + identity), "LAST_OWNER");

    assertThat(itself.get(BINDINGS + binding).status()).isEqualTo(200);
  }

  /** Other organizations cannot prevent the deletion of an identity. */
  @Test
  void ofAnotherOrganizationTheLastOwnerIsDeleted() {
    String identity = client.createIdentity(organization);
    String founded = client.as(identity).createOrganization("founded");

    assertThat(client.delete(IDENTITIES + identity).status()).isEqualTo(200);
    assertHidden(client.get(GROUPS + founded));
  }

  @Test
  void changingHowAnIdentityIsRecognisedEndsItsTokens() {
    String identity = client.createIdentity(organization);
    PlatformClient itself = client.as(identity);
    assertThat(itself.get("/iam/v2/groups").status()).isEqualTo(200);
    ObjectNode state = JSON.createObjectNode().put("name", "of no matter");
    ObjectNode match = state.putObject("claimMatch");
    match.put("issuer", client.claims().getIssuer()).put("subject", client.identity());
    made(client.replace(IDENTITIES + identity, state.toString()));
    assertThat(itself.get("/iam/v2/groups").status()).isEqualTo(200);

    match.put("audience", "other");
    made(client.replace(IDENTITIES + identity, state.toString()));

    assertThat(itself.get("/iam/v2/groups").status()).isEqualTo(401);
  }

  private String create(String match) {
    return made(client.post(IDENTITIES + organization, claimMatch(match))).uid();
  }

  private static String claimMatch(String match) {
    return "{\"name\": \"identity\", \"claimMatch\": " + match + "}";
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

  private static Instant inDays(int days) {
    return Instant.now().plus(Duration.ofDays(days));
  }
}

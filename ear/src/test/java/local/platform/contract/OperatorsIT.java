package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jwt.JWTClaimsSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what operators do. The client is one, and the only one before and after each test. */
@Deployment.Test
@Deployment.AsOperator
@Tag("database")
@Isolated("counts the operators of the server")
class OperatorsIT {
  private static final String OPERATORS = "/operator/operators";
  private static final String MISSING = "0123456789abcdef0123456789abcdef01234567";

  private final PlatformClient client;
  private final JWTClaimsSet claims;
  private final List<String> made = new ArrayList<>();
  private String organization;
  private String identity;

  OperatorsIT(PlatformClient client) {
    this.client = client;
    this.claims = client.claims();
  }

  @BeforeEach
  void createIdentity() {
    organization = client.createOrganization("operators");
    identity = createIdentityOfTheClient();
  }

  @AfterEach
  void removeOperators() {
    made.forEach(operator -> client.delete(OPERATORS + "/" + operator));
  }

  @Test
  void anOperatorIsMadeListedAndRemoved() {
    Reply created = makeOperator(identity);

    assertThat(created.status()).as(created.text()).isEqualTo(200);
    assertThat(created.json().fieldNames())
        .toIterable()
        .containsExactly("identityUid", "createTime");
    assertThat(created.json().path("identityUid").asText()).isEqualTo(identity);
    String time = created.json().path("createTime").asText();
    assertThat(time).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
    assertThat(Instant.parse(time)).isBetween(Instant.now().minusSeconds(60), Instant.now());
    Reply list = client.get(OPERATORS);
    assertThat(list.json().fieldNames()).toIterable().containsExactly("operators");
    assertThat(list.json().path("operators")).contains(created.json()).hasSize(2);
    assertThat(list.json().path("operators"))
        .extracting(operator -> operator.path("identityUid").asText())
        .containsExactlyInAnyOrder(claims.getSubject(), identity);

    for (Map<String, String> unmet :
        List.of(Map.of("If-None-Match", "*"), Map.of("If-Match", "\"0\""))) {
      assertThat(client.send("DELETE", OPERATORS + "/" + identity, null, unmet).status())
          .isEqualTo(412);
    }
    Reply removed = client.delete(OPERATORS + "/" + identity);

    assertThat(removed.status()).isEqualTo(200);
    assertThat(removed.text()).isEmpty();
    assertThat(client.get(OPERATORS).json().path("operators")).hasSize(1);
    Reply again = client.delete(OPERATORS + "/" + identity);
    assertThat(again.status()).isEqualTo(404);
    assertThat(again.detail("ResourceInfo").path("resourceType").asText())
        .isEqualTo("iam.platform.local/Operator");
  }

  @Test
  void whoIsAnOperatorIsNotMadeOneAgain() {
    makeOperator(identity);

    Reply refused = makeOperator(identity);

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.json().path("code").asInt()).isEqualTo(6);
    assertThat(refused.reason()).isEqualTo("ALREADY_EXISTS");
    assertThat(refused.detail("ErrorInfo").path("metadata").path("kind").asText())
        .isEqualTo("Operator");
  }

  @Test
  void theLastOperatorStays() {
    Reply refused = client.delete(OPERATORS + "/" + claims.getSubject());

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().path("code").asInt()).isEqualTo(9);
    assertThat(obstacle(refused)).isEqualTo("LAST_OPERATOR");
    assertThat(client.get(OPERATORS).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{\"identityUid\": \"x\"}", "{\"identityUid\": \"MISSING\"}"})
  void anIdentityThatIsNoneIsNamed(String body) {
    for (String path :
        List.of(OPERATORS, "/operator/organizations/" + organization + ":assignOwner")) {
      Reply refused = client.post(path, body.replace("MISSING", MISSING));

      assertThat(refused.status()).as(refused.text()).isEqualTo(400);
      assertThat(refused.violations()).containsExactly("identityUid");
    }
  }

  @Test
  void whatIsNotKnownIsNamed() {
    assertThat(client.post(OPERATORS, "{\"identity\": \"" + identity + "\"}").violations())
        .containsExactly("identity", "identityUid");
    assertThat(client.get(OPERATORS + "?pageSize=1").violations()).containsExactly("pageSize");
    assertThat(client.delete(OPERATORS + "/nonsense").violations()).containsExactly("identityUid");
    assertThat(client.post("/operator/organizations/nonsense:assignOwner", "{}").violations())
        .containsExactly("uid", "identityUid");
  }

  @Test
  void whoIsNoOperatorGetsOneAnswerWhateverItAsksFor() {
    PlatformClient nobody = client.withToken(exchange(""));
    List<Reply> replies = new ArrayList<>();
    for (String operator : List.of(claims.getSubject(), identity, MISSING)) {
      replies.add(nobody.post(OPERATORS, identityUid(operator)));
      replies.add(nobody.delete(OPERATORS + "/" + operator));
      for (String target : List.of(organization, MISSING, organization + "/0123456789abcdef")) {
        replies.add(assignOwner(nobody, target, operator));
      }
    }
    replies.add(nobody.get(OPERATORS));
    replies.add(nobody.post("/operator/signingKeys:rotate", "{\"revokeOld\": true}"));

    assertThat(replies).extracting(Reply::status).containsOnly(403);
    assertThat(replies).extracting(Reply::text).containsOnly(replies.get(0).text());
    assertThat(replies.get(0).reason()).isEqualTo("PERMISSION_DENIED");
    assertThat(client.withToken("").get(OPERATORS).status()).isEqualTo(401);
  }

  @Test
  void anOperatorIsOneWithItsWholeTokenAndUntilItIsRemoved() {
    makeOperator(identity);
    PlatformClient operator = client.withToken(exchange(""));

    assertThat(operator.get(OPERATORS).status()).isEqualTo(200);
    assertThat(client.withToken(exchange("&scopes=" + organization)).get(OPERATORS).status())
        .isEqualTo(403);
    assertThat(client.withToken(exchange("&cap=groups.list")).get(OPERATORS).status())
        .isEqualTo(403);
    client.delete(OPERATORS + "/" + identity);
    assertThat(operator.get(OPERATORS).status()).isEqualTo(403);
  }

  @Test
  void beingAnOperatorAllowsNothingInAnOrganization() {
    makeOperator(identity);

    assertThat(client.withToken(exchange("")).get("/iam/v2/groups/" + organization).status())
        .isEqualTo(403);
  }

  @Test
  void anOrganizationThatLostItsOwnerGetsOne() {
    String lost = client.withToken(exchange("")).createOrganization("lost");
    assertThat(obstacle(assignOwner(client, lost, claims.getSubject()))).isEqualTo("HAS_OWNER");
    assertThat(client.delete("/iam/v2/identities/" + identity).status()).isEqualTo(200);
    assertThat(client.get("/iam/v2/groups/" + lost).status()).isEqualTo(403);

    Reply assigned = assignOwner(client, lost, claims.getSubject());

    assertThat(assigned.status()).as(assigned.text()).isEqualTo(200);
    assertThat(assigned.text()).isEqualTo("{}");
    assertThat(client.get("/iam/v2/groups/" + lost).status()).isEqualTo(200);
    assertThat(obstacle(assignOwner(client, lost, claims.getSubject()))).isEqualTo("HAS_OWNER");
  }

  @Test
  void onlyAnOrganizationThatThereIsGetsAnOwner() {
    assertThat(assignOwner(client, MISSING, identity).status()).isEqualTo(404);
    String group = client.createGroup(organization, "group");
    assertThat(assignOwner(client, group, identity).violations()).containsExactly("uid");
  }

  /** Revoking the old keys would revoke the token that all suites use. */
  @Test
  void theNextSigningKeyIsMadeAtOnceAndPublishedBeforeItSigns() {
    Reply rotated = client.post("/operator/signingKeys:rotate", "{\"revokeOld\": false}");

    assertThat(rotated.status()).as(rotated.text()).isEqualTo(200);
    assertThat(Instant.parse(rotated.json().path("signTime").asText())).isAfter(Instant.now());
    assertThat(client.get("/.well-known/jwks.json").json().path("keys"))
        .extracting(key -> key.path("kid").asText())
        .contains(rotated.json().path("kid").asText());
    assertThat(client.get(OPERATORS).status()).isEqualTo(200);
    assertThat(client.post("/operator/signingKeys:rotate?revokeOld=true", "{}").violations())
        .containsExactly("revokeOld");
  }

  private Reply makeOperator(String uid) {
    made.add(uid);
    return client.post(OPERATORS, identityUid(uid));
  }

  private static Reply assignOwner(PlatformClient by, String group, String owner) {
    return by.post("/operator/organizations/" + group + ":assignOwner", identityUid(owner));
  }

  /** Creates an identity for which the client can exchange its own token. */
  private String createIdentityOfTheClient() {
    ObjectNode body = JSON.createObjectNode().put("name", "guest");
    body.putObject("claimMatch")
        .put("issuer", claims.getIssuer())
        .put("subject", claims.getSubject());
    Reply created = client.post("/iam/v2/identities/" + organization, body.toString());
    assertThat(created.status()).as(created.text()).isEqualTo(200);
    return created.uid();
  }

  /** Returns a token of the identity, exchanged with these further parameters. */
  private String exchange(String parameters) {
    Reply exchanged = client.get("/sts/exchange" + query("identity", identity) + parameters);
    assertThat(exchanged.status()).as(exchanged.text()).isEqualTo(200);
    return exchanged.json().path("token").asText();
  }

  private static String identityUid(String uid) {
    return JSON.createObjectNode().put("identityUid", uid).toString();
  }

  private static String obstacle(Reply refused) {
    return refused.detail("PreconditionFailure").path("violations").path(0).path("type").asText();
  }
}

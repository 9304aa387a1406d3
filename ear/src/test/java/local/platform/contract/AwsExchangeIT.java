package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import java.util.List;
import java.util.Map;
import local.platform.contract.testing.AwsSts;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.Tenant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exchanges requests to AWS that somebody has signed. */
@Deployment.Test
@Tag("jar") // only there the tests start the AWS that the server asks
class AwsExchangeIT {
  private static final String ACCOUNT = "123456789012";
  private static final String ARN = "arn:aws:sts::123456789012:assumed-role/ci/job";
  private static final String USER_ID = "AROAEXAMPLE:job";

  private final PlatformClient client;
  private final AwsSts sts;
  private final String ours;
  private final Tenant tenant;
  private final String caller;

  AwsExchangeIT(PlatformClient client, AwsSts sts) {
    this.client = client;
    this.sts = sts;
    this.ours = client.claims().getIssuer();
    this.tenant = Tenant.create(client);
    this.caller = sts.caller(ACCOUNT, ARN, USER_ID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST", "POST form"})
  void whoIsAcceptedByAnAwsIdentityIsIssuedAToken(String how) throws Exception {
    String identity = identity();
    tenant.bind(tenant.uid(), identity, "viewer");
    PlatformClient job = client.withToken(sts.token(caller, ours, identity));

    Reply reply =
        switch (how) {
          case "GET" -> job.get("/sts/exchange" + query("identity", identity));
          case "POST" -> job.send("POST", "/sts/exchange" + query("identity", identity));
          default -> job.postForm("/sts/exchange", "identity", identity);
        };

    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    String token = reply.json().path("token").asText();
    assertThat(SignedJWT.parse(token).getJWTClaimsSet().getJSONObjectClaim("act"))
        .isEqualTo(Map.of("aud", ours, "aws-acct", ACCOUNT, "aws-arn", ARN));
    assertThat(client.withToken(token).get("/iam/v2/groups/" + tenant.uid()).status())
        .isEqualTo(200);
  }

  @Test
  void everyRefusalIsTheSame() {
    String identity = identity();
    String other =
        tenant.identity(
            "awsIdentity",
            Map.of("awsAccount", "999999999999", "arnPattern", ".*", "userIdPattern", ".*"));
    String principal = servicePrincipal();
    String match = tenant.identity("https://issuer.test", USER_ID);
    String missing = "0123456789abcdef0123456789abcdef01234567/0123456789abcdef";
    try (HttpIssuer issuer = HttpIssuer.start()) {
      Reply refused = tenant.exchange(sts.token(caller, ours, missing), missing);

      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.reason()).isEqualTo("PERMISSION_DENIED");
      for (Reply reply :
          List.of(
              tenant.exchange(sts.token(caller, ours, other), other),
              tenant.exchange(sts.token(caller, ours, principal), principal),
              tenant.exchange(sts.token(caller, ours, match), match),
              tenant.exchange(sts.token("AKIAUNKNOWN", ours, identity), identity),
              tenant.exchange(sts.token(caller, "https://other.test", identity), identity),
              tenant.exchange(sts.token(caller, ours, missing), identity),
              tenant.exchange(issuer.token(USER_ID, ours), identity),
              tenant.exchange(issuer.token("COSIGNED", ours), principal),
              tenant.exchange(client.token(), principal),
              tenant.exchange(client.token(), identity))) {
        assertThat(reply.status()).as(reply.text()).isEqualTo(403);
        assertThat(reply.text()).isEqualTo(refused.text());
      }
    }
  }

  /** How such attacks succeeded elsewhere is told in the tests of {@code ejb}. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST /? | GET /?",
        "Version=2011-06-15 | Version=2011-06-15&action=AssumeRole",
        "Action=GetCallerIdentity | action=GetCallerIdentity&Action=AssumeRole",
        "Host: 127.0.0.1 | Host: evil.test",
        "Accept: | accept: text/xml\\r\\nAccept:",
        "X-Amz-Date: 2 | X-Amz-Date: 1",
        "chainguard-identity;host | host",
        "Content-Length: 0 | Content-Length: 8"
      })
  void anotherRequestIsNotSent(String text, String replacement) {
    String identity = identity();
    String request = sts.request(caller, ours, identity);
    String changed = request.replace(text, replacement.replace("\\r\\n", "\r\n"));
    assertThat(changed).isNotEqualTo(request);
    int before = sts.requests();

    Reply refused = tenant.exchange(AwsSts.encoded(changed), identity);

    assertThat(refused.status()).as(refused.text()).isEqualTo(403);
    assertThat(sts.requests()).isEqualTo(before);
    assertThat(tenant.exchange(AwsSts.encoded(request), identity).status()).isEqualTo(200);
  }

  @Test
  void whatIsNoRequestIsMalformed() {
    String identity = identity();
    String request = sts.request(caller, ours, identity);

    for (String token :
        List.of(
            AwsSts.encoded("POST / HTTP/1.1"),
            AwsSts.encoded(request.replace("\r\n", "\n")),
            AwsSts.encoded(request).substring(1),
            AwsSts.encoded(request.replace("User-Agent: ", "User-Agent: " + "x".repeat(8_192))))) {
      Reply refused = tenant.exchange(token, identity);
      assertThat(refused.status()).as(refused.text()).isEqualTo(401);
      assertThat(refused.reason()).isEqualTo("TOKEN_MALFORMED");
    }
  }

  private String identity() {
    return tenant.identity(
        "awsIdentity",
        Map.of(
            "awsAccount",
            ACCOUNT,
            "arnPattern",
            "arn:aws:sts::123456789012:assumed-role/ci/.*",
            "userId",
            USER_ID));
  }

  private String servicePrincipal() {
    return client
        .post(
            "/iam/v2/identities/" + tenant.uid(),
            "{\"name\": \"cosigned\", \"servicePrincipal\": \"SERVICE_PRINCIPAL_COSIGNED\"}")
        .uid();
  }
}

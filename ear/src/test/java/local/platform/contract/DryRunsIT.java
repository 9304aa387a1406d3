package local.platform.contract;

import static local.platform.contract.BothVersions.made;
import static local.platform.contract.testing.PlatformClient.group;
import static local.platform.contract.testing.PlatformClient.roleBinding;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests which requests cannot be tried, and dry runs of what only some methods do. */
@Deployment.Test
@Deployment.AsOperator
class DryRunsIT {
  private static final String HEADER = "Platform-Validate-Only";
  private static final Map<String, String> DRY_RUN = Map.of(HEADER, "true");

  private final PlatformClient client;
  private final String organization;

  DryRunsIT(PlatformClient client) {
    this.client = client;
    this.organization = client.createOrganization("dry runs");
  }

  @Test
  void aParameterInsteadOfTheHeaderIsRefusedAndNotIgnored() {
    for (String path : List.of("/iam/v1/groups/", "/iam/v2/groups/")) {
      for (String parameter : List.of("validateOnly", "validate_only")) {
        Reply refused =
            client.post(path + organization + "?" + parameter + "=true", group("a", ""));

        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.violations()).contains(parameter);
        assertThat(refused.text()).contains(HEADER);
      }
    }
    assertHasNoGroup();
  }

  private void assertHasNoGroup() {
    Reply groups = made(client.get("/iam/v1/groups?uidp.children_of=" + organization));

    assertThat(groups.json().path("items")).isEmpty();
  }

  /** Proxies may write names of headers in lower case. */
  @Test
  void theHeaderIsKnownInAnyCase() {
    Reply tried =
        client.send(
            "POST",
            "/iam/v2/groups/" + organization,
            group("a", ""),
            Map.of("platform-validate-only", "true"));

    assertThat(made(tried).header(HEADER)).hasValue("true");
    assertHasNoGroup();
  }

  @Test
  void whatCannotBeTriedIsRefusedBeforeAnythingIsDone() {
    String keys = client.get("/.well-known/openid-configuration").json().path("jwks_uri").asText();
    String path = keys.substring(keys.indexOf('/', "https://".length()));
    JsonNode before = made(client.get(path)).json();

    assertUnsupported("/operator/signingKeys:rotate", "{}");
    assertUnsupported("/sts/exchange", null);
    assertUnsupported("/libraries/artifacts/" + organization + ":import?ecosystem=PYTHON", "");

    assertThat(made(client.get(path)).json()).isEqualTo(before);
  }

  private void assertUnsupported(String path, @Nullable String body) {
    Reply refused = client.send("POST", path, body, DRY_RUN);

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.reason()).isEqualTo("VALIDATE_ONLY_UNSUPPORTED");
    assertThat(refused.header(HEADER)).isEmpty();
  }

  @Test
  void ofABatchNoneIsCreatedAndNoneHasAUid() {
    String identity = client.createIdentity(organization);
    String binding = roleBinding(identity, BuiltInRole.VIEWER.uid().value());
    String batch =
        "{\"parent\": \"%s\", \"requests\": [{\"roleBinding\": %s}]}"
            .formatted(organization, binding);

    Reply tried = client.send("POST", "/iam/v2/roleBindings:batchCreate", batch, DRY_RUN);

    assertThat(made(tried).header(HEADER)).hasValue("true");
    JsonNode shown = tried.json().path("roleBindings").path(0);
    assertThat(shown.has("uid")).isFalse();
    assertThat(shown.at("/identity/uid").asText()).isEqualTo(identity);
    Reply bindings = made(client.get("/iam/v2/roleBindings?uidp.children_of=" + organization));
    assertThat(bindings.json().path("roleBindings").findValuesAsText("uid"))
        .doesNotContain(identity);
  }

  @Test
  void anOperatorWhoIsTriedKeepsTheUidOfTheIdentity() {
    String identity = client.createIdentity(organization);

    Reply tried =
        client.send(
            "POST", "/operator/operators", "{\"identityUid\": \"" + identity + "\"}", DRY_RUN);

    assertThat(made(tried).json().path("identityUid").asText()).isEqualTo(identity);
    assertThat(made(client.get("/operator/operators")).text()).doesNotContain(identity);
  }
}

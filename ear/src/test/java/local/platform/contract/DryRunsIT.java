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
import local.platform.contract.testing.ImageDocument;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.RawHttp;
import local.platform.contract.testing.sample.Resource;
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

  /** Twice the same, too: a proxy might pass on one of them, or both in one line. */
  @Test
  void theHeaderMayBeGivenOnce() {
    String refused =
        RawHttp.request(
            client.url(),
            "POST /iam/v2/groups/" + organization + " HTTP/1.1",
            "Authorization: Bearer " + client.token(),
            HEADER + ": true",
            HEADER + ": true",
            "Content-Length: 0");

    assertThat(RawHttp.status(refused)).as(refused).isEqualTo(400);
    assertThat(refused).contains("\"field\":\"" + HEADER + "\"");
  }

  @Test
  void whatCannotBeTriedIsRefusedBeforeAnythingIsDone() {
    String keys = client.get("/.well-known/openid-configuration").json().path("jwks_uri").asText();
    String path = keys.substring(keys.indexOf('/', "https://".length()));
    JsonNode before = made(client.get(path)).json();

    assertUnsupported("/operator/signingKeys:rotate", "{}");
    assertUnsupported("/sts/exchange", null);
    assertUnsupported("/libraries/artifacts/" + organization + ":import?ecosystem=PYTHON", "");
    String source = "/hub/sources/" + source();
    assertUnsupported(source + ":import", "{}");

    assertThat(made(client.get(path)).json()).isEqualTo(before);
    assertThat(made(client.get(source)).json().has("lastImport")).isFalse();
  }

  private String source() {
    String body = "{\"name\": \"osv\", \"format\": \"osv\"}";
    return made(client.post("/hub/sources/" + organization, body)).uid();
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
    String viewer = BuiltInRole.VIEWER.uid().value();
    String bindings = "/iam/v2/roleBindings?uidp.children_of=" + organization;
    JsonNode before = made(client.get(bindings)).json();

    Reply tried =
        client.send(
            "POST",
            "/iam/v2/roleBindings:batchCreate",
            "{\"parent\": \"%s\", \"requests\": [{\"roleBinding\": %s}]}"
                .formatted(organization, roleBinding(identity, viewer)),
            DRY_RUN);
    Reply older =
        client.send(
            "POST",
            "/iam/v1/rolebindings/batch/" + organization,
            "[{\"identity\": \"%s\", \"role\": \"%s\"}]".formatted(identity, viewer),
            DRY_RUN);

    assertThat(made(tried).header(HEADER)).hasValue("true");
    JsonNode shown = tried.json().path("roleBindings").path(0);
    assertThat(shown.has("uid")).isFalse();
    assertThat(shown.at("/identity/uid").asText()).isEqualTo(identity);
    assertThat(made(older).header(HEADER)).hasValue("true");
    JsonNode olderShown = older.json().path("roleBindings").path(0);
    assertThat(olderShown.has("id")).isFalse();
    assertThat(olderShown.path("identity").asText()).as(older.text()).isEqualTo(identity);
    assertThat(made(client.get(bindings)).json()).isEqualTo(before);
  }

  @Test
  void anUploadIsCheckedAndNotStored() {
    String repo = Resource.REPO.create(client, organization, "uploads");
    String path = "/registry/images/" + repo;
    ImageDocument config = ImageDocument.config("amd64");
    ImageDocument image = ImageDocument.image(config, 1);
    String body = image.upload(List.of(), List.of(config));
    String size = "/registry/v2/repos/" + repo + "/digests/" + image.digest() + "/size";

    Reply tried = made(client.send("POST", path, body, DRY_RUN));
    Reply refused = client.send("POST", path, "{}", DRY_RUN);

    assertThat(tried.header(HEADER)).hasValue("true");
    assertThat(tried.json().path("digest").asText()).isEqualTo(image.digest());
    assertThat(client.get(size).status()).isEqualTo(404);
    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(made(client.post(path, body)).json()).isEqualTo(tried.json());
    assertThat(client.get(size).status()).isEqualTo(200);
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

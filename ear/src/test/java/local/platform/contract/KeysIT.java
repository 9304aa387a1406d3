package local.platform.contract;

import static local.platform.contract.BothVersions.made;
import static local.platform.contract.testing.PlatformClient.group;
import static local.platform.contract.testing.PlatformClient.groupInvite;
import static local.platform.contract.testing.PlatformClient.roleBinding;
import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests which requests cannot be repeated by a key, and keys of what only some methods do. */
@Deployment.Test
@Deployment.AsOperator
@Tag("group")
class KeysIT {
  private static final String HEADER = "Idempotency-Key";
  private static final String REPLAYED = "Idempotent-Replayed";
  private static final Map<String, String> KEY = Map.of(HEADER, "a-key");
  private static final String GROUPS = "/iam/v2/groups/";
  private static final String VIEWER = BuiltInRole.VIEWER.uid().value();
  private static final String EDITOR = BuiltInRole.EDITOR.uid().value();

  private final PlatformClient client;
  private final String organization;

  KeysIT(PlatformClient client) {
    this.client = client;
    this.organization = client.createOrganization("keys");
  }

  @Test
  void aParameterInsteadOfTheHeaderIsRefusedAndNotIgnored() {
    for (String path : List.of("/iam/v1/groups/", GROUPS)) {
      for (String parameter : List.of("requestId", "request_id")) {
        Reply refused = client.post(path + organization + "?" + parameter + "=k", group("a", ""));

        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.violations()).contains(parameter);
        assertThat(refused.text()).contains(HEADER);
      }
    }
    Reply groups = made(client.get("/iam/v2/groups?uidp.children_of=" + organization));
    assertThat(groups.json().path("groups")).isEmpty();
  }

  /** Twice the same, too: a proxy might pass on one of them, or both in one line. */
  @Test
  void theHeaderMayBeGivenOnce() {
    String refused =
        RawHttp.request(
            client.url(),
            "POST " + GROUPS + organization + " HTTP/1.1",
            "Authorization: Bearer " + client.token(),
            HEADER + ": k",
            HEADER + ": k",
            "Content-Length: 0");

    assertThat(RawHttp.status(refused)).as(refused).isEqualTo(400);
    assertThat(refused).contains("\"field\":\"" + HEADER + "\"");
  }

  @Test
  void whatCannotBeRepeatedIsRefusedBeforeAnythingIsDone() {
    assertUnsupported("/operator/signingKeys:rotate", "{}");
    assertUnsupported("/sts/exchange", null);
    assertUnsupported("/libraries/artifacts/" + organization + ":import?ecosystem=PYTHON", "");
    String body = "{\"name\": \"osv\", \"format\": \"osv\"}";
    String source = "/hub/sources/" + made(client.post("/hub/sources/" + organization, body)).uid();
    assertUnsupported(source + ":import", "{}");
    assertThat(made(client.get(source)).json().has("lastImport")).isFalse();
  }

  private void assertUnsupported(String path, @Nullable String body) {
    Reply refused = client.send("POST", path, body, KEY);

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.reason()).isEqualTo("IDEMPOTENCY_UNSUPPORTED");
    assertThat(refused.text()).doesNotContain("a-key");
  }

  /** Over gRPC there are no such conditions. */
  @Test
  void anUpdateIsRepeatedThoughItHasChangedTheVersionThatItRequires() {
    String uid = client.createGroup(organization, "inner");
    String tag = made(client.get(GROUPS + uid)).header("ETag").orElseThrow();
    Map<String, String> conditional = Map.of(HEADER, "update", "If-Match", tag);
    Reply changed = made(client.send("PATCH", GROUPS + uid, group("other", ""), conditional));

    Reply again = made(client.send("PATCH", GROUPS + uid, group("other", ""), conditional));

    assertThat(again.header(REPLAYED)).hasValue("true");
    assertThat(again.header("ETag")).isEqualTo(changed.header("ETag")).isNotEqualTo(tag);
    for (Map<String, String> other :
        List.of(Map.of(HEADER, "update"), Map.of(HEADER, "update", "If-Match", "\"1\""))) {
      assertThat(client.send("PATCH", GROUPS + uid, group("other", ""), other).reason())
          .isEqualTo("IDEMPOTENCY_KEY_REUSED");
    }
  }

  @Test
  void aMaskIsAPartOfTheRequest() {
    String path = GROUPS + client.createGroup(organization, "masked") + "?updateMask=";
    String body = group("other", "described");
    Map<String, String> key = Map.of(HEADER, "mask");
    Reply changed = made(client.send("PATCH", path + "name", body, key));

    assertThat(client.send("PATCH", path + "name,description", body, key).reason())
        .isEqualTo("IDEMPOTENCY_KEY_REUSED");
    assertThat(made(client.send("PATCH", path + "name", body, key)).json())
        .isEqualTo(changed.json());
  }

  /** They are one method of one service. */
  @Test
  void aRequestMayBeRepeatedByAnotherNameOfItsVersion() {
    Map<String, String> key = Map.of(HEADER, "names");
    Reply created = made(client.send("POST", GROUPS + organization, group("named", ""), key));

    Reply again =
        made(client.send("POST", "/iam/v2beta1/groups/" + organization, group("named", ""), key));

    assertThat(again.uid()).isEqualTo(created.uid());
    assertThat(again.header(REPLAYED)).hasValue("true");
    assertThat(
            client.send("POST", "/iam/v1/groups/" + organization, group("named", ""), key).text())
        .contains("idempotency key was used for another request");
  }

  @Test
  void ofABatchAllAreShownAgain() {
    assertAllShownAgain(
        "/iam/v2/roleBindings:batchCreate",
        "{\"parent\": \"%s\", \"requests\": [{\"roleBinding\": %s}, {\"roleBinding\": %s}]}"
            .formatted(
                organization,
                roleBinding(client.createIdentity(organization), VIEWER),
                roleBinding(client.createIdentity(organization), VIEWER)));
    assertAllShownAgain(
        "/iam/v1/rolebindings/batch/" + organization,
        "[{\"identity\": \"%s\", \"role\": \"%s\"}, {\"identity\": \"%s\", \"role\": \"%s\"}]"
            .formatted(
                client.createIdentity(organization),
                VIEWER,
                client.createIdentity(organization),
                VIEWER));
  }

  private void assertAllShownAgain(String path, String batch) {
    Map<String, String> key = Map.of(HEADER, "batch-" + batch.length());
    Reply created = made(client.send("POST", path, batch, key));

    Reply again = made(client.send("POST", path, batch, key));

    assertThat(again.json()).isEqualTo(created.json());
    assertThat(again.json().path("roleBindings")).as(again.text()).hasSize(2);
    assertThat(again.header(REPLAYED)).hasValue("true");
    assertThat(client.send("POST", path, batch.replace(VIEWER, EDITOR), key).status())
        .isEqualTo(409);
  }

  /** Its body is read by its method, after the key. */
  @Test
  void theBytesOfAnUploadAreAPartOfTheRequest() {
    String repo = Resource.REPO.create(client, organization, "uploads");
    String path = "/registry/images/" + repo;
    ImageDocument config = ImageDocument.config("amd64");
    ImageDocument image = ImageDocument.image(config, 1);
    ImageDocument other = ImageDocument.image(config, 2);
    String body = image.upload(List.of(), List.of(config));
    Map<String, String> key = Map.of(HEADER, "upload");
    Reply uploaded = made(client.send("POST", path, body, key));
    assertThat(uploaded.header(REPLAYED)).isEmpty();

    for (String another : List.of(other.upload(List.of(), List.of(config)), body + " ")) {
      Reply refused = client.send("POST", path, another, key);
      assertThat(refused.status()).as(refused.text()).isEqualTo(409);
      assertThat(refused.reason()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    }

    Reply again = made(client.send("POST", path, body, key));
    assertThat(again.header(REPLAYED)).hasValue("true");
    assertThat(again.json()).isEqualTo(uploaded.json());
    String size = "/registry/v2/repos/" + repo + "/digests/%s/size";
    assertThat(client.get(size.formatted(other.digest())).status()).isEqualTo(404);
    assertThat(client.get(size.formatted(image.digest())).status()).isEqualTo(200);
  }

  @Test
  void theCodeOfAnInviteIsShownOnce() {
    String invite = groupInvite(VIEWER, "60s");
    String path = "/iam/v2/groupInvites/" + organization;
    Map<String, String> key = Map.of(HEADER, "invite");
    Reply created = made(client.send("POST", path, invite, key));

    Reply again = made(client.send("POST", path, invite, key));

    assertThat(created.json().path("code").asText()).isNotEmpty();
    assertThat(again.uid()).isEqualTo(created.uid());
    assertThat(again.json().has("code")).isFalse();
  }
}

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
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests which requests cannot be repeated by a key, and keys of what only some methods do. */
@Deployment.Test
@Deployment.AsOperator
class KeysIT {
  private static final String HEADER = "Idempotency-Key";
  private static final String REPLAYED = "Idempotent-Replayed";
  private static final Map<String, String> KEY = Map.of(HEADER, "a-key");
  private static final String GROUPS = "/iam/v2/groups/";
  private static final String VIEWER = BuiltInRole.VIEWER.uid().value();

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

  @Test
  void whatCannotBeRepeatedIsRefusedBeforeAnythingIsDone() {
    assertUnsupported("/operator/signingKeys:rotate", "{}");
    assertUnsupported("/sts/exchange", null);
    assertUnsupported("/libraries/artifacts/" + organization + ":import?ecosystem=PYTHON", "");
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
    String batch =
        "{\"parent\": \"%s\", \"requests\": [{\"roleBinding\": %s}, {\"roleBinding\": %s}]}"
            .formatted(
                organization,
                roleBinding(client.createIdentity(organization), VIEWER),
                roleBinding(client.createIdentity(organization), VIEWER));
    Map<String, String> key = Map.of(HEADER, "batch");
    Reply created = made(client.send("POST", "/iam/v2/roleBindings:batchCreate", batch, key));

    Reply again = made(client.send("POST", "/iam/v2/roleBindings:batchCreate", batch, key));

    assertThat(again.json()).isEqualTo(created.json());
    assertThat(again.json().path("roleBindings")).hasSize(2);
    assertThat(again.header(REPLAYED)).hasValue("true");
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

package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import local.platform.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds of identities, roles and role bindings alike. */
@Deployment.InAllDialects
class ResourcesIT {
  private static final String MISSING = "0123456789abcdef";

  private final PlatformClient client;
  private String organization;

  ResourcesIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("resources");
  }

  @ParameterizedTest
  @EnumSource
  void aPatchThatChangesNothingKeepsEverything(Kind kind) {
    String path = kind.path(kind.create(client, organization, "one"));
    Reply changed = client.patch(path, kind.change());

    for (String mask : new String[] {"", "?updateMask=description", "?update_mask=uid"}) {
      boolean known = kind != Kind.ROLE_BINDING || !mask.contains("description");
      Reply same = client.patch(path + mask, known ? kind.change() : "{}");
      if (known) {
        assertThat(same.text()).isEqualTo(changed.text());
      } else {
        assertThat(same.violations()).containsExactly("updateMask");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void deleteAnswersWithoutABodyAndOnlyOnce(Kind kind) {
    String path = kind.path(kind.create(client, organization, "gone"));

    Reply deleted = client.delete(path);

    assertThat(deleted.status()).as(deleted.text()).isEqualTo(200);
    assertThat(deleted.text()).isEmpty();
    assertThat(client.delete(path).status()).isEqualTo(404);
    assertThat(client.get(path).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsMissingIsNotFoundWhereTheCallerMayKnow(Kind kind) {
    String missing = organization + "/" + MISSING;
    for (Reply reply :
        new Reply[] {
          client.get(kind.path(missing)),
          client.delete(kind.path(missing)),
          client.patch(kind.path(missing), kind.change()),
        }) {
      assertThat(reply.status()).isEqualTo(404);
      assertThat(reply.json().path("code").asInt()).isEqualTo(5);
      assertThat(reply.detail("ResourceInfo").path("resourceName").asText()).isEqualTo(missing);
      assertThat(reply.detail("ResourceInfo").path("resourceType").asText())
          .isEqualTo("iam.platform.local/" + kind.type());
    }
  }

  /** A group of the same uid is none of them, and what lies in a group is no group. */
  @ParameterizedTest
  @EnumSource
  void whatIsOfAnotherKindIsMissing(Kind kind) {
    String uid = kind.create(client, organization, "one");
    String group = client.createGroup(organization, "group");

    assertThat(client.get(kind.path(group)).status()).isEqualTo(404);
    assertThat(client.get("/iam/v2/groups/" + uid).status()).isEqualTo(404);
    assertThat(client.delete("/iam/v2/groups/" + uid).status()).isEqualTo(404);
    for (Kind other : Kind.values()) {
      assertThat(client.get(other.path(uid)).status()).isEqualTo(other == kind ? 200 : 404);
      assertThat(client.delete(other.path(group)).status()).isEqualTo(404);
    }
    assertThat(client.get(kind.path(uid)).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource
  void whatTheCallerMayNotIsForbiddenAndTheSameWhetherOrNotItExists(Kind kind) {
    PlatformClient stranger =
        client.withRole(client.createOrganization("stranger"), BuiltInRole.OWNER.uid().value());
    String there = kind.create(client, organization, "there");
    String missing = organization + "/" + MISSING;
    String elsewhere = "0".repeat(40) + "/" + MISSING;
    for (String method : new String[] {"GET", "DELETE", "PATCH", "POST"}) {
      String body = method.equals("GET") || method.equals("DELETE") ? null : kind.change();
      Reply answer = stranger.send(method, kind.path(there), body, Map.of());

      assertThat(answer.status()).as(method).isEqualTo(403);
      assertThat(answer.json().path("code").asInt()).isEqualTo(7);
      assertThat(answer.reason()).isEqualTo("PERMISSION_DENIED");
      for (String uid : new String[] {missing, elsewhere}) {
        Reply other = stranger.send(method, kind.path(uid), body, Map.of());
        assertThat(other.status()).isEqualTo(403);
        assertThat(other.text()).isEqualTo(answer.text().replace(there, uid));
      }
    }
    assertThat(client.get(kind.path(there)).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource
  void aUidThatIsNoneAndAParentThatIsNoneAreNamed(Kind kind) {
    assertThat(client.get(kind.path("nonsense")).violations()).containsExactly("uid");
    assertThat(client.delete(kind.path("a//b")).status()).isEqualTo(400);
    assertThat(client.patch(kind.path("x"), kind.change()).violations()).containsExactly("uid");
    for (String path : new String[] {kind.path(), kind.path(""), kind.path("nonsense")}) {
      assertThat(client.post(path, "{}").violations()).as(path).contains("parent");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aMaskThatNamesNothingIsRefused(Kind kind) {
    String path = kind.path(kind.create(client, organization, "one"));
    for (String mask : new String[] {"nonsense", "uid.x", "createTime.seconds", "uid,%2A"}) {
      Reply refused = client.patch(path + "?updateMask=" + mask, "{}");

      assertThat(refused.status()).as(mask).isEqualTo(400);
      assertThat(refused.violations()).containsExactly("updateMask");
    }
  }
}

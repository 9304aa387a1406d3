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
@Deployment.Test
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
  void bothNamesOfTheVersionAndBothSpellingsOfASlashAreOneResource(Kind kind) {
    String uid = kind.create(client, organization, "one");
    Reply read = client.get(kind.path(uid));

    assertThat(read.status()).isEqualTo(200);
    assertThat(read.uid()).isEqualTo(uid);
    assertThat(client.get(kind.path(uid).replace("/v2/", "/v2beta1/")).text())
        .isEqualTo(read.text());
    assertThat(client.get(kind.path(uid.replace("/", "%2F"))).text()).isEqualTo(read.text());
  }

  @ParameterizedTest
  @EnumSource
  void theETagChangesWithEveryChangeAndIfMatchHoldsIt(Kind kind) {
    String path = kind.path(kind.create(client, organization, "one"));
    Reply before = client.get(path);
    String first = before.header("ETag").orElseThrow();
    assertThat(first).isEqualTo("\"0\"");

    Reply changed = client.send("PATCH", path, kind.change(), Map.of("If-Match", first));
    assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    assertThat(changed.header("ETag"))
        .hasValueSatisfying(tag -> assertThat(tag).isNotEqualTo(first));
    assertThat(changed.text()).isNotEqualTo(before.text());

    Reply stale = client.send("PATCH", path, "{}", Map.of("If-Match", first));
    assertThat(stale.status()).isEqualTo(412);
    assertThat(stale.reason()).isEqualTo("ETAG_MISMATCH");
    assertThat(client.send("DELETE", path, null, Map.of("If-Match", first)).status())
        .isEqualTo(412);
    assertThat(client.send("PATCH", path, "{}", Map.of("If-Match", "W/" + first)).status())
        .isEqualTo(412);
    assertThat(client.get(path).text()).isEqualTo(changed.text());
    assertThat(
            client
                .send("DELETE", path, null, Map.of("If-Match", changed.header("ETag").get()))
                .status())
        .isEqualTo(200);
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
        assertThat(same.header("ETag")).isEqualTo(changed.header("ETag"));
      } else {
        assertThat(same.violations()).containsExactly("updateMask");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoHasTheCurrentVersionIsToldSoAndHeadIsGetWithoutTheBody(Kind kind) {
    String path = kind.path(kind.create(client, organization, "one"));
    String tag = client.get(path).header("ETag").orElseThrow();

    Reply again = client.send("GET", path, null, Map.of("If-None-Match", "\"x\", " + tag));
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.text()).isEmpty();
    assertThat(again.header("ETag")).hasValue(tag);
    assertThat(client.send("GET", path, null, Map.of("If-None-Match", "\"x\"")).status())
        .isEqualTo(200);
    Reply head = client.send("HEAD", path);
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("ETag")).hasValue(tag);
    assertThat(head.text()).isEmpty();
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

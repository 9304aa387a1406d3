package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What version 2 alone has of identities, roles and role bindings alike: masks and details. */
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

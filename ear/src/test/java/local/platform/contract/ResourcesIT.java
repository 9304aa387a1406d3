package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests what all resources have in common in version 2 alone: masks and details. */
@Deployment.InVersion2
@Deployment.DiffersByDialect
@Tag("database")
@Tag("group")
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
  @MethodSource("local.platform.contract.testing.sample.Resource#changed")
  void aPatchThatChangesNothingKeepsEverything(Resource resource) {
    String path = resource.path(resource.create(client, organization, "one"));
    Reply changed = client.patch(path, resource.change());

    for (String mask : new String[] {"", "?updateMask=description", "?update_mask=uid"}) {
      boolean known = resource != Resource.ROLE_BINDING || !mask.contains("description");
      Reply same = client.patch(path + mask, known ? resource.change() : "{}");
      if (known) {
        assertThat(same.text()).isEqualTo(changed.text());
      } else {
        assertThat(same.violations()).containsExactly("updateMask");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#written")
  void deleteAnswersWithoutABodyAndOnlyOnce(Resource resource) {
    String path = resource.path(resource.create(client, organization, "gone"));

    Reply deleted = client.delete(path);

    assertThat(deleted.status()).as(deleted.text()).isEqualTo(200);
    assertThat(deleted.text()).isEmpty();
    assertThat(client.delete(path).status()).isEqualTo(404);
    assertThat(client.get(path).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsMissingIsNotFoundWhereTheCallerMayKnow(Resource resource) {
    String missing = organization + "/" + MISSING;
    List<Reply> replies = new ArrayList<>(List.of(client.get(resource.path(missing))));
    if (!resource.isReadOnly()) {
      replies.add(client.delete(resource.path(missing)));
    }
    if (resource.canBeChanged()) {
      replies.add(client.patch(resource.path(missing), resource.change()));
    }
    for (Reply reply : replies) {
      assertThat(reply.status()).isEqualTo(404);
      assertThat(reply.json().path("code").asInt()).isEqualTo(5);
      assertThat(reply.detail("ResourceInfo").path("resourceName").asText()).isEqualTo(missing);
      assertThat(reply.detail("ResourceInfo").path("resourceType").asText())
          .isEqualTo(resource.type());
    }
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#changed")
  void aMaskThatNamesNothingIsRefused(Resource resource) {
    String path = resource.path(resource.create(client, organization, "one"));
    Map<String, String> descriptions =
        Map.of(
            "nonsense", "there is no field nonsense",
            "uid.x", "there is no field uid.x",
            "create_time.seconds", "there is no field create_time.seconds",
            "uid,%2A", "* must stand alone");
    descriptions.forEach(
        (mask, description) -> {
          Reply refused = client.patch(path + "?updateMask=" + mask, "{}");

          assertThat(refused.status()).as(mask).isEqualTo(400);
          assertThat(refused.violations()).containsExactly("updateMask");
          assertThat(refused.detail("BadRequest").at("/fieldViolations/0/description").asText())
              .isEqualTo(description);
        });
  }
}

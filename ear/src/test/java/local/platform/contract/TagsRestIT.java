package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.Test;

/**
 * Tests tags over REST alone: the version of a tag, which continues when the tag is created again.
 */
@Deployment.Test
class TagsRestIT {
  private static final String TAGS = "/registry/v2/tags/";
  private static final String BODY = "{\"name\": \"latest\", \"digest\": \"sha256:%s\"}";

  private final PlatformClient client;

  TagsRestIT(PlatformClient client) {
    this.client = client;
  }

  @Test
  void aTagThatIsMadeAgainHasAnotherVersion() {
    String repo = Resource.REPO.create(client, client.createOrganization("tags"), "app");
    Reply created = put(repo, 'a');
    String path = TAGS + created.uid();
    assertThat(created.header("ETag")).hasValue("\"0\"");
    assertThat(put(repo, 'a').header("ETag")).hasValue("\"0\"");
    assertThat(put(repo, 'b').header("ETag")).hasValue("\"1\"");

    Reply stale = delete(path, "\"0\"");
    assertThat(stale.status()).isEqualTo(412);
    assertThat(stale.reason()).isEqualTo("ETAG_MISMATCH");
    assertThat(stale.detail("ErrorInfo").path("domain").asText())
        .isEqualTo("registry.platform.local");
    assertThat(delete(path, "\"1\"").status()).isEqualTo(200);
    Reply again = put(repo, 'b');
    assertThat(again.uid()).isEqualTo(created.uid());
    assertThat(again.header("ETag")).hasValue("\"3\"");
    assertThat(delete(path, "\"1\"").status()).isEqualTo(412);
    assertThat(
            client
                .send("PUT", path.replace("v2", "v1"), "{}", Map.of("If-Match", "\"1\""))
                .status())
        .isEqualTo(412);
    assertThat(
            client
                .send("PUT", path.replace("v2", "v1"), "{}", Map.of("If-None-Match", "*"))
                .status())
        .isEqualTo(412);
    assertThat(
            client
                .send("PUT", path.replace("v2", "v1"), "{}", Map.of("If-Match", "\"3\""))
                .status())
        .isEqualTo(200);
  }

  private Reply put(String repo, char digit) {
    return client.post(TAGS + repo, BODY.formatted(String.valueOf(digit).repeat(64)));
  }

  private Reply delete(String path, String tag) {
    return client.send("DELETE", path, null, Map.of("If-Match", tag));
  }
}

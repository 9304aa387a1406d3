package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.ImageDocument;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Architectures and sizes of images. */
@Deployment.InBothVersions
@Tag("database")
class ImagesInBothVersionsIT extends BothVersions {
  private static final ImageDocument AMD64 =
      ImageDocument.image(ImageDocument.config("amd64"), 1_000);
  private static final ImageDocument ARM = ImageDocument.image(ImageDocument.config("arm"), 7);
  private static final ImageDocument INDEX =
      ImageDocument.index(
          ARM.child("arm/v7"), AMD64.child("amd64"), ARM.child("unknown"), AMD64.child("s390x"));

  private String repo;

  ImagesInBothVersionsIT(PlatformClient client) {
    super(client);
  }

  @BeforeEach
  void createRepo() {
    repo = Resource.REPO.create(client, organization, "images");
  }

  private void upload(ImageDocument manifest, List<ImageDocument> children) {
    made(
        client
            .rest()
            .post(
                "/registry/images/" + repo,
                manifest.upload(children, List.of(ImageDocument.config("amd64")))));
  }

  private String path(String digest, String what) {
    return path(repo, digest, what);
  }

  private static String path(String repo, String digest, String what) {
    return REPOS + repo + "/digests/" + digest + "/" + what;
  }

  private static long size(ImageDocument config, long layer) {
    return config.bytes().length + layer;
  }

  @Test
  void anIndexHasTheArchitecturesAndSizesOfItsImages() {
    upload(INDEX, List.of(AMD64, ARM));

    assertThat(made(client.get(path(INDEX.digest(), "architectures"))).json())
        .hasToString("{\"architectures\":[\"amd64\",\"arm/v7\",\"s390x\"]}");
    assertThat(made(client.get(path(AMD64.digest(), "architectures"))).json())
        .hasToString("{\"architectures\":[\"amd64\"]}");
    String amd64 =
        "{\"size\":\""
            + size(ImageDocument.config("amd64"), 1_000)
            + "\",\"architecture\":\"amd64\"}";
    assertThat(made(client.get(path(INDEX.digest(), "size"))).json()).hasToString(amd64);
    assertThat(made(client.get(path(AMD64.digest(), "size?architecture=amd64"))).json())
        .hasToString(amd64);
    for (String asked : List.of("arm", "arm/v7", "arm%2Fv7")) {
      assertThat(made(client.get(path(INDEX.digest(), "size?architecture=" + asked))).json())
          .hasToString(
              "{\"size\":\""
                  + size(ImageDocument.config("arm"), 7)
                  + "\",\"architecture\":\"arm/v7\"}");
    }
  }

  @Test
  void whatIsNotKnownIsMissingAndTheAnswerTellsWhat() {
    upload(INDEX, List.of(AMD64));
    String unknown = "sha256:" + "0".repeat(64);

    assertMissing(path(unknown, "architectures"), "there is no image " + unknown);
    assertMissing(path(unknown, "size"), "there is no image " + unknown);
    assertMissing(path(INDEX.digest(), "size?architecture=ppc64le"), "amd64, arm/v7, s390x");
    assertMissing(
        path(INDEX.digest(), "size?architecture=arm"), ARM.digest() + " was not uploaded");
    assertMissing(path(ARM.digest(), "architectures"), ARM.digest() + " was not uploaded");
    assertMissing(path(organization + "/" + MISSING, INDEX.digest(), "size"), "there is no Repo");
    made(client.delete(REPOS + repo));
    assertMissing(path(INDEX.digest(), "architectures"), "there is no Repo " + repo);
  }

  private void assertMissing(String path, String text) {
    Reply missing = client.get(path);
    assertThat(missing.status()).as(missing.text()).isEqualTo(404);
    assertThat(missing.json().path("message").asText()).contains(text);
    assertThat(missing.detail("ErrorInfo").path("domain").asText())
        .isEqualTo("registry.platform.local");
  }

  @Test
  void aDigestThatIsNoneIsNamed() {
    for (String what : List.of("architectures", "size")) {
      for (String digest : List.of("latest", "sha256:abc", "sha256:" + "A".repeat(64))) {
        Reply refused = client.get(path(digest, what));

        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.violations()).containsExactly("digest");
      }
      assertThat(client.get(path("nonsense", INDEX.digest(), what)).violations())
          .containsExactly("repoUid");
    }
  }

  /** Both capabilities are needed; callers without one of them do not learn which repos exist. */
  @Test
  void bothCapabilitiesAreNeeded() {
    upload(INDEX, List.of(AMD64));
    String missing = organization + "/" + MISSING;
    int roles = 0;
    for (String capability : List.of("CAP_REPO_LIST", "CAP_MANIFEST_METADATA_LIST")) {
      PlatformClient one =
          client.withRole(
              organization, client.createRole(organization, "role " + ++roles, capability));
      for (String what : List.of("architectures", "size")) {
        Reply denied = one.get(path(INDEX.digest(), what));
        assertDenied(denied);
        assertThat(one.get(path(missing, INDEX.digest(), what)).text())
            .isEqualTo(denied.text().replace(repo, missing));
      }
    }
    PlatformClient stranger = client.withRole(client.createOrganization("stranger"), OWNER);
    assertDenied(stranger.get(path(INDEX.digest(), "size")));
    PlatformClient viewer = client.withRole(organization, VIEWER);
    made(viewer.get(path(INDEX.digest(), "size")));
  }
}

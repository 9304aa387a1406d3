package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.List;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.ImageDocument;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests images in version 1 alone: their configs, and their number. */
@Deployment.InVersion1
class V1ImagesIT {
  private static final String MISSING = "0123456789abcdef";
  private static final ImageDocument CONFIG =
      ImageDocument.config(
          "amd64",
          """
          {"User":"65532","ExposedPorts":{"8080/tcp":{}},"Env":["PATH=/bin","A="],\
          "Entrypoint":["/app"],"Cmd":["serve"],"Volumes":{"/data":{}},"WorkingDir":"/",\
          "Labels":{"org.test/a":"b"},"StopSignal":"SIGTERM","Hostname":"x"}""");
  private static final ImageDocument IMAGE = ImageDocument.image(CONFIG, 5);
  private static final ImageDocument INDEX =
      ImageDocument.index(IMAGE.child("amd64"), IMAGE.child("arm64"));

  private final PlatformClient client;
  private String organization;
  private String repo;

  V1ImagesIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createRepo() {
    organization = client.createOrganization("v1");
    repo = Resource.REPO.create(client, organization, "images");
  }

  private static Reply made(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply;
  }

  private void upload(String to, ImageDocument manifest, List<ImageDocument> configs) {
    List<ImageDocument> children =
        manifest.equals(INDEX) ? List.of(IMAGE) : List.<ImageDocument>of();
    made(client.rest().post("/registry/images/" + to, manifest.upload(children, configs)));
  }

  private Reply config(PlatformClient by, String query) {
    return by.get(
        "/registry/v1/repos/" + repo + "/digests/" + INDEX.digest() + "/imageconfig" + query);
  }

  @Test
  void theConfigOfAnImageIsTold() throws JsonProcessingException {
    upload(repo, INDEX, List.of());
    Reply missing = config(client, "");
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.text()).contains("the config " + CONFIG.digest() + " was not uploaded");

    upload(repo, IMAGE, List.of(CONFIG));

    for (String query : List.of("", "?arch=arm64", "?arch=amd64&registry=true")) {
      assertThat(made(config(client, query)).json())
          .isEqualTo(
              JSON.readTree(
                  """
                  {"user": "65532", "exposedPorts": {"8080/tcp": {}}, "env": ["PATH=/bin", "A="],
                   "entrypoint": ["/app"], "cmd": ["serve"], "volumes": {"/data": {}},
                   "workingDir": "/", "labels": {"org.test/a": "b"}, "stopSignal": "SIGTERM"}
                  """));
    }
    assertThat(config(client, "?arch=s390x").text()).contains("it has amd64, arm64");
    String listing = client.rest().createRole(organization, "listing", "CAP_REPO_LIST");
    assertThat(config(client.withRole(organization, listing), "").status()).isEqualTo(403);
  }

  @Test
  void imagesAreCountedInARepoAndInAGroup() {
    String team = client.rest().createGroup(organization, "team");
    String inner = Resource.REPO.create(client, team, "inner");
    String gone = Resource.REPO.create(client, team, "gone");
    upload(repo, INDEX, List.of());
    upload(inner, IMAGE, List.of(CONFIG));
    upload(gone, INDEX, List.of());

    assertThat(count(repo)).isEqualTo("2");
    assertThat(count(team)).isEqualTo("3");
    assertThat(count(organization)).isEqualTo("5");
    client.delete("/registry/v2/repos/" + gone);
    assertThat(count(team)).isEqualTo("1");
    assertThat(count(organization)).isEqualTo("3");
    for (String missing : List.of(gone, organization + "/" + MISSING)) {
      assertThat(client.get("/registry/v1/digestcount/" + missing).status()).isEqualTo(404);
    }
    PlatformClient viewer = client.withRole(team, BuiltInRole.VIEWER.uid().value());
    assertThat(viewer.get("/registry/v1/digestcount/" + inner).status()).isEqualTo(200);
    Reply denied = viewer.get("/registry/v1/digestcount/" + repo);
    assertThat(denied.status()).isEqualTo(403);
    String missing = organization + "/" + MISSING;
    assertThat(viewer.get("/registry/v1/digestcount/" + missing).text())
        .isEqualTo(denied.text().replace(repo, missing));
  }

  private String count(String parent) {
    return made(client.get("/registry/v1/digestcount/" + parent)).json().path("count").asText();
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.ImageDocument;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.RawHttp;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests images over REST alone: uploads, and the form of paths with digests. */
@Deployment.Test
@Tag("database")
@Tag("packaging")
class ImagesRestIT {
  private static final String MISSING = "0123456789abcdef";
  private static final int MAX_BODY = 8 << 20;
  private static final ImageDocument CONFIG = ImageDocument.config("amd64");
  private static final ImageDocument IMAGE = ImageDocument.image(CONFIG, 1);
  private static final ImageDocument OTHER = ImageDocument.image(ImageDocument.config("arm64"), 2);
  private static final ImageDocument INDEX =
      ImageDocument.index(IMAGE.child("amd64"), OTHER.child("arm64/v8"));

  private final PlatformClient client;
  private String organization;
  private String repo;

  ImagesRestIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createRepo() {
    organization = client.createOrganization("images");
    repo = Resource.REPO.create(client, organization, "images");
  }

  private Reply upload(String body) {
    return client.post("/registry/images/" + repo, body);
  }

  private static Reply made(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply;
  }

  @Test
  void theAnswerTellsWhatIsKnownAndWhatIsMissing() {
    Reply bare = made(upload(INDEX.upload(List.of(), List.of())));
    assertThat(bare.json().fieldNames())
        .toIterable()
        .containsExactly("digest", "mediaType", "architectures", "missingChildren");
    assertThat(bare.json().path("digest").asText()).isEqualTo(INDEX.digest());
    assertThat(bare.json().path("mediaType").asText()).isEqualTo(INDEX.mediaType());
    assertThat(bare.json().path("architectures")).hasToString("[\"amd64\",\"arm64/v8\"]");
    assertThat(bare.json().path("missingChildren"))
        .extracting(JsonNode::asText)
        .containsExactly(IMAGE.digest(), OTHER.digest());

    JsonNode more = made(upload(INDEX.upload(List.of(IMAGE, OTHER), List.of(CONFIG)))).json();
    assertThat(more.has("missingChildren")).isFalse();
    assertThat(more.path("missingConfigs"))
        .extracting(JsonNode::asText)
        .containsExactly(ImageDocument.config("arm64").digest());
    assertThat(made(upload(INDEX.upload(List.of(), List.of()))).json()).isEqualTo(more);
  }

  @Test
  void everythingThatIsWrongIsNamedAtOnce() {
    ObjectNode upload = JSON.createObjectNode().put("colour", "red");
    upload.putObject("manifest").put("mediaType", "text/plain").put("content", "e30=");
    upload.putArray("children").addObject().put("content", "e30");
    upload.putArray("configs").addObject().put("content", "x");
    Reply form = upload(upload.toString());
    assertThat(form.status()).as(form.text()).isEqualTo(400);
    assertThat(form.violations()).containsExactlyInAnyOrder("colour", "configs[0].content");

    Reply wrong =
        upload(
            INDEX.upload(
                List.of(ImageDocument.image(CONFIG, 3), ImageDocument.index()),
                List.of(new ImageDocument("", "[]"))));
    assertThat(wrong.status()).as(wrong.text()).isEqualTo(400);
    assertThat(wrong.violations())
        .containsExactlyInAnyOrder(
            "children[0].content", "children[1].content", "configs[0].content");
    assertThat(wrong.detail("ErrorInfo").path("domain").asText())
        .isEqualTo("registry.platform.local");
    assertThat(upload("{}").violations())
        .containsExactlyInAnyOrder("manifest.mediaType", "manifest.content");
    assertThat(client.post("/registry/images/nonsense", "{}").violations())
        .containsExactly("repoUid");
  }

  /** Truncated content has another digest. */
  @Test
  void aTruncatedContentIsRefused() {
    String body = IMAGE.upload(List.of(), List.of(CONFIG));
    int end = body.lastIndexOf("\"}]");
    while (body.charAt(end - 1) == '=') {
      end--; // padding may be left out
    }
    for (int lost = 1; lost <= 8; lost++) {
      Reply refused = upload(body.substring(0, end - lost) + body.substring(end));

      assertThat(refused.status()).as(refused.text()).isEqualTo(400);
      assertThat(refused.violations()).containsExactly("configs[0].content");
    }
  }

  @Test
  void anUploadNeedsThePermissionToCreateManifests() {
    String body = IMAGE.upload(List.of(), List.of());
    PlatformClient puller = client.withRole(organization, BuiltInRole.REGISTRY_PULL.uid().value());
    PlatformClient pusher = client.withRole(organization, BuiltInRole.REGISTRY_PUSH.uid().value());
    PlatformClient stranger =
        client.withRole(client.createOrganization("stranger"), BuiltInRole.OWNER.uid().value());
    String missing = organization + "/" + MISSING;

    for (PlatformClient other : List.of(puller, stranger)) {
      Reply denied = other.post("/registry/images/" + repo, body);
      assertThat(denied.status()).as(denied.text()).isEqualTo(403);
      assertThat(other.post("/registry/images/" + missing, body).text())
          .isEqualTo(denied.text().replace(repo, missing));
    }
    assertThat(client.withToken("").post("/registry/images/" + repo, body).status()).isEqualTo(401);
    String answer =
        RawHttp.request(
            client.url(),
            "POST /registry/images/" + repo + " HTTP/1.1",
            "Authorization: Bearer " + puller.token(),
            "Content-Length: 8000000");
    assertThat(RawHttp.status(answer)).isEqualTo(403); // before the body is sent
    made(pusher.post("/registry/images/" + repo, body));
    assertThat(pusher.post("/registry/images/" + missing, body).status()).isEqualTo(404);
    client.delete("/registry/v2/repos/" + repo);
    assertThat(pusher.post("/registry/images/" + repo, body).status()).isEqualTo(404);
  }

  @Test
  void aBodyHasEightMebibytesAtMostHereAndOneElsewhere() {
    String upload = IMAGE.upload(List.of(), List.of(CONFIG));
    String longest = padded(upload, MAX_BODY);
    assertThat(made(upload(longest)).json().has("missingConfigs")).isFalse();

    Map<String, String> text = Map.of("Content-Type", "text/plain");
    assertThat(client.send("POST", "/registry/images/" + repo, upload, text).status())
        .isEqualTo(415);
    Reply refused = upload(padded(upload, MAX_BODY + 1));
    assertThat(refused.status()).as(refused.text()).isEqualTo(413);
    assertThat(refused.text()).contains(String.valueOf(MAX_BODY));
    String other = padded("{\"name\":\"a\"}", (1 << 20) + 1);
    for (String path :
        List.of(
            "/registry/v2/repos/" + organization,
            "/registry/images/" + repo + ";x",
            "/registry/repositories/" + repo,
            "/nothing")) {
      assertThat(client.post(path, other).status()).as(path).isEqualTo(413);
    }
    assertThat(client.send("PUT", "/registry/images/" + repo, other, Map.of()).status())
        .isEqualTo(413);
  }

  /** Returns a body of this length, padded with white space before its end. */
  private static String padded(String json, int length) {
    int end = json.length() - 1;
    return json.substring(0, end) + " ".repeat(length - json.length()) + json.substring(end);
  }

  /** One upload has the largest documents, and the config is shown in full. */
  @Test
  void longManifestsAndConfigsAreStored() {
    ImageDocument config =
        ImageDocument.config("amd64", "{\"User\":\"" + "u".repeat(2_900_000) + "\"}");
    ImageDocument image = ImageDocument.image(config, 1);
    ImageDocument index =
        new ImageDocument(
            INDEX.mediaType(),
            "{\"schemaVersion\":2,\"annotations\":{\"a\":\""
                + "a".repeat(2_900_000)
                + "\"},\"manifests\":["
                + image.child("amd64")
                + "]}");

    made(upload(index.upload(List.of(image), List.of(config))));

    Reply told =
        made(
            client.get(
                "/registry/v1/repos/" + repo + "/digests/" + index.digest() + "/imageconfig"));
    assertThat(told.json().path("user").asText()).hasSize(2_900_000);
  }

  /** A digest has a colon and is no custom verb, however it is encoded. */
  @Test
  void aPathWithADigestIsFoundInEverySpelling() {
    made(upload(IMAGE.upload(List.of(), List.of(CONFIG))));
    String encoded = IMAGE.digest().replace(":", "%3A");
    for (String path :
        List.of(
            repo + "/digests/" + IMAGE.digest() + "/size",
            repo + "/digests/" + encoded + "/size",
            repo.replace("/", "%2F") + "/digests/" + encoded + "/size",
            repo + "/digests/" + IMAGE.digest() + "/size/")) {
      for (String version : List.of("v1", "v2", "v2beta1")) {
        Reply size = client.get("/registry/" + version + "/repos/" + path);
        assertThat(size.status()).as(path + " " + size.text()).isEqualTo(200);
      }
    }
    assertThat(
            RawHttp.status(
                RawHttp.request(
                    client.url(),
                    "GET /registry/v2/repos/" + repo + "/digests/" + encoded + "/size HTTP/1.1",
                    "Authorization: Bearer " + client.token())))
        .isEqualTo(200);
    assertThat(client.post("/registry/v2/repos/" + repo + "/digests/x/size", "{}").status())
        .isEqualTo(405);
    assertThat(client.get("/registry/images/" + repo).status()).isEqualTo(405);
  }
}

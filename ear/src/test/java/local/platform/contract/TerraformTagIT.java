package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import java.time.Instant;
import java.util.List;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.GrpcReplies;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Makes the calls of the resource {@code chainguard_image_tag} of the public Terraform provider, by
 * the names that it uses (chainguard-dev/terraform-provider-chainguard, {@code
 * internal/provider/resource_image_tag.go}): it never sends a digest. The provider itself cannot be
 * built here, because the module proxy does not have it.
 */
@Deployment.Test
class TerraformTagIT {
  private static final String REGISTRY = Deployment.ALIAS + ".registry.Registry";
  private static final String DIGEST = "sha256:" + "a".repeat(64);

  private final PlatformClient client;
  private final GrpcServer grpc;
  private String repo;

  TerraformTagIT(PlatformClient client, GrpcServer grpc) {
    this.client = client;
    this.grpc = grpc;
  }

  @BeforeEach
  void applyRepo() {
    ObjectNode request =
        PlatformClient.JSON
            .createObjectNode()
            .put("parent_id", client.createOrganization("terraform"));
    request.putObject("repo").put("name", "app").putArray("bundles").add("application");
    repo = call("CreateRepo", request).path("id").asText();
  }

  /**
   * A tag as the provider keeps it.
   *
   * @param id the id
   * @param name the name
   * @param digest the digest, which Terraform computes and never plans
   * @param deprecated whether it is deprecated
   * @param bundles the bundles, in the order of the plan
   */
  private record State(
      String id, String name, String digest, boolean deprecated, List<String> bundles) {
    static State of(JsonNode tag) {
      assertThat(Instant.parse(tag.path("lastUpdated").asText())).isBefore(Instant.now());
      return new State(
          tag.path("id").asText(),
          tag.path("name").asText(),
          tag.path("digest").asText(),
          tag.path("deprecated").asBoolean(),
          tag.path("bundles").valueStream().map(JsonNode::asText).toList());
    }
  }

  @Test
  void aTagIsCreatedReadBackChangedAndDeleted() {
    List<String> planned = List.of("application", "fips", "featured");
    State created = create("latest", planned);

    assertThat(created).isEqualTo(new State(created.id(), "latest", "", false, planned));
    assertThat(created.id()).as("from which the provider takes the repo").startsWith(repo + "/");
    assertThat(read(created.id())).as("no drift").containsExactly(created);

    List<String> replanned = List.of("base", "application", "byol");
    State updated = update(created.id(), "latest", true, replanned);

    assertThat(updated).isEqualTo(new State(created.id(), "latest", "", true, replanned));
    assertThat(read(created.id())).containsExactly(updated);

    delete(created.id());
    assertThat(read(created.id())).as("Terraform forgets it").isEmpty();
  }

  /** An image is pushed in between, of which Terraform knows nothing. */
  @Test
  void theDigestThatATagHasGotIsKept() {
    State created = create("1.0", List.of());
    String tag =
        PlatformClient.JSON.createObjectNode().put("name", "1.0").put("digest", DIGEST).toString();
    assertThat(client.post("/registry/v2/tags/" + repo, tag).uid()).isEqualTo(created.id());
    State pushed = new State(created.id(), "1.0", DIGEST, false, List.of());

    assertThat(read(created.id())).containsExactly(pushed);
    assertThat(update(created.id(), "1.0", false, List.of())).isEqualTo(pushed);
    assertThat(create("1.0", List.of())).as("imported by creating it again").isEqualTo(pushed);
  }

  private State create(String name, List<String> bundles) {
    ObjectNode request = PlatformClient.JSON.createObjectNode().put("repo_id", repo);
    bundles.forEach(request.putObject("tag").put("name", name).putArray("bundles")::add);
    return State.of(call("CreateTag", request));
  }

  private List<State> read(String id) {
    return call("ListTags", PlatformClient.JSON.createObjectNode().put("id", id))
        .path("items")
        .valueStream()
        .map(State::of)
        .toList();
  }

  private State update(String id, String name, boolean deprecated, List<String> bundles) {
    ObjectNode tag =
        PlatformClient.JSON
            .createObjectNode()
            .put("id", id)
            .put("name", name)
            .put("deprecated", deprecated);
    bundles.forEach(tag.putArray("bundles")::add);
    return State.of(call("UpdateTag", tag));
  }

  private void delete(String id) {
    call("DeleteTag", PlatformClient.JSON.createObjectNode().put("id", id));
  }

  private JsonNode call(String name, ObjectNode request) {
    MethodDescriptor method = grpc.reflection().service(REGISTRY).findMethodByName(name);
    DynamicMessage.Builder message = DynamicMessage.newBuilder(method.getInputType());
    try {
      JsonFormat.parser().merge(request.toString(), message);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(e);
    }
    Reply reply =
        GrpcReplies.of(
            grpc.call(REGISTRY, method, message.build(), GrpcServer.bearer(client.token())));
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.text().isEmpty() ? PlatformClient.JSON.createObjectNode() : reply.json();
  }
}

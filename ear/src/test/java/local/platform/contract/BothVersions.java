package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.BeforeEach;

/**
 * Contains what the suites of both versions share: an organization, requests, and the expectations
 * that differ between the versions. Requests are written in the words of version 2.
 */
abstract class BothVersions {
  static final String MISSING = "0123456789abcdef";
  static final String GROUPS = "/iam/v2/groups/";
  static final String IDENTITIES = "/iam/v2/identities/";
  static final String ROLES = "/iam/v2/roles/";
  static final String BINDINGS = "/iam/v2/roleBindings/";
  static final String INVITES = "/iam/v2/groupInvites/";
  static final String REPOS = "/registry/v2/repos/";
  static final String OWNER = BuiltInRole.OWNER.uid().value();
  static final String EDITOR = BuiltInRole.EDITOR.uid().value();
  static final String VIEWER = BuiltInRole.VIEWER.uid().value();

  final PlatformClient client;
  String organization;

  BothVersions(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("both versions");
  }

  static List<JsonNode> rows(PlatformClient by, Resource resource, String... namesAndValues) {
    JsonNode list = made(by.get(resource.path() + query(namesAndValues))).json();
    return StreamSupport.stream(list.path(resource.plural()).spliterator(), false).toList();
  }

  static List<String> uids(PlatformClient by, Resource resource, String... namesAndValues) {
    return rows(by, resource, namesAndValues).stream()
        .map(row -> row.path("uid").asText())
        .toList();
  }

  /** Returns the role bindings of an identity at exactly this group. */
  List<JsonNode> bindings(String group, String identity) {
    return rows(client, Resource.ROLE_BINDING, "uidp.children_of", group).stream()
        .filter(row -> row.at("/identity/uid").asText().equals(identity))
        .toList();
  }

  static Reply made(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply;
  }

  /** In version 1, what may not be read looks like what does not exist. */
  void assertHidden(Reply read) {
    if (client.dialect().isVersion1()) {
      assertThat(read.status()).as(read.text()).isEqualTo(404);
    } else {
      assertDenied(read);
    }
  }

  static void assertDenied(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(403);
    assertThat(reply.json().path("code").asInt()).isEqualTo(7);
    assertThat(reply.reason()).isEqualTo("PERMISSION_DENIED");
  }

  static void assertExceeds(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(403);
    assertThat(reply.json().path("code").asInt()).isEqualTo(7);
    assertThat(reply.reason()).isEqualTo("GRANT_EXCEEDS_CALLER");
  }

  /** In version 1, the refusal of a deletion does not contain the violated precondition. */
  void assertNotDeleted(Reply deletion, String obstacle) {
    if (client.dialect().isVersion1()) {
      assertThat(deletion.status()).as(deletion.text()).isEqualTo(400);
      assertThat(deletion.json().path("code").asInt()).isEqualTo(9);
    } else {
      assertObstacle(deletion, obstacle);
    }
    assertThat(deletion.json().path("message").asText()).startsWith("Precondition failed: ");
  }

  static void assertObstacle(Reply refused, String obstacle) {
    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.json().path("code").asInt()).isEqualTo(9);
    assertThat(refused.reason()).isEqualTo("FAILED_PRECONDITION");
    assertThat(refused.obstacle()).isEqualTo(obstacle);
    String description =
        refused.detail("PreconditionFailure").at("/violations/0/description").asText();
    assertThat(refused.json().path("message").asText())
        .isEqualTo("Precondition failed: " + description);
  }

  /** In version 1, deleting something missing succeeds. */
  void assertNothingToDelete(Reply deletion) {
    assertThat(deletion.status())
        .as(deletion.text())
        .isEqualTo(client.dialect().isVersion1() ? 200 : 404);
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.group;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests dry runs: they are answered as the write would be, and leave nothing. */
@Deployment.InBothVersions
@Deployment.DiffersByDialect
@Tag("database")
class DryRunsInBothVersionsIT extends BothVersions {
  private static final String HEADER = "Platform-Validate-Only";

  DryRunsInBothVersionsIT(PlatformClient client) {
    super(client);
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#written")
  void whatIsTriedIsShownWithoutAUidAndIsNotCreated(Resource resource) {
    ObjectNode state = resource.state(client, organization, 1);
    String parent = resource.parentIn(client, organization);
    String place = resource.placeIn(client, parent);
    String path = resource.path(place);
    String[] listing = resource.listing(parent, place);
    List<JsonNode> before = rows(client, resource, listing);

    Reply tried = tried("POST", path, state.toString());

    // The uid of what has that of its group is there already.
    assertThat(tried.uid()).isEqualTo(resource.hasUidOf(Resource.GROUP) ? place : "");
    assertThat(rows(client, resource, listing)).isEqualTo(before);
    Reply created = made(client.post(path, state.toString()));
    assertThat(created.uid()).isNotEmpty();
    assertThat(created.header(HEADER)).isEmpty();
    assertThat(resource.stateOf(tried.json())).isEqualTo(resource.stateOf(created.json()));
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#changed")
  void whatIsTriedIsShownAsItWouldBeAndIsNotChanged(Resource resource) {
    String uid = resource.create(client, organization, 1);
    String path = resource.path(uid);
    JsonNode before = client.get(path).json();
    ObjectNode other = resource.state(client, organization, 2);

    Reply tried = tried("PATCH", path + "?updateMask=*", other.toString());

    assertThat(tried.uid()).isEqualTo(uid);
    assertThat(resource.stateOf(tried.json())).isEqualTo(other);
    assertThat(client.get(path).json()).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#written")
  void whatIsTriedIsNotDeleted(Resource resource) {
    String path = resource.path(resource.create(client, organization, 1));
    JsonNode before = client.get(path).json();

    Reply tried = tried("DELETE", path, null);

    assertThat(client.get(path).json()).isEqualTo(before);
    assertThat(tried.text()).isEqualTo(made(client.delete(path)).text());
  }

  @Test
  void anOrganizationIsNeitherCreatedNorDeleted() {
    Reply tried = tried("POST", "/iam/v2/groups", group("tried", ""));
    assertThat(tried.uid()).isEmpty();

    made(tried("DELETE", GROUPS + organization, null));

    assertThat(client.get(GROUPS + organization).status()).isEqualTo(200);
    made(client.delete(GROUPS + organization));
  }

  @Test
  void whatWouldFailFailsInTheSameWay() {
    String inner = client.createGroup(organization, "inner");
    client.createRole(organization, "taken", "CAP_REPO_LIST");
    String role = "{\"name\": \"taken\", \"capabilities\": [\"CAP_REPO_LIST\"]}";
    PlatformClient stranger = client.withRole(inner, VIEWER);

    if (!client.dialect().isVersion1()) { // there, deleting what is missing succeeds
      assertFailsAlike(client, "DELETE", GROUPS + inner + "/" + MISSING, null);
    }
    assertFailsAlike(client, "DELETE", ROLES + VIEWER, null);
    assertFailsAlike(client, "POST", "/iam/v2/roles/" + organization, role);
    assertFailsAlike(client, "POST", GROUPS + organization, group("No Capitals", ""));
    assertFailsAlike(stranger, "POST", GROUPS + organization, group("a", ""));
    assertFailsAlike(stranger, "DELETE", GROUPS + organization, null);
  }

  private void assertFailsAlike(
      PlatformClient by, String method, String path, @Nullable String body) {
    Reply tried = by.send(method, path, body, Map.of(HEADER, "true"));
    Reply meant = by.send(method, path, body, Map.of());

    assertThat(meant.status()).as(method + " " + path).isGreaterThanOrEqualTo(400);
    assertThat(tried.text()).as(method + " " + path).isEqualTo(meant.text());
    assertThat(tried.status()).isEqualTo(meant.status());
  }

  @ParameterizedTest
  @ValueSource(strings = {"yes", "", "TRUE", "1"})
  void whatIsNotUnderstoodIsRefusedBeforeItWrites(String value) {
    Reply refused =
        client.send("POST", GROUPS + organization, group("a", ""), Map.of(HEADER, value));

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.violations()).containsExactly(HEADER);
    assertThat(uids(client, Resource.GROUP, "uidp.children_of", organization)).isEmpty();
  }

  @Test
  void readsIgnoreIt() {
    for (String value : List.of("true", "yes")) {
      Reply read = client.send("GET", GROUPS + organization, null, Map.of(HEADER, value));

      assertThat(made(read).uid()).isEqualTo(organization);
      assertThat(read.header(HEADER)).isEmpty();
    }
  }

  private Reply tried(String method, String path, @Nullable String body) {
    Reply tried = made(client.send(method, path, body, Map.of(HEADER, "true")));
    assertThat(tried.header(HEADER)).hasValue("true");
    assertThat(tried.header("ETag")).isEmpty();
    return tried;
  }
}

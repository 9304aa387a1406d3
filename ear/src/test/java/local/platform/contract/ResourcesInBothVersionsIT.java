package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests what all kinds of resources have in common. */
@Deployment.InBothVersions
@Deployment.DiffersByDialect
@Tag("database")
@Tag("packaging")
@Tag("group")
class ResourcesInBothVersionsIT extends BothVersions {

  ResourcesInBothVersionsIT(PlatformClient client) {
    super(client);
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#written")
  void whatIsCreatedIsReadBackWithEveryField(Resource resource) {
    ObjectNode state = resource.state(client, organization, 1);
    String parent = resource.parentIn(client, organization);

    String place = resource.placeIn(client, parent);

    Reply created = made(client.post(resource.path(place), state.toString()));

    assertThat(created.uid()).matches(parent + "/[0-9a-f]{16}");
    if (resource != Resource.GROUP_INVITE || !client.dialect().isVersion1()) {
      // Version 1 shows the code of a new invite.
      assertThat(resource.stateOf(created.json())).isEqualTo(state);
    }
    JsonNode read = made(client.get(resource.path(created.uid()))).json();
    assertThat(resource.stateOf(read)).isEqualTo(state);
    assertThat(rows(client, resource, resource.listing(parent, created.uid()))).contains(read);
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#changed")
  void whatIsReplacedIsReadBackWithEveryField(Resource resource) {
    String path = resource.path(resource.create(client, organization, 1));
    ObjectNode other = resource.state(client, organization, 2);

    Reply replaced = made(client.replace(path, other.toString()));

    assertThat(path).endsWith(replaced.uid());
    assertThat(resource.stateOf(replaced.json())).isEqualTo(other);
    JsonNode read = client.get(path).json();
    assertThat(resource.stateOf(read)).isEqualTo(other);
    made(client.replace(path, other.toString()));
    assertThat(client.get(path).json()).as("replaced by the same").isEqualTo(read);
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#changed")
  void aUidInTheBodyIsIgnored(Resource resource) {
    String state = resource.state(client, organization, 1).put("uid", organization).toString();

    Reply created = made(client.post(resource.path(resource.placeIn(client, organization)), state));

    assertThat(created.uid()).startsWith(organization + "/");
    assertThat(made(client.replace(resource.path(created.uid()), state)).uid())
        .isEqualTo(created.uid());
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#written")
  void whatIsDeletedIsGone(Resource resource) {
    String uid = resource.create(client, organization, 1);

    assertThat(client.delete(resource.path(uid)).status()).isEqualTo(200);

    assertThat(client.get(resource.path(uid)).status()).isEqualTo(404);
    assertThat(uids(client, resource, "uidp.ids", uid)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#changed")
  void whatIsMissingIsNotReadAndNotReplaced(Resource resource) {
    String missing = organization + "/" + MISSING;
    String state = resource.state(client, organization, 1).toString();

    assertThat(client.get(resource.path(missing)).status()).isEqualTo(404);
    Reply refused = client.replace(resource.path(missing), state);

    assertThat(refused.status()).isEqualTo(404);
    assertThat(refused.json().path("code").asInt()).isEqualTo(5);
    assertThat(refused.reason()).isEqualTo("NOT_FOUND");
    JsonNode detail = refused.detail("ResourceInfo");
    assertThat(detail.path("resourceName").asText()).isEqualTo(missing);
    assertThat(detail.path("resourceType").asText()).isEqualTo(resource.type());
  }

  /** The uid of a group is not that of an identity, and so on. */
  @ParameterizedTest
  @EnumSource
  void whatIsOfAnotherKindIsMissing(Resource resource) {
    String uid = resource.create(client, organization, 1);
    for (Resource other : Resource.values()) {
      if (other == resource || resource.hasUidOf(other)) {
        continue;
      }
      assertThat(client.get(other.path(uid)).status()).isEqualTo(404);
      if (other.canBeChanged()) {
        assertThat(
                client
                    .replace(other.path(uid), other.state(client, organization, 2).toString())
                    .status())
            .isEqualTo(404);
      }
      if (!other.isReadOnly()) {
        assertNothingToDelete(client.delete(other.path(uid)));
      }
    }
    assertThat(client.get(resource.path(uid)).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#written")
  void nothingIsCreatedInAGroupThatThereIsNot(Resource resource) {
    String state = resource.state(client, organization, 1).toString();

    assertThat(client.post(resource.path(organization + "/" + MISSING), state).status())
        .isEqualTo(404);
    for (String parent : List.of("0".repeat(40), VIEWER)) {
      assertDenied(client.post(resource.path(parent), state));
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatTheCallerMayNotIsToldTheSameWhetherOrNotItExists(Resource resource) {
    PlatformClient stranger = client.withRole(client.createOrganization("stranger"), OWNER);
    PlatformClient viewer = client.withRole(organization, VIEWER);
    String state = resource.state(client, organization, 1).toString();
    String there = resource.create(client, organization, 2);
    String missing = organization + "/" + MISSING;
    String elsewhere = "0".repeat(40) + "/" + MISSING;
    List<String> methods =
        resource.isReadOnly()
            ? List.of()
            : resource.canBeChanged()
                ? List.of("DELETE", "PATCH", "POST")
                : List.of("DELETE", "POST");

    for (PlatformClient by : List.of(stranger, viewer)) {
      for (String method : methods) {
        String body = method.equals("DELETE") ? null : state;
        String suffix = method.equals("PATCH") ? "?updateMask=*" : "";
        Reply answer = by.send(method, resource.path(there) + suffix, body, Map.of());
        assertDenied(answer);
        for (String uid : List.of(missing, elsewhere)) {
          Reply other = by.send(method, resource.path(uid) + suffix, body, Map.of());
          assertDenied(other);
          assertThat(other.text()).isEqualTo(answer.text().replace(there, uid));
        }
      }
    }
    Reply answer = stranger.get(resource.path(there));
    assertHidden(answer);
    for (String uid : List.of(missing, elsewhere)) {
      assertThat(stranger.get(resource.path(uid)).text())
          .isEqualTo(answer.text().replace(there, uid));
    }
    assertThat(client.get(resource.path(there)).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource
  void aUidThatIsNoneIsNamed(Resource resource) {
    String state = resource.state(client, organization, 1).toString();

    assertThat(client.get(resource.path("nonsense")).violations()).containsExactly("uid");
    if (resource.isReadOnly()) {
      return;
    }
    assertThat(client.delete(resource.path("a//b")).violations()).containsExactly("uid");
    if (resource.canBeChanged()) {
      assertThat(client.replace(resource.path("x"), state).violations()).containsExactly("uid");
    }
    assertThat(client.post(resource.path("nonsense"), state).violations())
        .containsExactly("parent");
  }

  @ParameterizedTest
  @EnumSource(
      names = {"GROUP", "GROUP_INVITE", "TAG", "ADVISORY"},
      mode = Mode.EXCLUDE)
  void whatLiesInGroupsNeedsAParent(Resource resource) {
    for (String path : List.of(resource.path(), resource.path(""))) {
      assertThat(client.post(path, "{}").violations()).as(path).contains("parent");
    }
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#inHierarchy")
  void everyHierarchyFilterSelectsItsPart(Resource resource) {
    String a = client.createGroup(organization, "a");
    String b = client.createGroup(a, "b");
    String parentA = resource.parentIn(client, a);
    String parentB = resource.parentIn(client, b);
    String inA = resource.createIn(client, parentA, 1);
    String inB = resource.createIn(client, parentB, 2);

    assertThat(uids(client, resource, "uidp.descendants_of", a))
        .containsExactlyInAnyOrder(inA, inB);
    assertThat(uids(client, resource, "uidp.children_of", parentA)).containsExactly(inA);
    assertThat(uids(client, resource, "uidp.childrenOf", parentB)).containsExactly(inB);
    assertThat(uids(client, resource, "uidp.descendantsOf", inA)).isEmpty();
    assertThat(uids(client, resource, "uidp.ancestors_of", inB)).isEmpty();
    assertThat(uids(client, resource, "uidp.ancestorsOf", inB + "/" + MISSING))
        .containsExactly(inB);
    assertThat(uids(client, resource, "uidp.ids", inB)).containsExactly(inB);
    assertThat(uids(client, resource, "uidp.ids", inA, "uidp.ids", inB)).hasSize(2);
    assertThat(uids(client, resource, "uidp.ids", inA, "uidp.children_of", parentB)).isEmpty();
    assertThat(uids(client, resource, "uidp.descendants_of", a, "uidp.children_of", parentB))
        .containsExactly(inB);
    assertThat(uids(client, resource, "uidp.in_root", "true", "uidp.descendants_of", a)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"GROUP", "ROLE", "REPO"})
  void aNameSelectsExactly(Resource resource) {
    String one = resource.create(client, organization, 1);
    resource.create(client, organization, 11);

    for (String name : List.of("name 1", "NAME 1", "name%", "name")) {
      assertThat(uids(client, resource, "uidp.children_of", organization, "name", name))
          .as(name)
          .isEqualTo(name.equals("name 1") ? List.of(one) : List.of());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "descendants_of, descendantsOf",
    "children_of, childrenOf",
    "ancestors_of, ancestorsOf",
    "ids, ids"
  })
  void aPlaceThatIsNoneIsNamed(String filter, String named) {
    for (Resource resource : Resource.values()) {
      if (!resource.isSelectedByPlace()) {
        continue; // version 1 filters these by group and id only
      }
      assertThat(client.get(resource.path() + query("uidp." + filter, "nonsense")).violations())
          .as(resource.path())
          .containsExactly("uidp." + named);
    }
  }

  @ParameterizedTest
  @EnumSource(names = "GROUP", mode = Mode.EXCLUDE)
  void aListShowsWhatTheCallerMaySeeAndNothingElse(Resource resource) {
    String group = client.createGroup(organization, "group");
    String inside = resource.create(client, group, 1);
    String below = resource.create(client, client.createGroup(group, "below"), 2);
    resource.create(client, client.createGroup(organization, "beside"), 3);
    String identity = client.createIdentity(client.createOrganization("home"));
    PlatformClient viewer = client.as(identity);
    assertThat(inGroups(viewer, resource)).isEmpty();

    String binding = client.bind(group, identity, VIEWER);

    assertThat(inGroups(viewer, resource).filter(uid -> !uid.equals(binding)))
        .containsExactlyInAnyOrder(inside, below);
    client.delete(BINDINGS + binding);
    assertThat(inGroups(viewer, resource)).isEmpty();
  }

  /** Returns everything that the client sees, without the built-in roles, which everybody sees. */
  private static Stream<String> inGroups(PlatformClient by, Resource resource) {
    return uids(by, resource).stream().filter(uid -> uid.contains("/"));
  }
}

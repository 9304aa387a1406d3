package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import local.platform.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Lists of version 2: what is counted, in which order, page by page. */
@Deployment.InAllDialects
class ListsIT {
  private final PlatformClient client;
  private String organization;

  ListsIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("lists");
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyListHasItsKeyItsTotalAndNoToken(Kind kind) {
    String group = client.createGroup(organization, "empty");

    assertThat(list(kind, "uidp.children_of", group).toString())
        .isEqualTo("{\"%s\":[],\"totalCount\":\"0\",\"skipped\":0}".formatted(kind.plural()));
  }

  @ParameterizedTest
  @EnumSource
  void aRowIsTheResourceAsItIsReadAlone(Kind kind) {
    String group = client.createGroup(organization, "group");
    String uid = kind.create(client, group, "one");

    JsonNode page = list(kind, "uidp.children_of", group);

    assertThat(page.path(kind.plural())).containsExactly(client.get(kind.path(uid)).json());
    assertThat(page.path("totalCount").asText()).isEqualTo("1");
    assertThat(page.has("nextPageToken")).isFalse();
  }

  @Test
  void aNameSelectsIdentitiesExactly() {
    Kind kind = Kind.IDENTITY;
    String one = kind.create(client, organization, "one");
    kind.create(client, organization, "one more");

    assertThat(uids(kind, "uidp.children_of", organization, "name", "one")).containsExactly(one);
    assertThat(uids(kind, "uidp.children_of", organization, "name", "ONE")).isEmpty();
    assertThat(uids(kind, "uidp.children_of", organization, "name", "on%")).isEmpty();
  }

  @Test
  void roleBindingsAreSelectedByWhatTheyBind() {
    String group = client.createGroup(organization, "group");
    String child = client.createGroup(group, "child");
    String one = client.createIdentity(organization);
    String two = client.createIdentity(organization);
    String viewer = BuiltInRole.VIEWER.uid().value();
    String editor = BuiltInRole.EDITOR.uid().value();
    String oneViews = client.bind(group, one, viewer);
    String oneEdits = client.bind(group, one, editor);
    String twoViews = client.bind(group, two, viewer);
    String twoViewsBelow = client.bind(child, two, viewer);
    Kind kind = Kind.ROLE_BINDING;

    assertThat(uids(kind, "identity", one)).containsExactlyInAnyOrder(oneViews, oneEdits);
    assertThat(uids(kind, "group", group)).containsExactlyInAnyOrder(oneViews, oneEdits, twoViews);
    assertThat(uids(kind, "identity", two, "role", viewer))
        .containsExactlyInAnyOrder(twoViews, twoViewsBelow);
    assertThat(uids(kind, "identity", one, "group", group, "role", editor))
        .containsExactly(oneEdits);
    assertThat(uids(kind, "uidp.descendants_of", group, "role", viewer, "group", child))
        .containsExactly(twoViewsBelow);
    assertThat(uids(kind, "identity", organization)).isEmpty();
    for (String parameter : List.of("identity", "group", "role")) {
      assertThat(client.get(kind.path() + query(parameter, "x")).violations())
          .containsExactly(parameter);
    }
  }

  @Test
  void identitiesAreSelectedByTheirRelationship() {
    String matched = Kind.IDENTITY.create(client, organization, "matched");
    for (String all : List.of("0", "RELATIONSHIP_TYPE_UNSPECIFIED")) {
      assertThat(related(all)).as(all).containsExactly(matched);
    }
    for (String type : List.of("1", "RELATIONSHIP_TYPE_CLAIM_MATCH")) {
      assertThat(related(type)).as(type).containsExactly(matched);
    }
    for (String other : List.of("2", "RELATIONSHIP_TYPE_STATIC", "3", "4")) {
      assertThat(related(other)).as(other).isEmpty();
    }
    for (String wrong : List.of("5", "-1")) {
      assertThat(client.get("/iam/v2/identities" + query("relationshipType", wrong)).violations())
          .as(wrong)
          .hasSize(1)
          .allMatch(List.of("relationshipType", "relationship_type")::contains);
    }
  }

  private List<String> related(String type) {
    return uids(Kind.IDENTITY, "uidp.children_of", organization, "relationship_type", type);
  }

  @ParameterizedTest
  @EnumSource(names = "ROLE_BINDING", mode = EnumSource.Mode.EXCLUDE)
  void pagesByNameFollowEachOther(Kind kind) {
    for (String name : List.of("b", "d", "a", "c", "e")) {
      kind.create(client, organization, name);
    }

    assertThat(names(kind, "name")).isEqualTo("abcde");
    assertThat(names(kind, "name asc")).isEqualTo("abcde");
    assertThat(names(kind, "name desc")).isEqualTo("edcba");
  }

  private String names(Kind kind, String order) {
    StringBuilder names = new StringBuilder();
    walk(kind, order, 2).forEach(row -> names.append(row.path("name").asText()));
    return names.toString();
  }

  @ParameterizedTest
  @EnumSource
  void pagesByUidAndByTimeAreInOrderInBothDirections(Kind kind) {
    List<String> byTime = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      byTime.add(kind.create(client, client.createGroup(organization, "g"), "n" + i));
    }
    List<String> byUid = byTime.stream().sorted().toList();
    List<String> orders =
        kind == Kind.ROLE_BINDING
            ? List.of("create_time", "createTime", "created_at", "createdAt")
            : List.of(
                "create_time",
                "createTime",
                "created_at",
                "createdAt",
                "update_time",
                "updateTime",
                "updated_at",
                "updatedAt");

    assertThat(uidsOf(walk(kind, "", 2))).isEqualTo(byUid);
    assertThat(uidsOf(walk(kind, "uid desc", 2))).isEqualTo(reversed(byUid));
    for (String order : orders) {
      List<JsonNode> rows = walk(kind, order, 2);
      assertThat(rows).as(order).isSortedAccordingTo(timeThenUid());
      assertThat(uidsOf(rows)).containsExactlyInAnyOrderElementsOf(byTime);
      assertThat(uidsOf(walk(kind, order + " desc", 3))).isEqualTo(reversed(uidsOf(rows)));
    }
  }

  private static Comparator<JsonNode> timeThenUid() {
    return Comparator.<JsonNode, String>comparing(row -> row.path("createTime").asText())
        .thenComparing(row -> row.path("uid").asText());
  }

  /** All rows below the organization that were made in groups, by pages of this size. */
  private List<JsonNode> walk(Kind kind, String order, int size) {
    List<JsonNode> rows = new ArrayList<>();
    String token = "";
    String total = null;
    do {
      JsonNode page =
          list(
              kind,
              "uidp.descendants_of",
              organization,
              "page_size",
              String.valueOf(size),
              "order_by",
              order,
              "page_token",
              token);
      assertThat(page.path(kind.plural()).size()).isBetween(1, size);
      page.path(kind.plural()).forEach(rows::add);
      assertThat(page.path("totalCount").asText())
          .isEqualTo(total == null ? page.path("totalCount").asText() : total);
      total = page.path("totalCount").asText();
      token = page.path("nextPageToken").asText();
    } while (!token.isEmpty());
    assertThat(total).isEqualTo(String.valueOf(rows.size()));
    // The binding of the organization's creator, and what the bindings of others bind.
    return rows.stream()
        .filter(row -> !row.path("role").path("name").asText().equals("owner"))
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void skipJumpsOverRowsAndCountsFromTheCursor(Kind kind) {
    String group = client.createGroup(organization, "group");
    List<String> uids =
        IntStream.range(0, 5).mapToObj(i -> kind.create(client, group, "n" + i)).sorted().toList();

    JsonNode first = list(kind, "uidp.children_of", group, "skip", "1", "page_size", "2");
    assertThat(uidsOf(rows(kind, first))).isEqualTo(uids.subList(1, 3));
    assertThat(first.path("skipped").asInt()).isEqualTo(1);
    assertThat(first.path("totalCount").asText()).isEqualTo("5");
    String token = first.path("nextPageToken").asText();
    JsonNode next =
        list(kind, "uidp.children_of", group, "skip", "1", "page_size", "2", "page_token", token);
    assertThat(uidsOf(rows(kind, next))).isEqualTo(uids.subList(4, 5));
    JsonNode beyond = list(kind, "uidp.children_of", group, "skip", "9");
    assertThat(rows(kind, beyond)).isEmpty();
    assertThat(beyond.path("totalCount").asText()).isEqualTo("5");
    assertThat(beyond.path("skipped").asInt()).isEqualTo(9);
  }

  @ParameterizedTest
  @EnumSource
  void aPageTokenIsGoodForItsListAndItsCallerOnly(Kind kind) {
    String group = client.createGroup(organization, "group");
    kind.create(client, group, "a");
    kind.create(client, group, "b");
    String parameters = "?uidp.children_of=" + group + "&page_size=1";
    String token = client.get(kind.path() + parameters).json().path("nextPageToken").asText();
    assertThat(token).isNotEmpty();
    String continued = parameters + "&page_token=" + token;

    assertThat(client.get(kind.path() + continued).status()).isEqualTo(200);
    PlatformClient other = client.withRole(organization, BuiltInRole.OWNER.uid().value());
    assertThat(other.get(kind.path() + continued).violations()).containsExactly("page_token");
    String self = client.createIdentity(organization);
    client.bind(organization, self, BuiltInRole.OWNER.uid().value());
    String narrowed =
        client
            .as(self, "scopes", group)
            .get(kind.path() + parameters)
            .json()
            .path("nextPageToken")
            .asText();
    assertThat(
            client.as(self).get(kind.path() + parameters + "&page_token=" + narrowed).violations())
        .containsExactly("page_token");
    List<String> others =
        Stream.concat(
                Stream.of(Kind.values())
                    .filter(each -> each != kind)
                    .map(each -> each.path() + continued),
                Stream.of(
                    "/iam/v2/groups" + continued,
                    kind.path() + continued + "&order_by=create_time",
                    kind.path() + continued.replace(group, organization),
                    kind.path() + continued + "x"))
            .toList();
    for (String path : others) {
      assertThat(client.get(path).violations()).as(path).containsExactly("page_token");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "page_size=-1, page_size",
    "skip=-1, skip",
    "order_by=nonsense, order_by",
    "'order_by=uid,create_time', order_by",
    "order_by=uid%20up, order_by",
    "page_token=nonsense, page_token"
  })
  void aListRefusesWhatItDoesNotUnderstandAndNamesIt(String parameters, String field) {
    for (Kind kind : Kind.values()) {
      Reply refused = client.get(kind.path() + "?" + parameters);

      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.violations()).as(kind.path()).containsExactly(field);
    }
  }

  @Test
  void roleBindingsAreNotOrderedByNameOrTimeOfUpdate() {
    for (String order : List.of("name", "update_time", "identity", "group")) {
      assertThat(client.get("/iam/v2/roleBindings?order_by=" + order).violations())
          .containsExactly("order_by");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aListShowsAndCountsWhatTheCallerMaySeeAndNothingElse(Kind kind) {
    String group = client.createGroup(organization, "group");
    String inside = kind.create(client, group, "inside");
    String below = kind.create(client, client.createGroup(group, "below"), "below");
    kind.create(client, client.createGroup(organization, "beside"), "beside");
    String identity = client.createIdentity(client.createOrganization("home"));
    PlatformClient viewer = client.as(identity);
    String builtIn = kind == Kind.ROLE ? "10" : "0";

    assertThat(viewer.get(kind.path()).json().path("totalCount").asText()).isEqualTo(builtIn);
    String binding = client.bind(group, identity, BuiltInRole.VIEWER.uid().value());

    JsonNode page = viewer.get(kind.path() + query("page_size", "200")).json();
    List<String> shown = new ArrayList<>(uidsOf(rows(kind, page)));
    shown.removeIf(uid -> !uid.contains("/") || uid.equals(binding));
    assertThat(shown).containsExactlyInAnyOrder(inside, below);
    assertThat(page.path("totalCount").asText()).isEqualTo(String.valueOf(rows(kind, page).size()));

    client.delete(Kind.ROLE_BINDING.path(binding));
    assertThat(viewer.get(kind.path()).json().path("totalCount").asText()).isEqualTo(builtIn);
  }

  private JsonNode list(Kind kind, String... namesAndValues) {
    Reply reply = client.get(kind.path() + query(namesAndValues));
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.json();
  }

  private List<String> uids(Kind kind, String... namesAndValues) {
    return uidsOf(rows(kind, list(kind, namesAndValues)));
  }

  private static List<JsonNode> rows(Kind kind, JsonNode page) {
    return StreamSupport.stream(page.path(kind.plural()).spliterator(), false).toList();
  }

  private static List<String> uidsOf(List<JsonNode> rows) {
    return rows.stream().map(row -> row.path("uid").asText()).toList();
  }

  private static <T> List<T> reversed(List<T> list) {
    List<T> reversed = new ArrayList<>(list);
    Collections.reverse(reversed);
    return reversed;
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests lists of version 2: totals, orders and pages. */
@Deployment.InVersion2
@Deployment.DiffersByDialect
@Tag("database")
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
  void anEmptyListHasItsKeyItsTotalAndNoToken(Resource resource) {
    String group = client.createGroup(organization, "empty");

    assertThat(list(resource, "uidp.children_of", group).toString())
        .isEqualTo("{\"%s\":[],\"totalCount\":\"0\",\"skipped\":0}".formatted(resource.plural()));
  }

  @ParameterizedTest
  @EnumSource
  void aRowIsTheResourceAsItIsReadAlone(Resource resource) {
    String parent = resource.parentIn(client, client.createGroup(organization, "group"));
    String uid = resource.createIn(client, parent, "one");

    JsonNode page = list(resource, "uidp.children_of", parent);

    assertThat(page.path("totalCount").isTextual()).isTrue();
    assertThat(page.path("skipped").isInt()).isTrue();
    assertThat(page.path(resource.plural())).containsExactly(client.get(resource.path(uid)).json());
    assertThat(page.path("totalCount").asText()).isEqualTo("1");
    assertThat(page.has("nextPageToken")).isFalse();
  }

  @Test
  void aNameSelectsIdentitiesExactly() {
    Resource resource = Resource.IDENTITY;
    String one = resource.create(client, organization, "one");
    resource.create(client, organization, "one more");

    assertThat(uids(resource, "uidp.children_of", organization, "name", "one"))
        .containsExactly(one);
    assertThat(uids(resource, "uidp.children_of", organization, "name", "ONE")).isEmpty();
    assertThat(uids(resource, "uidp.children_of", organization, "name", "on%")).isEmpty();
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
    Resource resource = Resource.ROLE_BINDING;

    assertThat(uids(resource, "identity", one)).containsExactlyInAnyOrder(oneViews, oneEdits);
    assertThat(uids(resource, "group", group))
        .containsExactlyInAnyOrder(oneViews, oneEdits, twoViews);
    assertThat(uids(resource, "identity", two, "role", viewer))
        .containsExactlyInAnyOrder(twoViews, twoViewsBelow);
    assertThat(uids(resource, "identity", one, "group", group, "role", editor))
        .containsExactly(oneEdits);
    assertThat(uids(resource, "uidp.descendants_of", group, "role", viewer, "group", child))
        .containsExactly(twoViewsBelow);
    assertThat(uids(resource, "identity", organization)).isEmpty();
    for (String parameter : List.of("identity", "group", "role")) {
      assertThat(client.get(resource.path() + query(parameter, "x")).violations())
          .containsExactly(parameter);
    }
  }

  @Test
  void identitiesAreSelectedByTheirRelationship() {
    String matched = Resource.IDENTITY.create(client, organization, "matched");
    String aws =
        identity(
            "'awsIdentity': {'awsAccount': '123456789012', 'arnPattern': '.*', 'userId': 'a'}");
    String principal = identity("'servicePrincipal': 'SERVICE_PRINCIPAL_INGESTER'");
    for (String all : List.of("0", "RELATIONSHIP_TYPE_UNSPECIFIED")) {
      assertThat(related(all)).as(all).containsExactlyInAnyOrder(matched, aws, principal);
    }
    for (String type : List.of("1", "RELATIONSHIP_TYPE_CLAIM_MATCH")) {
      assertThat(related(type)).as(type).containsExactly(matched);
    }
    for (String other : List.of("2", "RELATIONSHIP_TYPE_STATIC")) {
      assertThat(related(other)).as(other).isEmpty();
    }
    for (String type : List.of("3", "RELATIONSHIP_TYPE_AWS_IDENTITY")) {
      assertThat(related(type)).as(type).containsExactly(aws);
    }
    for (String type : List.of("4", "RELATIONSHIP_TYPE_SERVICE_PRINCIPAL")) {
      assertThat(related(type)).as(type).containsExactly(principal);
    }
    for (String wrong : List.of("5", "-1")) {
      assertThat(client.get("/iam/v2/identities" + query("relationshipType", wrong)).violations())
          .as(wrong)
          .hasSize(1)
          .containsOnly("relationshipType");
    }
  }

  private String identity(String relationship) {
    String body = "{'name': 'related', " + relationship + "}";
    return client.post("/iam/v2/identities/" + organization, body.replace('\'', '"')).uid();
  }

  private List<String> related(String type) {
    return uids(Resource.IDENTITY, "uidp.children_of", organization, "relationship_type", type);
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#named")
  void pagesByNameFollowEachOther(Resource resource) {
    for (String name : List.of("b", "d", "a", "c", "e")) {
      resource.create(client, organization, name);
    }

    assertThat(names(resource, "name")).isEqualTo("abcde");
    assertThat(names(resource, "name asc")).isEqualTo("abcde");
    assertThat(names(resource, "name desc")).isEqualTo("edcba");
  }

  private String names(Resource resource, String order) {
    StringBuilder names = new StringBuilder();
    walk(resource, order, 2).forEach(row -> names.append(row.path("name").asText()));
    return names.toString();
  }

  @ParameterizedTest
  @EnumSource
  void pagesByUidAndByTimeAreInOrderInBothDirections(Resource resource) {
    List<String> byTime = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      byTime.add(resource.create(client, client.createGroup(organization, "g"), "n" + i));
    }
    List<String> byUid = byTime.stream().sorted().toList();
    Predicate<JsonNode> ours = row -> byTime.contains(row.path("uid").asText());

    assertThat(walk(resource, "", 2)).isEqualTo(walk(resource, resource.defaultOrder(), 2));
    assertThat(walk(resource, "uid", 2)).filteredOn(ours).extracting(ListsIT::uid).isEqualTo(byUid);
    assertThat(walk(resource, "uid desc", 2))
        .filteredOn(ours)
        .extracting(ListsIT::uid)
        .isEqualTo(reversed(byUid));
    for (String order : resource.timeOrders()) {
      List<JsonNode> rows = walk(resource, order, 2);
      assertThat(rows).as(order).isSortedAccordingTo(timeThenUid(resource));
      assertThat(uidsOf(rows)).containsAll(byTime).doesNotHaveDuplicates();
      assertThat(uidsOf(walk(resource, order + " desc", 3))).isEqualTo(reversed(uidsOf(rows)));
    }
  }

  private static Comparator<JsonNode> timeThenUid(Resource resource) {
    return Comparator.<JsonNode, String>comparing(row -> row.path(resource.time()).asText())
        .thenComparing(row -> row.path("uid").asText());
  }

  /** Returns all rows below the organization, read in pages of this size. */
  private List<JsonNode> walk(Resource resource, String order, int size) {
    List<JsonNode> rows = new ArrayList<>();
    String token = "";
    String total = null;
    do {
      JsonNode page =
          list(
              resource,
              "uidp.descendants_of",
              organization,
              "page_size",
              String.valueOf(size),
              "order_by",
              order,
              "page_token",
              token);
      assertThat(page.path(resource.plural()).size()).isBetween(1, size);
      page.path(resource.plural()).forEach(rows::add);
      assertThat(page.path("totalCount").asText())
          .isEqualTo(total == null ? page.path("totalCount").asText() : total);
      total = page.path("totalCount").asText();
      token = page.path("nextPageToken").asText();
    } while (!token.isEmpty());
    assertThat(total).isEqualTo(String.valueOf(rows.size()));
    return rows;
  }

  @ParameterizedTest
  @EnumSource
  void skipJumpsOverRowsAndCountsFromTheCursor(Resource resource) {
    String group = resource.parentIn(client, client.createGroup(organization, "group"));
    List<String> uids =
        IntStream.range(0, 5)
            .mapToObj(i -> resource.createIn(client, group, "n" + i))
            .sorted()
            .toList();

    JsonNode first =
        list(resource, "uidp.children_of", group, "skip", "1", "page_size", "2", "order_by", "uid");
    assertThat(uidsOf(rows(resource, first))).isEqualTo(uids.subList(1, 3));
    assertThat(first.path("skipped").asInt()).isEqualTo(1);
    assertThat(first.path("totalCount").asText()).isEqualTo("5");
    String token = first.path("nextPageToken").asText();
    JsonNode next =
        list(
            resource,
            "uidp.children_of",
            group,
            "skip",
            "1",
            "page_size",
            "2",
            "order_by",
            "uid",
            "page_token",
            token);
    assertThat(uidsOf(rows(resource, next))).isEqualTo(uids.subList(4, 5));
    JsonNode beyond = list(resource, "uidp.children_of", group, "skip", "9");
    assertThat(rows(resource, beyond)).isEmpty();
    assertThat(beyond.path("totalCount").asText()).isEqualTo("5");
    assertThat(beyond.path("skipped").asInt()).isEqualTo(9);
  }

  @ParameterizedTest
  @EnumSource
  void aPageTokenIsGoodForItsListAndItsCallerOnly(Resource resource) {
    String group = resource.parentIn(client, client.createGroup(organization, "group"));
    resource.createIn(client, group, "a");
    resource.createIn(client, group, "b");
    String parameters = "?uidp.children_of=" + group + "&page_size=1";
    String token = client.get(resource.path() + parameters).json().path("nextPageToken").asText();
    assertThat(token).matches("[A-Za-z0-9._-]+");
    String continued = parameters + "&page_token=" + token;

    assertThat(client.get(resource.path() + continued).status()).isEqualTo(200);
    assertThat(client.get(resource.path() + continued.replace("size=1", "size=7")).status())
        .isEqualTo(200);
    PlatformClient other = client.withRole(organization, BuiltInRole.OWNER.uid().value());
    assertThat(other.get(resource.path() + continued).violations()).containsExactly("pageToken");
    String self = client.createIdentity(organization);
    client.bind(organization, self, BuiltInRole.OWNER.uid().value());
    String narrowed =
        client
            .as(self, "scopes", group)
            .get(resource.path() + parameters)
            .json()
            .path("nextPageToken")
            .asText();
    assertThat(
            client
                .as(self)
                .get(resource.path() + parameters + "&page_token=" + narrowed)
                .violations())
        .containsExactly("pageToken");
    List<String> others =
        Stream.concat(
                Stream.of(Resource.values())
                    .filter(each -> each != resource)
                    .map(each -> each.path() + continued),
                Stream.of(
                    resource.path() + continued + "&order_by=uid%20desc",
                    resource.path() + continued + "&uidp.in_root=true",
                    resource.path() + continued.replace(group, organization),
                    resource.path() + continued.replace("uidp.children_of=" + group + "&", ""),
                    resource.path() + continued + "x",
                    resource.path() + parameters + "&page_token=" + token.substring(1)))
            .toList();
    for (String path : others) {
      assertThat(client.get(path).violations()).as(path).containsExactly("pageToken");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "page_size=-1, pageSize",
    "skip=-1, skip",
    "order_by=nonsense, orderBy",
    "'order_by=uid,create_time', orderBy",
    "'order_by=name,uid', orderBy",
    "order_by=uid%20up, orderBy",
    "order_by=name%20up, orderBy",
    "page_token=nonsense, pageToken"
  })
  void aListRefusesWhatItDoesNotUnderstandAndNamesIt(String parameters, String field) {
    for (Resource resource : Resource.values()) {
      Reply refused = client.get(resource.path() + "?" + parameters);

      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.violations()).as(resource.path()).containsExactly(field);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ROLE_BINDING", "GROUP_INVITE"})
  void whatHasNoNameIsNotOrderedByItOrByTheTimeOfUpdate(Resource resource) {
    for (String order : List.of("name", "update_time", "identity", "group", "expiration_time")) {
      assertThat(client.get(resource.path() + "?order_by=" + order).violations())
          .as(order)
          .containsExactly("orderBy");
    }
  }

  @ParameterizedTest
  @EnumSource(names = "GROUP", mode = EnumSource.Mode.EXCLUDE)
  void aListShowsAndCountsWhatTheCallerMaySeeAndNothingElse(Resource resource) {
    String group = client.createGroup(organization, "group");
    String inside = resource.create(client, group, "inside");
    String below = resource.create(client, client.createGroup(group, "below"), "below");
    resource.create(client, client.createGroup(organization, "beside"), "beside");
    String identity = client.createIdentity(client.createOrganization("home"));
    PlatformClient viewer = client.as(identity);
    String builtIn = resource == Resource.ROLE ? "10" : "0";

    assertThat(viewer.get(resource.path()).json().path("totalCount").asText()).isEqualTo(builtIn);
    String binding = client.bind(group, identity, BuiltInRole.VIEWER.uid().value());

    JsonNode page = viewer.get(resource.path() + query("page_size", "200")).json();
    List<String> shown = new ArrayList<>(uidsOf(rows(resource, page)));
    shown.removeIf(uid -> !uid.contains("/") || uid.equals(binding));
    assertThat(shown).containsExactlyInAnyOrder(inside, below);
    assertThat(page.path("totalCount").asText())
        .isEqualTo(String.valueOf(rows(resource, page).size()));

    client.delete(Resource.ROLE_BINDING.path(binding));
    assertThat(viewer.get(resource.path()).json().path("totalCount").asText()).isEqualTo(builtIn);
  }

  private JsonNode list(Resource resource, String... namesAndValues) {
    Reply reply = client.get(resource.path() + query(namesAndValues));
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.json();
  }

  private List<String> uids(Resource resource, String... namesAndValues) {
    return uidsOf(rows(resource, list(resource, namesAndValues)));
  }

  private static List<JsonNode> rows(Resource resource, JsonNode page) {
    return StreamSupport.stream(page.path(resource.plural()).spliterator(), false).toList();
  }

  private static List<String> uidsOf(List<JsonNode> rows) {
    return rows.stream().map(ListsIT::uid).toList();
  }

  private static String uid(JsonNode row) {
    return row.path("uid").asText();
  }

  private static <T> List<T> reversed(List<T> list) {
    List<T> reversed = new ArrayList<>(list);
    Collections.reverse(reversed);
    return reversed;
  }
}

package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.group;
import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.Dialect;
import local.platform.contract.testing.ImageDocument;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import local.platform.contract.testing.sample.Route;
import local.platform.contract.testing.sample.Routes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tries every route of groups and of what lies in them with every built-in role, bound at places in
 * relation to the target. The services have such a matrix of their own in {@code ejb}; this one
 * finds routes that call no service, or the wrong one.
 */
@Deployment.InDialects({Dialect.REST_V2, Dialect.GRPC_V2})
@Deployment.DiffersByDialect
class AccessMatrixIT {
  private static final String MISSING = "0123456789abcdef";
  private static final String SOURCES = "/hub/sources/";
  private static final String FEEDS = "/hub/feeds/";
  private static final String RECORD =
      "{\"id\": \"A-1\", \"modified\": \"2025-01-02T03:04:05Z\", \"affected\": [{\"package\":"
          + " {\"ecosystem\": \"PyPI\", \"name\": \"lib\"}, \"versions\": [\"1\"]}]}";

  private final PlatformClient client;
  private String other;
  private String parent;
  private String shared;
  private String home;
  private List<Route> routes;
  private int made;

  AccessMatrixIT(PlatformClient client) {
    this.client = client;
  }

  /**
   * A list.
   *
   * @param plural what it has, in its answer
   * @param listed the capability that shows it
   */
  private record Listing(String path, String plural, Capability listed) {}

  private static final List<Listing> HUB =
      List.of(
          new Listing("/hub/sources", "sources", Capability.ADVISORIES_LIST),
          new Listing("/hub/feeds", "feeds", Capability.ADVISORIES_LIST));

  /** Where a role is bound, seen from the group of the target. */
  private enum Place {
    OWN_GROUP(true),
    ANCESTOR(true),
    DESCENDANT(false),
    SIBLING(false),
    OTHER_ORGANIZATION(false);

    private final boolean reachesTarget;

    Place(boolean reachesTarget) {
      this.reachesTarget = reachesTarget;
    }

    /** Over gRPC one that reaches it and one that does not: the others do not depend on it. */
    static Set<Place> triedOver(Dialect dialect) {
      return dialect.isGrpc() && !Boolean.getBoolean("platform.every-dialect")
          ? EnumSet.of(OWN_GROUP, SIBLING)
          : EnumSet.allOf(Place.class);
    }
  }

  @BeforeEach
  void createGroups() {
    String organization = client.createOrganization("matrix");
    other = client.createOrganization("other");
    home = client.createOrganization("home");
    parent = client.createGroup(organization, "parent");
    shared = client.createGroup(parent, "shared");
    routes = allRoutes();
  }

  private List<Route> allRoutes() {
    Routes routes = new Routes(client, home);
    return Stream.of(
            Arrays.stream(Resource.values()).flatMap(resource -> resource.routes(routes).stream()),
            imageRoutes().stream(),
            // They are served over REST only.
            client.dialect().isGrpc() ? Stream.<Route>of() : hubRoutes(),
            client.dialect().isGrpc() ? Stream.<Route>of() : importRoutes())
        .flatMap(each -> each)
        .toList();
  }

  /** Returns the routes on sources and feeds. */
  private Stream<Route> hubRoutes() {
    UnaryOperator<String> itself = UnaryOperator.identity();
    UnaryOperator<String> source = group -> source(group, "PENDING");
    UnaryOperator<String> approved = group -> source(group, "APPROVED");
    UnaryOperator<String> feed =
        group -> made(FEEDS + group, "{\"name\": \"feed " + ++made + "\"}");
    String named = "{\"name\": \"new\", \"format\": \"osv\"";
    Capability list = Capability.ADVISORIES_LIST;
    Capability create = Capability.ADVISORIES_CREATE;
    Capability update = Capability.ADVISORIES_UPDATE;
    Capability approve = Capability.ADVISORIES_APPROVE;
    return Stream.of(
        new Route("GET", SOURCES, "", source, list),
        new Route("POST", SOURCES, named + "}", itself, create),
        new Route("POST", SOURCES, named + ", \"rank\": 51}", itself, create, approve),
        new Route("PATCH", SOURCES, "{\"ecosystems\": [\"Go\"]}", source, update),
        new Route("PATCH", SOURCES, "{\"review\": \"APPROVED\"}", source, update, approve),
        new Route("PATCH", SOURCES, "{\"ecosystems\": [\"Go\"]}", approved, update, approve),
        new Route("DELETE", SOURCES, "", source, Capability.ADVISORIES_DELETE),
        new Route("POST", SOURCES + "UID:review", "{\"state\": \"REJECTED\"}", source, approve),
        new Route(
            "GET",
            "/hub/advisories/UID:provenance",
            "",
            group -> Resource.ADVISORY.create(client, group, "provenance " + ++made),
            list),
        new Route("GET", FEEDS, "", feed, list),
        new Route("POST", FEEDS, "{\"name\": \"new\"}", itself, approve),
        new Route("PATCH", FEEDS, "{\"public\": true}", feed, approve),
        new Route("DELETE", FEEDS, "", feed, approve));
  }

  /** Returns the routes on what sources bring. */
  private Stream<Route> importRoutes() {
    UnaryOperator<String> source = group -> source(group, "PENDING");
    UnaryOperator<String> approved = group -> source(group, "APPROVED");
    UnaryOperator<String> imported =
        group -> {
          String uid = source.apply(group);
          made(SOURCES + uid + ":import", RECORD);
          return uid;
        };
    String path = SOURCES + "UID:import";
    Capability create = Capability.ADVISORIES_CREATE;
    Capability update = Capability.ADVISORIES_UPDATE;
    Capability delete = Capability.ADVISORIES_DELETE;
    Capability approve = Capability.ADVISORIES_APPROVE;
    return Stream.of(
        new Route("POST", path, RECORD, source, create, update),
        new Route("POST", path + "?complete=true", RECORD, source, create, update, delete),
        new Route("POST", path, RECORD, approved, create, update, approve),
        new Route("GET", SOURCES + "UID/records/A-1", "", imported, Capability.ADVISORIES_LIST));
  }

  private String source(String group, String review) {
    return made(
        SOURCES + group,
        "{\"name\": \"s-%s\", \"format\": \"osv\", \"review\": \"%s\"}".formatted(++made, review));
  }

  private String made(String path, String body) {
    Reply reply = client.rest().post(path, body);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.uid();
  }

  private List<Route> imageRoutes() {
    UnaryOperator<String> repo = group -> Resource.REPO.create(client, group, "images " + ++made);
    ImageDocument config = ImageDocument.config("amd64");
    ImageDocument image = ImageDocument.image(config, 1);
    String upload = image.upload(List.of(), List.of(config));
    UnaryOperator<String> withImage = group -> withImage(repo.apply(group), upload);
    String digest = "UID/digests/" + image.digest();
    return Stream.concat(
            Stream.of(
                new Route("POST", "/registry/images/", upload, repo, Capability.MANIFEST_CREATE),
                new Route(
                    "GET",
                    "/registry/v1/digestcount/",
                    "",
                    repo,
                    Capability.MANIFEST_METADATA_LIST)),
            Stream.of(
                    "/registry/v2/repos/" + digest + "/architectures",
                    "/registry/v2/repos/" + digest + "/size",
                    "/registry/v1/repos/" + digest + "/architectures",
                    "/registry/v1/repos/" + digest + "/size",
                    "/registry/v1/repos/" + digest + "/imageconfig")
                .map(
                    path ->
                        new Route(
                            "GET",
                            path,
                            "",
                            withImage,
                            Capability.REPO_LIST,
                            Capability.MANIFEST_METADATA_LIST)))
        .toList();
  }

  private String withImage(String repo, String upload) {
    Reply uploaded = client.rest().post("/registry/images/" + repo, upload);
    assertThat(uploaded.status()).as(uploaded.text()).isEqualTo(200);
    return repo;
  }

  @ParameterizedTest
  @EnumSource
  void aRoleAllowsWhatItsCapabilitiesSayAtItsGroupAndBelowAndNothingElse(BuiltInRole role) {
    String roleUid = role.uid().value();
    Map<Place, String> identities = new EnumMap<>(Place.class);
    Map<Place, PlatformClient> callers = new EnumMap<>(Place.class);
    Map<Place, List<String>> bound = new EnumMap<>(Place.class);
    Set<Place> places = Place.triedOver(client.dialect());
    for (Place place : places) {
      String identity = client.createIdentity(home);
      String group = groupOf(place);
      client.bind(group, identity, roleUid);
      identities.put(place, identity);
      callers.put(place, client.as(identity));
      bound.put(place, new ArrayList<>(List.of(group)));
    }
    for (Route route : routes) {
      String sharedTarget = route.make().apply(shared);
      for (Place place : places) {
        String expected = route.expected(role, place.reachesTarget);
        String target = sharedTarget;
        if (expected.equals("OK") && route.changes()) {
          String fresh = client.createGroup(parent, "fresh");
          if (place == Place.OWN_GROUP) {
            client.bind(fresh, identities.get(place), roleUid);
            bound.get(place).add(fresh);
          }
          target = route.make().apply(fresh);
        }

        Reply reply = route.by(callers.get(place), target);

        assertThat(outcome(reply)).as("%s at %s: %s", route, place, reply).isEqualTo(expected);
        assertMissing(route, place, callers.get(place), expected, target, reply);
      }
    }
    callers.forEach((place, caller) -> assertLists(role, bound.get(place), caller));
  }

  private String groupOf(Place place) {
    return switch (place) {
      case OWN_GROUP -> shared;
      case ANCESTOR -> parent;
      case DESCENDANT -> client.createGroup(shared, "descendant");
      case SIBLING -> client.createGroup(parent, "sibling");
      case OTHER_ORGANIZATION -> other;
    };
  }

  private static String outcome(Reply reply) {
    return reply.status() == 200 ? "OK" : reply.status() == 403 ? reply.reason() : reply.text();
  }

  /**
   * Callers with permission are told that something is missing; others get the same answer as if it
   * existed.
   */
  private void assertMissing(
      Route route,
      Place place,
      PlatformClient caller,
      String expected,
      String target,
      Reply reply) {
    String missing = (route.isOnGroup() ? parent : shared) + "/" + MISSING;
    if (expected.equals("PERMISSION_DENIED")) {
      assertThat(route.by(caller, missing).text())
          .as("%s at %s", route, place)
          .isEqualTo(reply.text().replace(target, missing));
    } else if (expected.equals("OK") && (place == Place.ANCESTOR || !route.isOnGroup())) {
      assertThat(route.by(caller, missing).status())
          .as("%s at %s", route, place)
          .isEqualTo(route.statusOfMissing());
    }
  }

  /**
   * Checks that a list shows everything below the parent that the caller may read, and nothing
   * else.
   */
  private void assertLists(BuiltInRole role, List<String> bound, PlatformClient caller) {
    List<Listing> lists = new ArrayList<>(HUB);
    for (Resource kind : Resource.values()) {
      lists.add(new Listing(kind.path(), kind.plural(), kind.listed()));
    }
    for (Listing list : lists) {
      List<String> expected =
          uids(client, list).stream()
              .filter(uid -> role.capabilities().contains(list.listed()))
              .filter(uid -> bound.stream().anyMatch(at -> (uid + "/").startsWith(at + "/")))
              .toList();

      assertThat(uids(caller, list))
          .as("%s at %s", list, bound)
          .containsExactlyElementsOf(expected);
    }
  }

  private List<String> uids(PlatformClient caller, Listing list) {
    JsonNode page =
        caller.get(list.path() + query("uidp.descendants_of", parent, "page_size", "200")).json();
    List<String> uids = new ArrayList<>();
    page.path(list.plural()).forEach(row -> uids.add(row.path("uid").asText()));
    assertThat(page.path("totalCount").asText()).isEqualTo(String.valueOf(uids.size()));
    return uids;
  }
}

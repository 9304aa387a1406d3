package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.group;
import static local.platform.contract.testing.PlatformClient.groupInvite;
import static local.platform.contract.testing.PlatformClient.query;
import static local.platform.contract.testing.PlatformClient.roleBinding;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.Dialect;
import local.platform.contract.testing.ImageDocument;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tries every route of groups and of what lies in them with every built-in role, bound at every
 * place in relation to the target. The services have such a matrix of their own in {@code ejb};
 * this one finds routes that call no service, or the wrong one.
 */
@Deployment.InDialects({Dialect.REST_V2, Dialect.GRPC_V2})
@Deployment.DiffersByDialect
class AccessMatrixIT {
  private static final String MISSING = "0123456789abcdef";
  private static final String IDENTITY =
      "{\"name\": \"a\", \"claimMatch\": {\"issuer\": \"https://a.test\", \"subject\": \"b\"}}";
  private static final String ADVISORY =
      "{\"parentId\": \"UID\","
          + " \"advisory\": {\"artifactName\": \"a\", \"artifactType\": \"b\"}}";
  private static final String EVENT = "{\"fixNotPlanned\": {}}";
  private static final String OLD_ROLE = "{\"name\": \"a\", \"capabilities\": [\"repo.create\"]}";
  private static final String ROLE = "{\"name\": \"a\", \"capabilities\": [\"CAP_REPO_CREATE\"]}";

  private final PlatformClient client;
  private String other;
  private String parent;
  private String shared;
  private String home;
  private List<Operation> operations;
  private int made;

  AccessMatrixIT(PlatformClient client) {
    this.client = client;
  }

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
  }

  /** Creates the target of an operation in a group; returns its uid. */
  private interface Make {
    String in(String group);
  }

  /**
   * An operation over a route.
   *
   * @param path the path, to which the uid of the target is added; in the body it is {@code UID}
   * @param required the capabilities that it requires
   * @param granted the role that it grants, whose capabilities the caller must also hold
   */
  private record Operation(
      String method,
      String path,
      String body,
      Make make,
      Set<Capability> required,
      Set<Capability> granted) {
    Operation(
        String method,
        String path,
        String body,
        Make make,
        Capability required,
        Set<Capability> granted) {
      this(method, path, body, make, Set.of(required), granted);
    }

    Reply by(PlatformClient client, String target) {
      String sent = method.equals("GET") || method.equals("DELETE") ? null : body;
      return path.matches(".*:[a-zA-Z]+") || path.equals(Advisories.PATH)
          ? client.post(path.replace("UID", target), body.replace("UID", target))
          : client.send(
              method,
              path.contains("UID") ? path.replace("UID", target) : path + target,
              sent,
              Map.of());
    }

    boolean changes() {
      return !method.equals("GET");
    }

    /**
     * Returns the status for a missing target; in version 1, deleting something missing succeeds.
     */
    int statusOfMissing() {
      return method.equals("DELETE") && path.contains("/v1/") ? 200 : 404;
    }

    boolean isOnGroup() {
      return method.equals("POST") || path.contains("groups");
    }

    String expected(BuiltInRole role, boolean reachesTarget) {
      if (!reachesTarget || !role.capabilities().containsAll(required)) {
        return "PERMISSION_DENIED";
      }
      return role.capabilities().containsAll(granted) ? "OK" : "GRANT_EXCEEDS_CALLER";
    }
  }

  @BeforeEach
  void createGroups() {
    String organization = client.createOrganization("matrix");
    other = client.createOrganization("other");
    home = client.createOrganization("home");
    parent = client.createGroup(organization, "parent");
    shared = client.createGroup(parent, "shared");
    operations = operations(client.createIdentity(home));
  }

  private List<Operation> operations(String bound) {
    String groups = "/iam/v2/groups/";
    String identities = "/iam/v2/identities/";
    String rolePath = "/iam/v2/roles/";
    String bindings = "/iam/v2/roleBindings/";
    String editor = BuiltInRole.EDITOR.uid().value();
    String grant = roleBinding(bound, editor);
    String oldGroups = "/iam/v1/groups/";
    String oldIdentities = "/iam/v1/identities/";
    String oldRoles = "/iam/v1/roles/";
    String oldBindings = "/iam/v1/rolebindings/";
    String oldGrant = grant.replace("Uid\"", "\"");
    String invites = "/iam/v2/groupInvites/";
    String oldInvites = "/iam/v1/group_invites/";
    String invitation = groupInvite(editor, "60s");
    String oldInvitation = invitation.replace("Uid\"", "\"");
    Set<Capability> inviting =
        Set.of(Capability.IAM_GROUP_INVITES_CREATE, Capability.IAM_ROLE_BINDINGS_CREATE);
    String change = "{\"description\": \"changed\"}";
    String wider = "{\"capabilities\": [\"CAP_REPO_CREATE\"]}";
    Set<Capability> nothing = Set.of();
    Set<Capability> repo = Set.of(Capability.REPO_CREATE);
    Set<Capability> edit = BuiltInRole.EDITOR.capabilities();
    Make itself = group -> group;
    Make identity = group -> Resource.IDENTITY.create(client, group, "target");
    Make role = group -> client.createRole(group, "role " + ++made, "CAP_IAM_GROUPS_LIST");
    Make binding = group -> Resource.ROLE_BINDING.create(client, group, "target");
    Make invite = group -> Resource.GROUP_INVITE.create(client, group, "target");
    String associations = "/iam/v2/accountAssociations/";
    String oldAssociations = "/iam/v1/account_associations/";
    Make association = group -> Resource.ACCOUNT_ASSOCIATION.create(client, group, "target");
    String repos = "/registry/v2/repos/";
    String readme = repos + "UID/readme";
    String oldRepos = "/registry/v1/repos/";
    String named = "{\"name\": \"a\"}";
    String tags = "/registry/v2/tags/";
    String oldTags = "/registry/v1/tags/";
    String tag = Resource.TAG.state(client, home, 1).toString();
    Make aRepo = group -> Resource.REPO.create(client, group, "target " + ++made);
    ImageDocument config = ImageDocument.config("amd64");
    ImageDocument image = ImageDocument.image(config, 1);
    String upload = image.upload(List.of(), List.of(config));
    String digest = "UID/digests/" + image.digest();
    Make anImage = group -> withImage(aRepo.in(group), upload);
    Set<Capability> reading = Set.of(Capability.REPO_LIST, Capability.MANIFEST_METADATA_LIST);
    Make aTag = group -> Resource.TAG.create(client, group, "target");
    String advisories = "/vulnerabilities/v1/advisories";
    String events = advisories + "/UID/events";
    Make advisory = group -> Resource.ADVISORY.create(client, group, "target " + ++made);
    Make event =
        group ->
            new Advisories(client.rest()).append(advisory.in(group), EVENT).path("id").asText();
    return List.of(
        new Operation("GET", groups, "", itself, Capability.IAM_GROUPS_LIST, nothing),
        new Operation(
            "POST", groups, group("a", ""), itself, Capability.IAM_GROUPS_CREATE, nothing),
        new Operation("PATCH", groups, change, itself, Capability.IAM_GROUPS_UPDATE, nothing),
        new Operation("DELETE", groups, "", itself, Capability.IAM_GROUPS_DELETE, nothing),
        new Operation("GET", identities, "", identity, Capability.IAM_IDENTITY_LIST, nothing),
        new Operation(
            "POST", identities, IDENTITY, itself, Capability.IAM_IDENTITY_CREATE, nothing),
        new Operation(
            "PATCH", identities, change, identity, Capability.IAM_IDENTITY_UPDATE, nothing),
        new Operation("DELETE", identities, "", identity, Capability.IAM_IDENTITY_DELETE, nothing),
        new Operation("GET", rolePath, "", role, Capability.IAM_ROLES_LIST, nothing),
        new Operation("POST", rolePath, ROLE, itself, Capability.IAM_ROLES_CREATE, repo),
        new Operation("PATCH", rolePath, wider, role, Capability.IAM_ROLES_UPDATE, repo),
        new Operation("DELETE", rolePath, "", role, Capability.IAM_ROLES_DELETE, nothing),
        new Operation("GET", bindings, "", binding, Capability.IAM_ROLE_BINDINGS_LIST, nothing),
        new Operation("POST", bindings, grant, itself, Capability.IAM_ROLE_BINDINGS_CREATE, edit),
        new Operation(
            "POST",
            "/iam/v2/roleBindings:batchCreate",
            "{\"parent\": \"UID\", \"requests\": [{\"roleBinding\": " + grant + "}]}",
            itself,
            Capability.IAM_ROLE_BINDINGS_CREATE,
            edit),
        new Operation("PATCH", bindings, grant, binding, Capability.IAM_ROLE_BINDINGS_UPDATE, edit),
        new Operation(
            "DELETE", bindings, "", binding, Capability.IAM_ROLE_BINDINGS_DELETE, nothing),
        new Operation("GET", invites, "", invite, Capability.IAM_GROUP_INVITES_LIST, nothing),
        new Operation("POST", invites, invitation, itself, inviting, edit),
        new Operation("DELETE", invites, "", invite, Capability.IAM_GROUP_INVITES_DELETE, nothing),
        new Operation(
            "GET",
            associations,
            "",
            association,
            Capability.IAM_ACCOUNT_ASSOCIATIONS_LIST,
            nothing),
        new Operation(
            "POST",
            associations,
            named,
            itself,
            Capability.IAM_ACCOUNT_ASSOCIATIONS_CREATE,
            nothing),
        new Operation(
            "PATCH",
            associations,
            change,
            association,
            Capability.IAM_ACCOUNT_ASSOCIATIONS_UPDATE,
            nothing),
        new Operation(
            "DELETE",
            associations,
            "",
            association,
            Capability.IAM_ACCOUNT_ASSOCIATIONS_DELETE,
            nothing),
        new Operation(
            "POST",
            associations + "UID:checkAccountAssociation",
            "{\"providerType\": \"ACCOUNT_PROVIDER_TYPE_AMAZON\"}",
            association,
            Capability.IAM_ACCOUNT_ASSOCIATIONS_LIST,
            nothing),
        new Operation("GET", repos, "", aRepo, Capability.REPO_LIST, nothing),
        new Operation("POST", repos, named, itself, Capability.REPO_CREATE, nothing),
        new Operation("PATCH", repos, change, aRepo, Capability.REPO_UPDATE, nothing),
        new Operation("DELETE", repos, "", aRepo, Capability.REPO_DELETE, nothing),
        new Operation("GET", readme, "", aRepo, Capability.REPO_LIST, nothing),
        new Operation(
            "PATCH", readme, "{\"content\": \"a\"}", aRepo, Capability.REPO_UPDATE, nothing),
        new Operation("POST", oldRepos, named, itself, Capability.REPO_CREATE, nothing),
        new Operation("PUT", oldRepos, named, aRepo, Capability.REPO_UPDATE, nothing),
        new Operation("DELETE", oldRepos, "", aRepo, Capability.REPO_DELETE, nothing),
        new Operation("GET", tags, "", aTag, Capability.TAG_LIST, nothing),
        new Operation("POST", tags, tag, aRepo, Capability.TAG_CREATE, nothing),
        new Operation("DELETE", tags, "", aTag, Capability.TAG_DELETE, nothing),
        new Operation("POST", oldTags, tag, aRepo, Capability.TAG_CREATE, nothing),
        new Operation("PUT", oldTags, "{}", aTag, Capability.TAG_UPDATE, nothing),
        new Operation("DELETE", oldTags, "", aTag, Capability.TAG_DELETE, nothing),
        new Operation(
            "GET", "/registry/v1/repotagssummary/", "", aRepo, Capability.TAG_LIST, nothing),
        new Operation(
            "GET",
            "/vulnerabilities/v2/advisories/",
            "",
            advisory,
            Capability.ADVISORIES_LIST,
            nothing),
        new Operation("POST", advisories, ADVISORY, itself, Capability.ADVISORIES_CREATE, nothing),
        new Operation(
            "PUT",
            advisories + "/",
            "{\"componentLocation\": \"/\"}",
            advisory,
            Capability.ADVISORIES_UPDATE,
            nothing),
        new Operation(
            "DELETE", advisories + "/", "", advisory, Capability.ADVISORIES_DELETE, nothing),
        new Operation(
            "POST",
            events,
            "{\"advisoryEvent\": " + EVENT + "}",
            advisory,
            Capability.ADVISORIES_CREATE,
            nothing),
        new Operation(
            "PUT",
            "/vulnerabilities/v1/advisory_events/",
            "{\"issue\": \"changed\"}",
            event,
            Capability.ADVISORIES_UPDATE,
            nothing),
        new Operation(
            "PUT",
            "/vulnerabilities/v1/advisory_events/",
            "{\"status\": \"REJECTED\"}",
            event,
            Set.of(Capability.ADVISORIES_UPDATE, Capability.ADVISORIES_APPROVE),
            nothing),
        new Operation(
            "POST", "/registry/images/", upload, aRepo, Capability.MANIFEST_CREATE, nothing),
        new Operation("GET", repos + digest + "/architectures", "", anImage, reading, nothing),
        new Operation("GET", repos + digest + "/size", "", anImage, reading, nothing),
        new Operation("GET", oldRepos + digest + "/architectures", "", anImage, reading, nothing),
        new Operation("GET", oldRepos + digest + "/size", "", anImage, reading, nothing),
        new Operation("GET", oldRepos + digest + "/imageconfig", "", anImage, reading, nothing),
        new Operation(
            "GET",
            "/registry/v1/digestcount/",
            "",
            aRepo,
            Capability.MANIFEST_METADATA_LIST,
            nothing),
        new Operation(
            "POST", oldGroups, group("a", ""), itself, Capability.IAM_GROUPS_CREATE, nothing),
        new Operation(
            "PUT", oldGroups, group("a", ""), itself, Capability.IAM_GROUPS_UPDATE, nothing),
        new Operation("DELETE", oldGroups, "", itself, Capability.IAM_GROUPS_DELETE, nothing),
        new Operation(
            "POST", oldIdentities, IDENTITY, itself, Capability.IAM_IDENTITY_CREATE, nothing),
        new Operation(
            "PUT", oldIdentities, IDENTITY, identity, Capability.IAM_IDENTITY_UPDATE, nothing),
        new Operation(
            "DELETE", oldIdentities, "", identity, Capability.IAM_IDENTITY_DELETE, nothing),
        new Operation("POST", oldRoles, OLD_ROLE, itself, Capability.IAM_ROLES_CREATE, repo),
        new Operation("PUT", oldRoles, OLD_ROLE, role, Capability.IAM_ROLES_UPDATE, repo),
        new Operation("DELETE", oldRoles, "", role, Capability.IAM_ROLES_DELETE, nothing),
        new Operation(
            "POST", oldBindings, oldGrant, itself, Capability.IAM_ROLE_BINDINGS_CREATE, edit),
        new Operation(
            "POST",
            oldBindings + "batch/",
            "[" + oldGrant + "]",
            itself,
            Capability.IAM_ROLE_BINDINGS_CREATE,
            edit),
        new Operation(
            "PUT", oldBindings, oldGrant, binding, Capability.IAM_ROLE_BINDINGS_UPDATE, edit),
        new Operation(
            "DELETE", oldBindings, "", binding, Capability.IAM_ROLE_BINDINGS_DELETE, nothing),
        new Operation(
            "POST",
            oldAssociations,
            named,
            itself,
            Capability.IAM_ACCOUNT_ASSOCIATIONS_CREATE,
            nothing),
        new Operation(
            "PUT",
            oldAssociations,
            named,
            association,
            Capability.IAM_ACCOUNT_ASSOCIATIONS_UPDATE,
            nothing),
        new Operation(
            "DELETE",
            oldAssociations,
            "",
            association,
            Capability.IAM_ACCOUNT_ASSOCIATIONS_DELETE,
            nothing),
        new Operation(
            "POST",
            oldAssociations + "UID:check",
            "{\"accountType\": \"AMAZON\"}",
            association,
            Capability.IAM_ACCOUNT_ASSOCIATIONS_LIST,
            nothing),
        new Operation("POST", oldInvites, oldInvitation, itself, inviting, edit),
        new Operation(
            "DELETE", oldInvites, "", invite, Capability.IAM_GROUP_INVITES_DELETE, nothing));
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
    for (Place place : Place.values()) {
      String identity = client.createIdentity(home);
      String group = groupOf(place);
      client.bind(group, identity, roleUid);
      identities.put(place, identity);
      callers.put(place, client.as(identity));
      bound.put(place, new ArrayList<>(List.of(group)));
    }
    for (Operation operation : operations) {
      String sharedTarget = operation.make().in(shared);
      for (Place place : Place.values()) {
        String expected = operation.expected(role, place.reachesTarget);
        String target = sharedTarget;
        if (expected.equals("OK") && operation.changes()) {
          String fresh = client.createGroup(parent, "fresh");
          if (place == Place.OWN_GROUP) {
            client.bind(fresh, identities.get(place), roleUid);
            bound.get(place).add(fresh);
          }
          target = operation.make().in(fresh);
        }

        Reply reply = operation.by(callers.get(place), target);

        assertThat(outcome(reply)).as("%s at %s: %s", operation, place, reply).isEqualTo(expected);
        assertMissing(operation, place, callers.get(place), expected, target, reply);
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
      Operation operation,
      Place place,
      PlatformClient caller,
      String expected,
      String target,
      Reply reply) {
    String missing = (operation.isOnGroup() ? parent : shared) + "/" + MISSING;
    if (expected.equals("PERMISSION_DENIED")) {
      assertThat(operation.by(caller, missing).text())
          .as("%s at %s", operation, place)
          .isEqualTo(reply.text().replace(target, missing));
    } else if (expected.equals("OK") && (place == Place.ANCESTOR || !operation.isOnGroup())) {
      assertThat(operation.by(caller, missing).status())
          .as("%s at %s", operation, place)
          .isEqualTo(operation.statusOfMissing());
    }
  }

  /**
   * Checks that a list shows everything below the parent that the caller may read, and nothing
   * else.
   */
  private void assertLists(BuiltInRole role, List<String> bound, PlatformClient caller) {
    Map<Resource, Capability> lists =
        Map.of(
            Resource.GROUP, Capability.IAM_GROUPS_LIST,
            Resource.IDENTITY, Capability.IAM_IDENTITY_LIST,
            Resource.ROLE, Capability.IAM_ROLES_LIST,
            Resource.ROLE_BINDING, Capability.IAM_ROLE_BINDINGS_LIST,
            Resource.GROUP_INVITE, Capability.IAM_GROUP_INVITES_LIST,
            Resource.IDENTITY_PROVIDER, Capability.IAM_IDENTITY_PROVIDERS_LIST,
            Resource.ACCOUNT_ASSOCIATION, Capability.IAM_ACCOUNT_ASSOCIATIONS_LIST,
            Resource.REPO, Capability.REPO_LIST,
            Resource.TAG, Capability.TAG_LIST,
            Resource.ADVISORY, Capability.ADVISORIES_LIST);
    assertThat(lists).hasSameSizeAs(Resource.values());
    lists.forEach(
        (list, capability) -> {
          List<String> expected =
              uids(client, list).stream()
                  .filter(uid -> role.capabilities().contains(capability))
                  .filter(uid -> bound.stream().anyMatch(at -> (uid + "/").startsWith(at + "/")))
                  .toList();

          assertThat(uids(caller, list))
              .as("%s at %s", list, bound)
              .containsExactlyElementsOf(expected);
        });
  }

  private List<String> uids(PlatformClient caller, Resource list) {
    JsonNode page =
        caller.get(list.path() + query("uidp.descendants_of", parent, "page_size", "200")).json();
    List<String> uids = new ArrayList<>();
    page.path(list.plural()).forEach(row -> uids.add(row.path("uid").asText()));
    assertThat(page.path("totalCount").asText()).isEqualTo(String.valueOf(uids.size()));
    return uids;
  }
}

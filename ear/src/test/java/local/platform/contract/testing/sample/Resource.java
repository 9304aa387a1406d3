package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;

/** The kinds of resources, in the words of version 2, for the suites that test all of them. */
enum Resource {
  GROUP("iam", "Group", "groups"),
  IDENTITY("iam", "Identity", "identities"),
  ROLE("iam", "Role", "roles"),
  ROLE_BINDING("iam", "RoleBinding", "roleBindings"),
  GROUP_INVITE("iam", "GroupInvite", "groupInvites"),
  IDENTITY_PROVIDER("iam", "IdentityProvider", "identityProviders"),
  /** Each lies in a new group of its parent, whose uid it has. */
  ACCOUNT_ASSOCIATION("iam", "AccountAssociation", "accountAssociations"),
  REPO("registry", "Repo", "repos"),
  TAG("registry", "Tag", "tags"),
  ADVISORY("vulnerabilities", "Advisory", "advisories");

  private static final int ROOT_LENGTH = 40;

  /** The number of repos that were created for tags, whose names are unique in their groups. */
  private static final AtomicInteger repos = new AtomicInteger();

  private final String area;
  private final String type;
  private final String plural;

  Resource(String area, String type, String plural) {
    this.area = area;
    this.type = type;
    this.plural = plural;
  }

  /** Returns the name in errors, after the domain of its part of the API. */
  String type() {
    return area + ".platform.local/" + type;
  }

  /** Returns the name in lists. */
  String plural() {
    return plural;
  }

  /** Returns whether version 2 only reads them, and version 1 writes them. */
  boolean isReadOnly() {
    return this == ADVISORY;
  }

  /** Returns whether there is an update. */
  boolean canBeChanged() {
    return this != GROUP_INVITE && this != TAG && !isReadOnly();
  }

  /** Returns the times by which lists can be ordered. */
  List<String> timeOrders() {
    List<String> creation = List.of("create_time", "createTime", "created_at", "createdAt");
    List<String> update = List.of("update_time", "updateTime", "updated_at", "updatedAt");
    return switch (this) {
      case TAG -> update;
      case ROLE_BINDING, GROUP_INVITE -> creation;
      default -> Stream.concat(creation.stream(), update.stream()).toList();
    };
  }

  /** Returns the field with the time of creation, or of the last update if only that is shown. */
  String time() {
    return this == TAG ? "updateTime" : "createTime";
  }

  /** Returns the order of lists without {@code orderBy}. */
  String defaultOrder() {
    return this == GROUP_INVITE ? "create_time desc" : "uid";
  }

  /** Returns the path of the collection. */
  String path() {
    return "/" + area + "/v2/" + plural;
  }

  /** Returns the path of a resource. */
  String path(String uid) {
    return path() + "/" + uid;
  }

  /**
   * Returns all fields that clients write in both versions. They differ from number to number.
   *
   * @param organization contains whatever the resource refers to
   */
  ObjectNode state(PlatformClient client, String organization, int number) {
    ObjectNode state = JSON.createObjectNode();
    BuiltInRole role = number % 2 == 0 ? BuiltInRole.VIEWER : BuiltInRole.EDITOR;
    if (this == ROLE_BINDING) {
      return state
          .put("identityUid", client.createIdentity(organization))
          .put("roleUid", role.uid().value());
    }
    if (this == GROUP_INVITE) {
      state
          .put("roleUid", role.uid().value())
          .put("email", number + "@example.com")
          .put("ttl", 3_600 + number + "s");
      return number % 2 == 0 ? state : state.put("singleUse", true);
    }
    if (this == TAG) {
      return tag(number);
    }
    if (this == ADVISORY) {
      return advisory(state, number);
    }
    state.put("name", "name " + number).put("description", "description " + number);
    if (this == IDENTITY) {
      ObjectNode match = state.putObject("claimMatch");
      match.put("issuer", "https://issuer.test/" + number);
      match.put(number % 2 == 0 ? "subject" : "subjectPattern", "subject");
      match.putObject("claims").put("claim", "value " + number);
    } else if (this == ROLE) {
      state
          .putArray("capabilities")
          .add((number % 2 == 0 ? Capability.REPO_CREATE : Capability.REPO_LIST).enumName());
    } else if (this == IDENTITY_PROVIDER) {
      state.put("defaultRole", role.uid().value());
      ObjectNode oidc = state.putObject("oidc");
      oidc.put("issuer", "https://issuer.test/" + number).put("clientId", "client " + number);
      oidc.putArray("additionalScopes").add("email").add("scope-" + number);
      oidc.put("groupsClaim", "groups " + number).put("pkceEnabled", true);
    } else if (this == ACCOUNT_ASSOCIATION) {
      accountAssociation(state, number);
    } else if (this == REPO) {
      repo(state, number);
    }
    return state;
  }

  /** Sets all providers but the one that refers to identities. */
  private static void accountAssociation(ObjectNode state, int number) {
    state.putObject("amazon").put("account", String.format(Locale.ROOT, "%012d", number));
    state
        .putObject("google")
        .put("projectId", "project " + number)
        .put("projectNumber", String.valueOf(number));
    ObjectNode azure = state.putObject("azure").put("tenantId", "tenant " + number);
    azure.putObject("clientIds").put("a", "client " + number).put("b", "client");
    ObjectNode app =
        state
            .putObject("github")
            .putObject("appInstallations")
            .putObject(String.valueOf(number + 1));
    app.putArray("installations").addObject().put("installationId", "9007199254740993");
  }

  private static ObjectNode advisory(ObjectNode state, int number) {
    state
        .put("author", "author " + number)
        .put("artifactName", "name " + number)
        .put("artifactType", "apk")
        .put("artifactArchitecture", "x86_64")
        .put("componentName", "component " + number)
        .put("componentLocation", "/usr/lib")
        .put("componentType", "go-module");
    state.putArray("aliases").add("CVE-2099-" + number).add("GHSA-" + number);
    return state;
  }

  /** Sets all fields of a repo but those that refer to another one. */
  private static void repo(ObjectNode state, int number) {
    state.put("catalogTier", number % 2 == 0 ? "CATALOG_TIER_BASE" : "CATALOG_TIER_FIPS");
    state.putArray("bundles").add(number % 2 == 0 ? "base" : "fips").add("ai-gpu");
    state.putArray("aliases").add("base/app:" + number);
    state.putArray("activeTags").add("latest").add("v" + number);
    ObjectNode overlay = state.putObject("customOverlay");
    overlay.putObject("contents").putArray("packages").add("package-" + number);
    overlay.putObject("environment").put("VARIABLE", "value " + number);
    overlay.putObject("annotations").put("test.example/key", "");
    ObjectNode accounts = overlay.putObject("accounts");
    accounts.put("runAs", "app");
    ObjectNode user = accounts.putArray("users").addObject();
    user.put("username", "app").put("uid", number + 1).put("gid", 0).put("groupName", "group");
    accounts.putArray("groups").addObject().put("groupname", "group").put("gid", number + 1);
    ObjectNode certificates = overlay.putObject("certificates");
    certificates.putArray("additional").addObject().put("name", "ca.pem").put("content", "text");
  }

  /** Returns a tag with all fields. */
  private static ObjectNode tag(int number) {
    ObjectNode state = JSON.createObjectNode();
    state
        .put("name", "name-" + number)
        .put("digest", String.format(Locale.ROOT, "sha256:%064x", number));
    state.put("deprecated", number % 2 == 0);
    state.putArray("bundles").add(number % 2 == 0 ? "base" : "fips").add("ai-gpu");
    return state;
  }

  /** Returns the parent of resources in a group: the group itself, or a new repo in it. */
  String parentIn(PlatformClient client, String group) {
    return this == TAG ? REPO.create(client, group, "repo " + repos.incrementAndGet()) : group;
  }

  /**
   * Returns what a creation in a parent names: the parent itself, or a new group in it for the kind
   * of which a group has one.
   */
  String placeIn(PlatformClient client, String parent) {
    return this == ACCOUNT_ASSOCIATION ? client.createGroup(parent, "place") : parent;
  }

  /**
   * Returns the filter that both versions have for the list of a resource, with or without others
   * in its parent.
   */
  String[] listing(String parent, String uid) {
    return this == ACCOUNT_ASSOCIATION
        ? new String[] {"uidp.ids", uid}
        : new String[] {"uidp.children_of", parent};
  }

  /** Returns whether its uids are those of another kind. */
  boolean hasUidOf(Resource other) {
    return this == ACCOUNT_ASSOCIATION && other == GROUP;
  }

  /** Creates the resource with a number in a group, or in a new repo in it; returns its uid. */
  String create(PlatformClient client, String group, int number) {
    return createIn(client, parentIn(client, group), number);
  }

  /** Creates the resource with a number in a parent; returns its uid. */
  String createIn(PlatformClient client, String parent, int number) {
    return create(client, parent, state(client, parent.substring(0, ROOT_LENGTH), number));
  }

  /**
   * Creates a resource in a group, or in a new repo in it; returns its uid. The name is for kinds
   * that have one.
   */
  String create(PlatformClient client, String group, String name) {
    return createIn(client, parentIn(client, group), name);
  }

  /** Creates one in a parent; its uid. The name is for those that have one. */
  String createIn(PlatformClient client, String parent, String name) {
    ObjectNode state = state(client, parent.substring(0, ROOT_LENGTH), 1);
    if (this == ROLE_BINDING) {
      state.put("roleUid", BuiltInRole.APK_PULL.uid().value());
    } else if (this == ADVISORY) {
      state.put("artifactName", name);
    } else if (this != GROUP_INVITE) {
      state.put("name", name);
    }
    return create(client, parent, state);
  }

  private String create(PlatformClient client, String parent, ObjectNode state) {
    if (this == ADVISORY) {
      return new Advisories(client.rest()).create(parent, state.toString()).path("id").asText();
    }
    Reply created = client.post(path(placeIn(client, parent)), state.toString());
    if (created.status() != 200) {
      throw new AssertionError(created.text());
    }
    return created.uid();
  }

  /**
   * Returns the body of an update by version 2 that changes each resource that was created here,
   * once.
   */
  String change() {
    return this == ROLE_BINDING
        ? JSON.createObjectNode().put("roleUid", BuiltInRole.VIEWER.uid().value()).toString()
        : "{\"description\": \"changed\"}";
  }

  /**
   * Returns what a read answers after this answer to a create: the code of an invite is shown only
   * once.
   */
  String readAfter(String created) {
    return this == GROUP_INVITE ? created.replaceFirst("\"code\":\"[^\"]*\",", "") : created;
  }

  /** Returns the fields of an answer that clients write. */
  ObjectNode stateOf(JsonNode answer) {
    ObjectNode state = JSON.createObjectNode();
    if (this == ROLE_BINDING) {
      return state
          .put("identityUid", answer.at("/identity/uid").asText())
          .put("roleUid", answer.at("/role/uid").asText());
    }
    if (answer.has("expirationTime") && answer.has("createTime")) {
      state.put("ttl", seconds(time(answer, "createTime"), time(answer, "expirationTime")));
    }
    for (String field : fields()) {
      if (answer.has(field)) {
        state.set(field, answer.get(field));
      }
    }
    return state;
  }

  private List<String> fields() {
    return this == GROUP_INVITE
        ? List.of("roleUid", "email", "singleUse")
        : List.of(
            "name",
            "description",
            "claimMatch",
            "capabilities",
            "defaultRole",
            "oidc",
            "amazon",
            "google",
            "azure",
            "github",
            "catalogTier",
            "bundles",
            "aliases",
            "activeTags",
            "customOverlay",
            "digest",
            "deprecated");
  }

  private static Instant time(JsonNode answer, String field) {
    return Instant.parse(answer.path(field).asText());
  }

  private static String seconds(Instant from, Instant to) {
    BigDecimal seconds = BigDecimal.valueOf(Duration.between(from, to).toMillis(), 3);
    return seconds.stripTrailingZeros().toPlainString() + "s";
  }
}

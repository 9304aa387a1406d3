package local.platform.contract.testing;

import static local.platform.contract.testing.PlatformClient.JSON;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import local.platform.access.authz.Capability;

/**
 * The names of kinds of resources, fields and values in both versions. Version 1 has nothing that
 * is not here.
 */
enum Version1Words {
  GROUPS(
      "groups",
      "groups",
      Names.of("uid=id", "name", "description", "resourceLimits", "verified", "kind", "status"),
      "name"),
  IDENTITIES(
      "identities",
      "identities",
      Names.of(
          "uid=id",
          "parent=parentId",
          "name",
          "description",
          "createTime=createdAt",
          "updateTime=updatedAt",
          "lastSeenTime=lastSeen",
          "claimMatch",
          "staticKeys=static",
          "servicePrincipal",
          "awsIdentity")),
  ROLES(
      "roles",
      "roles",
      Names.of("uid=id", "parent=parentId", "name", "description", "capabilities"),
      "name"),
  IDENTITY_PROVIDERS(
      "identityProviders",
      "identityProviders",
      Names.of("uid=id", "parent=parentId", "name", "description", "defaultRole", "oidc"),
      "name"),
  ACCOUNT_ASSOCIATIONS(
      "accountAssociations",
      "account_associations",
      Names.of(
          "uid=group", "name", "description", "amazon", "google", "chainguard", "azure", "github"),
      "name") {

    @Override
    Optional<String> parameter(String name) {
      return name.equals("uidp.ids")
          ? Optional.of("group")
          : Optional.of(name).filter(each -> each.equals("name"));
    }

    /** The group is the parent of what is created, and the uid of what is there. */
    @Override
    String field(String path, String method) {
      return method.equals("POST") && path.equals("group") ? "parent" : super.field(path, method);
    }
  },
  ROLE_BINDINGS(
      "roleBindings",
      "rolebindings",
      Names.of("uid=id", "identityUid=identity", "roleUid=role", "createTime=createdAt")) {

    /**
     * A single answer names what it binds; a list shows group and role, and a part of the identity.
     */
    @Override
    ObjectNode shown(JsonNode answer) {
      ObjectNode shown = JSON.createObjectNode();
      ObjectNode identity = JSON.createObjectNode();
      answer
          .properties()
          .forEach(
              field -> {
                JsonNode value = field.getValue();
                switch (field.getKey()) {
                  case "identity" -> identity.set("uid", value);
                  case "claimMatchIssuer" -> identity.set("issuer", value);
                  case "claimMatchSubject" -> identity.set("subject", value);
                  case "group" -> shown.set("group", bound(GROUPS, value));
                  case "role" -> shown.set("role", bound(ROLES, value));
                  default -> shown.set(names.shown(field.getKey()), value);
                }
              });
      shown.set("identity", identity);
      return shown;
    }

    @Override
    String field(String path) {
      Matcher entry = ENTRY.matcher(path);
      if (entry.matches()) {
        return "requests" + entry.group(1) + ".roleBinding." + super.field(entry.group(2));
      }
      return path.equals("roleBindings") ? "requests" : super.field(path);
    }
  },
  GROUP_INVITES(
      "groupInvites",
      "group_invites",
      Names.of(
          "uid=id",
          "parent=group",
          "roleUid=role",
          "email",
          "ttl",
          "singleUse",
          "expirationTime=expiration",
          "createTime=createdAt",
          "keyId",
          "code")) {

    /** It shows its role, and has no separate uid of it. */
    @Override
    ObjectNode shown(JsonNode answer) {
      ObjectNode shown = super.shown(answer);
      if (shown.has("roleUid")) {
        ObjectNode role = bound(ROLES, shown.get("roleUid"));
        shown.set("role", role);
        shown.set("roleUid", role.path("uid"));
      }
      return shown;
    }

    @Override
    Optional<String> parameter(String name) {
      return Optional.ofNullable(INVITE_FILTERS.get(name));
    }
  },
  REPOS(
      "repos",
      "repos",
      Names.of(
          "uid=id",
          "parent=parentId",
          "name",
          "description",
          "catalogTier",
          "bundles",
          "aliases",
          "activeTags",
          "sync_config",
          "customOverlay",
          "createTime"),
      "name") {

    @Override
    String path() {
      return "/registry/v1/repos";
    }
  },
  TAGS(
      "tags",
      "tags",
      Names.of(
          "uid=id",
          "parent=repoId",
          "name",
          "digest",
          "updateTime=lastUpdated",
          "deprecated",
          "bundles"),
      "name",
      "digest",
      "updated_since") {

    @Override
    String path() {
      return "/registry/v1/tags";
    }
  },
  ADVISORIES(
      "advisories",
      "advisories",
      Names.of(
          "uid=id",
          "advisoryId",
          "createTime=createdAt",
          "updateTime=updatedAt",
          "deleteTime=deletedAt",
          "author",
          "artifactName",
          "artifactType",
          "artifactArchitecture",
          "componentName",
          "componentLocation",
          "componentType",
          "aliases",
          "events",
          "legacyAdvisoryId=legacyAdvisoryID")) {

    @Override
    String path() {
      return "/vulnerabilities/v1/advisories";
    }

    /** Version 2 shows what may be empty even if it is. */
    @Override
    ObjectNode shown(JsonNode answer) {
      ObjectNode shown = super.shown(answer);
      for (String name : List.of("artifactArchitecture", "componentLocation")) {
        if (!shown.has(name)) {
          shown.put(name, "");
        }
      }
      return shown;
    }

    @Override
    Optional<String> parameter(String name) {
      return name.startsWith("uidp.")
          ? Optional.of(name)
          : Optional.ofNullable(ADVISORY_FILTERS.get(name));
    }
  };

  /** The parameters of lists of advisories. */
  private static final Map<String, String> ADVISORY_FILTERS =
      Map.ofEntries(
          Map.entry("advisory_ids", "advisory_ids"),
          Map.entry("legacy_advisory_ids", "legacy_advisory_ids"),
          Map.entry("artifact_names", "artifact_name"),
          Map.entry("artifact_types", "artifact_type"),
          Map.entry("artifact_architectures", "artifact_architecture"),
          Map.entry("component_names", "component_name"),
          Map.entry("component_types", "component_type"),
          Map.entry("component_locations", "component_location"),
          Map.entry("aliases", "aliases"),
          Map.entry("origin", "origin"),
          Map.entry("event_review_states", "event_statuses"),
          Map.entry("event_authors", "event_author"),
          Map.entry("exclude_event_authors", "exclude_event_author"),
          Map.entry("event_reviewers", "event_reviewer"),
          Map.entry("event_types", "event_types"),
          Map.entry("latest_event_type", "latest_event_type"),
          Map.entry("page_size", "page_size"),
          Map.entry("page_token", "page_token"));

  private static final Names EVENT =
      Names.of("uid=id", "createTime=timestamp", "reviewState=status");
  private static final Names SCAN =
      Names.of("subpackage=subpackageName", "component=componentName");

  /** The filters of lists of invites, which have none by hierarchy. */
  private static final Map<String, String> INVITE_FILTERS =
      Map.of("uidp.children_of", "group", "uidp.ids", "id", "key_id", "key_id");

  private static final Names STATIC_KEYS =
      Names.of("issuer", "subject", "issuerKeys", "audiences", "expirationTime=expiration");
  private static final Names SYNC_CONFIG =
      Names.of("source", "google", "amazon", "azure", "expirationTime=expiration");
  private static final Names OVERLAY =
      Names.of("contents", "environment", "annotations", "accounts", "certificates");
  private static final Names ACCOUNTS = Names.of("runAs", "users", "groups");
  private static final Names USER =
      Names.of("username=userName", "uid", "gid", "groupName", "shell", "homeDir");
  private static final Names USER_GROUP = Names.of("groupname=groupName", "gid", "members");
  private static final String TIER = "CATALOG_TIER_";
  private static final Pattern ENTRY = Pattern.compile("roleBindings(\\[\\d+])\\.(.*)");
  private static final String PRINCIPAL = "SERVICE_PRINCIPAL_";

  private final String plural;
  private final String version1Plural;
  final Names names;
  private final Set<String> filters;

  Version1Words(String plural, String version1Plural, Names names, String... filters) {
    this.plural = plural;
    this.version1Plural = version1Plural;
    this.names = names;
    this.filters = Set.of(filters);
  }

  /** Names in both versions. */
  record Names(Map<String, String> inVersion1, Map<String, String> inVersion2) {
    /**
     * Creates names from pairs {@code name=nameInVersion1}, or single names that are the same in
     * both.
     */
    static Names of(String... pairs) {
      Map<String, String> inVersion1 = new HashMap<>();
      Map<String, String> inVersion2 = new HashMap<>();
      for (String pair : pairs) {
        String[] names = pair.split("=", 2);
        String name = names[0];
        String nameInVersion1 = names[names.length - 1];
        inVersion1.put(name, nameInVersion1);
        inVersion2.put(nameInVersion1, name);
      }
      return new Names(inVersion1, inVersion2);
    }

    String said(String name) {
      String said = inVersion1.get(name);
      if (said == null) {
        throw new IllegalArgumentException("version 1 has no " + name);
      }
      return said;
    }

    /** Returns a name in version 2; names that are not here stay the same. */
    String shown(String name) {
      if (inVersion1.containsKey(name) && !inVersion2.containsKey(name)) {
        throw new AssertionError("version 1 does not say " + name);
      }
      return inVersion2.getOrDefault(name, name);
    }
  }

  /** Returns the words for a collection. */
  static Version1Words of(String plural) {
    return Arrays.stream(values())
        .filter(words -> words.plural.equals(plural))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("version 1 has no " + plural));
  }

  /** Returns the path of the collection. */
  String path() {
    return "/iam/v1/" + version1Plural;
  }

  /** Returns the name of a filter of lists, if there is such a filter. */
  Optional<String> parameter(String name) {
    return Optional.of(name).filter(each -> each.startsWith("uidp.") || filters.contains(each));
  }

  /** Returns a resource as it is sent. */
  ObjectNode said(JsonNode resource) {
    ObjectNode said = JSON.createObjectNode();
    resource
        .properties()
        .forEach(
            field -> said.set(names.said(field.getKey()), said(field.getKey(), field.getValue())));
    return said;
  }

  private static JsonNode said(String name, JsonNode value) {
    return switch (name) {
      case "staticKeys" -> renamed(value, STATIC_KEYS::said);
      case "capabilities" -> each(value, Version1Words::dotted);
      case "servicePrincipal" -> TextNode.valueOf(value.textValue().replace(PRINCIPAL, ""));
      case "catalogTier" -> TextNode.valueOf(value.textValue().replace(TIER, ""));
      case "sync_config" -> renamed(value, SYNC_CONFIG::said);
      case "customOverlay" -> overlay(value, Names::said);
      default -> value;
    };
  }

  /** Returns a capability in version 1; a name that no capability has stays unknown. */
  private static String dotted(String enumName) {
    return Arrays.stream(Capability.values())
        .filter(capability -> capability.enumName().equals(enumName))
        .map(Capability::dottedName)
        .findFirst()
        .orElse(enumName);
  }

  /** Returns a batch as it is sent: its entries, of which none can have a parent or a default. */
  ArrayNode saidBatch(JsonNode batch) {
    if (!batch.path("roleUid").asText().isEmpty()) {
      throw new IllegalArgumentException("in version 1 a batch has no role");
    }
    ArrayNode said = JSON.createArrayNode();
    for (JsonNode request : batch.path("requests")) {
      if (request.size() != 1) {
        throw new IllegalArgumentException("in version 1 an entry is a role binding alone");
      }
      said.add(said(request.path("roleBinding")));
    }
    return said;
  }

  /** Translates a resource of an answer. */
  ObjectNode shown(JsonNode answer) {
    ObjectNode shown = JSON.createObjectNode();
    answer
        .properties()
        .forEach(
            field -> {
              String name = names.shown(field.getKey());
              shown.set(name, shown(name, field.getValue()));
            });
    return shown;
  }

  private static JsonNode shown(String name, JsonNode value) {
    return switch (name) {
      case "staticKeys" -> renamed(value, STATIC_KEYS::shown);
      case "capabilities" ->
          each(value, dotted -> Capability.ofDottedName(dotted).orElseThrow().enumName());
      case "servicePrincipal" -> TextNode.valueOf(PRINCIPAL + value.textValue());
      case "catalogTier" -> TextNode.valueOf(TIER + value.textValue());
      case "sync_config" -> renamed(value, SYNC_CONFIG::shown);
      case "customOverlay" -> overlay(value, Names::shown);
      case "events" -> events(value);
      default -> value;
    };
  }

  /** Translates events, whose states and reasons have a prefix in version 2. */
  private static JsonNode events(JsonNode value) {
    ArrayNode events = JSON.createArrayNode();
    for (JsonNode each : value) {
      ObjectNode event = (ObjectNode) renamed(each, EVENT::shown);
      event.put("reviewState", "REVIEW_STATE_" + event.path("reviewState").asText());
      if (event.path("falsePositiveDetermination") instanceof ObjectNode determination) {
        determination.put("type", "TYPE_" + determination.path("type").asText());
      }
      if (event.path("detection") instanceof ObjectNode detection && detection.has("scanv1")) {
        detection.set("scanv1", renamed(detection.get("scanv1"), SCAN::shown));
      }
      events.add(event);
    }
    return events;
  }

  /** Translates what a role binding refers to: its uid, or what is shown of it. */
  private static ObjectNode bound(Version1Words words, JsonNode value) {
    return value.isTextual()
        ? JSON.createObjectNode().put("uid", value.textValue())
        : words.shown(value);
  }

  /** Translates the resources of a list, under their name in version 2. */
  ObjectNode shownAll(String name, JsonNode answer) {
    ObjectNode shown = JSON.createObjectNode();
    ArrayNode all = shown.putArray(plural);
    answer.path(name).forEach(each -> all.add(shown(each)));
    for (String field : List.of("nextPageToken", "totalCount")) {
      if (answer.has(field)) {
        shown.set(field, answer.get(field));
      }
    }
    return shown;
  }

  /** Renames the fields of an answer or an error that is about no resource. */
  static JsonNode renamed(JsonNode answer, Names names) {
    for (JsonNode detail : answer.path("details")) {
      for (JsonNode violation : detail.path("fieldViolations")) {
        ((ObjectNode) violation).put("field", names.shown(violation.path("field").asText()));
      }
    }
    return renamed(answer, names::shown);
  }

  /** Returns the filter of lists by which a resource is read. */
  String id() {
    return names.said("uid");
  }

  /** Translates an error of a request with this method. */
  JsonNode shownError(JsonNode error, String method) {
    for (JsonNode detail : error.path("details")) {
      for (JsonNode violation : detail.path("fieldViolations")) {
        ((ObjectNode) violation).put("field", field(violation.path("field").asText(), method));
      }
    }
    return error;
  }

  /** Translates a field of an error of a request with this method. */
  String field(String path, String method) {
    return field(path);
  }

  /** Translates a field of an error. */
  String field(String path) {
    String[] parts = path.split("\\.", 2);
    String first = names.shown(parts[0]);
    if (parts.length == 1) {
      return first;
    }
    return first
        + "."
        + switch (first) {
          case "staticKeys" -> STATIC_KEYS.shown(parts[1]);
          case "customOverlay" ->
              parts[1]
                  .replaceFirst("(users\\[\\d+])\\.userName$", "$1.username")
                  .replaceFirst("(groups\\[\\d+])\\.groupName$", "$1.groupname");
          default -> parts[1];
        };
  }

  /** An overlay, in which users and groups have other names. */
  private static JsonNode overlay(JsonNode value, BiFunction<Names, String, String> word) {
    ObjectNode overlay = renamed(value, name -> word.apply(OVERLAY, name)).deepCopy();
    if (overlay.has("accounts")) {
      ObjectNode accounts =
          (ObjectNode) renamed(overlay.get("accounts"), name -> word.apply(ACCOUNTS, name));
      renameEach(accounts, "users", name -> word.apply(USER, name));
      renameEach(accounts, "groups", name -> word.apply(USER_GROUP, name));
      overlay.set("accounts", accounts);
    }
    return overlay;
  }

  private static void renameEach(ObjectNode parent, String list, UnaryOperator<String> names) {
    if (parent.has(list)) {
      ArrayNode all = JSON.createArrayNode();
      parent.get(list).forEach(each -> all.add(renamed(each, names)));
      parent.set(list, all);
    }
  }

  private static JsonNode renamed(JsonNode value, UnaryOperator<String> names) {
    if (!value.isObject()) {
      return value;
    }
    ObjectNode renamed = JSON.createObjectNode();
    value.properties().forEach(field -> renamed.set(names.apply(field.getKey()), field.getValue()));
    return renamed;
  }

  private static ArrayNode each(JsonNode texts, UnaryOperator<String> word) {
    ArrayNode all = JSON.createArrayNode();
    for (JsonNode text : texts) {
      if (!text.isTextual()) {
        throw new IllegalArgumentException("version 1 has no number for " + text);
      }
      all.add(word.apply(text.textValue()));
    }
    return all;
  }
}

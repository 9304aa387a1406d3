package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;

/** The kinds of resources, in the words of version 2, for the suites that test all of them. */
enum Resource {
  GROUP("Group", "groups"),
  IDENTITY("Identity", "identities"),
  ROLE("Role", "roles"),
  ROLE_BINDING("RoleBinding", "roleBindings"),
  GROUP_INVITE("GroupInvite", "groupInvites");

  private static final int ROOT_LENGTH = 40;

  private final String type;
  private final String plural;

  Resource(String type, String plural) {
    this.type = type;
    this.plural = plural;
  }

  /** Returns the name in errors. */
  String type() {
    return type;
  }

  /** Returns the name in lists. */
  String plural() {
    return plural;
  }

  /** Returns whether there is an update. */
  boolean canBeChanged() {
    return this != GROUP_INVITE;
  }

  /** Returns whether lists can also be ordered by name and by the time of the last update. */
  boolean hasAllOrders() {
    return this != ROLE_BINDING && this != GROUP_INVITE;
  }

  /** Returns the order of lists without {@code orderBy}. */
  String defaultOrder() {
    return this == GROUP_INVITE ? "create_time desc" : "uid";
  }

  /** Returns the path of the collection. */
  String path() {
    return "/iam/v2/" + plural;
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
    }
    return state;
  }

  /** Creates the resource with a number in a group; returns its uid. */
  String create(PlatformClient client, String group, int number) {
    return create(client, group, state(client, group.substring(0, ROOT_LENGTH), number));
  }

  /** Creates a resource in a group; returns its uid. The name is for kinds that have one. */
  String create(PlatformClient client, String group, String name) {
    ObjectNode state = state(client, group.substring(0, ROOT_LENGTH), 1);
    if (this == ROLE_BINDING) {
      state.put("roleUid", BuiltInRole.APK_PULL.uid().value());
    } else if (this != GROUP_INVITE) {
      state.put("name", name);
    }
    return create(client, group, state);
  }

  private String create(PlatformClient client, String group, ObjectNode state) {
    Reply created = client.post(path(group), state.toString());
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
        : List.of("name", "description", "claimMatch", "capabilities");
  }

  private static Instant time(JsonNode answer, String field) {
    return Instant.parse(answer.path(field).asText());
  }

  private static String seconds(Instant from, Instant to) {
    BigDecimal seconds = BigDecimal.valueOf(Duration.between(from, to).toMillis(), 3);
    return seconds.stripTrailingZeros().toPlainString() + "s";
  }
}

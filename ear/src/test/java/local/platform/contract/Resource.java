package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import local.platform.authz.BuiltInRole;
import local.platform.authz.Capability;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;

/** Groups and what lies in them, in the words of version 2, for what is promised of all of it. */
enum Resource {
  GROUP("Group", "groups"),
  IDENTITY("Identity", "identities"),
  ROLE("Role", "roles"),
  ROLE_BINDING("RoleBinding", "roleBindings");

  private static final int ROOT_LENGTH = 40;

  private final String type;
  private final String plural;

  Resource(String type, String plural) {
    this.type = type;
    this.plural = plural;
  }

  /** How errors call one. */
  String type() {
    return type;
  }

  /** How lists call them. */
  String plural() {
    return plural;
  }

  /** Where they are. */
  String path() {
    return "/iam/v2/" + plural;
  }

  /** Where one of them is. */
  String path(String uid) {
    return path() + "/" + uid;
  }

  /**
   * All fields that clients write in both versions. They differ from number to number.
   *
   * @param organization where there is what it refers to
   */
  ObjectNode state(PlatformClient client, String organization, int number) {
    ObjectNode state = JSON.createObjectNode();
    if (this == ROLE_BINDING) {
      BuiltInRole role = number % 2 == 0 ? BuiltInRole.VIEWER : BuiltInRole.EDITOR;
      return state
          .put("identityUid", client.createIdentity(organization))
          .put("roleUid", role.uid().value());
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

  /** Creates the one with a number in a group; its uid. */
  String create(PlatformClient client, String group, int number) {
    return create(client, group, state(client, group.substring(0, ROOT_LENGTH), number));
  }

  /** Creates one in a group; its uid. The name is for those that have one. */
  String create(PlatformClient client, String group, String name) {
    ObjectNode state = state(client, group.substring(0, ROOT_LENGTH), 1);
    if (this == ROLE_BINDING) {
      state.put("roleUid", BuiltInRole.APK_PULL.uid().value());
    } else {
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

  /** The body of an update by version 2 that changes each one that was created here, once. */
  String change() {
    return this == ROLE_BINDING
        ? JSON.createObjectNode().put("roleUid", BuiltInRole.VIEWER.uid().value()).toString()
        : "{\"description\": \"changed\"}";
  }

  /** Of an answer what clients write. */
  ObjectNode stateOf(JsonNode answer) {
    ObjectNode state = JSON.createObjectNode();
    if (this == ROLE_BINDING) {
      return state
          .put("identityUid", answer.at("/identity/uid").asText())
          .put("roleUid", answer.at("/role/uid").asText());
    }
    for (String field : List.of("name", "description", "claimMatch", "capabilities")) {
      if (answer.has(field)) {
        state.set(field, answer.get(field));
      }
    }
    return state;
  }
}

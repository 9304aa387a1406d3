package local.platform.contract.testing.sample;

import static local.platform.contract.testing.PlatformClient.JSON;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;

/** Describes a kind of resource to the black-box tests, in the words of version 2. */
public interface Sample {
  /** The times by which lists can be ordered, in all spellings. */
  List<String> CREATION = List.of("create_time", "createTime", "created_at", "createdAt");

  /** The times of updates by which lists can be ordered, in all spellings. */
  List<String> UPDATE = List.of("update_time", "updateTime", "updated_at", "updatedAt");

  /** Returns the part of the API, such as {@code iam}. */
  default String area() {
    return "iam";
  }

  /** Returns the name of the type, such as {@code RoleBinding}. */
  String type();

  /** Returns the name in lists and paths, such as {@code roleBindings}. */
  String plural();

  /** Returns the words of version 1. */
  Version1Words version1();

  /** Returns the capability that shows a resource in lists. */
  Capability listed();

  /** Returns the routes on one resource, and what they require. */
  List<Route> routes(Routes routes);

  /**
   * Returns all fields that clients write in both versions. They differ from number to number.
   *
   * @param organization contains whatever the resource refers to
   */
  ObjectNode state(PlatformClient client, String organization, int number);

  /** Returns the names of the fields that {@link #state} may have. */
  List<String> fields();

  /** Returns the fields of an answer that clients write, and those that belong to other kinds. */
  default ObjectNode stateOf(JsonNode answer) {
    ObjectNode state = JSON.createObjectNode();
    for (String field : Resource.fields()) {
      if (answer.has(field)) {
        state.set(field, answer.get(field));
      }
    }
    return state;
  }

  /** Names a resource to create. Kinds without a name stay as they are. */
  default void name(ObjectNode state, String name) {
    state.put("name", name);
  }

  /** Returns whether resources have a name, by which lists can be selected or ordered. */
  default boolean hasName() {
    return true;
  }

  /** Returns whether version 2 only reads them, and version 1 writes them. */
  default boolean isReadOnly() {
    return false;
  }

  /** Returns whether there is an update. */
  default boolean canBeChanged() {
    return true;
  }

  /**
   * Returns the body of an update by version 2 that changes each resource that was created here,
   * once.
   */
  default String change() {
    return "{\"description\": \"changed\"}";
  }

  /** Returns the times by which lists can be ordered. */
  default List<String> timeOrders() {
    return Stream.concat(CREATION.stream(), UPDATE.stream()).toList();
  }

  /** Returns the field with the time of creation, or of the last update if only that is shown. */
  default String time() {
    return "createTime";
  }

  /** Returns the order of lists without {@code orderBy}. */
  default String defaultOrder() {
    return "uid";
  }

  /** Returns the parent of resources in a group: the group itself, or what is created in it. */
  default String parentIn(PlatformClient client, String group) {
    return group;
  }

  /**
   * Returns what a creation in a parent names: the parent itself, or a new group in it for the kind
   * of which a group has one.
   */
  default String placeIn(PlatformClient client, String parent) {
    return parent;
  }

  /**
   * Returns the filter that both versions have for the list of a resource, with or without others
   * in its parent.
   */
  default String[] listing(String parent, String uid) {
    return new String[] {"uidp.children_of", parent};
  }

  /** Returns whether its uids are those of groups. */
  default boolean hasUidOfItsGroup() {
    return false;
  }

  /** Creates a resource in a parent; returns its uid. */
  default String create(PlatformClient client, String parent, ObjectNode state) {
    Reply created = client.post(path() + "/" + placeIn(client, parent), state.toString());
    if (created.status() != 200) {
      throw new AssertionError(created.text());
    }
    return created.uid();
  }

  /** Returns what a read answers after this answer to a create. */
  default String readAfter(String created) {
    return created;
  }

  /** Returns the path of the collection. */
  default String path() {
    return "/" + area() + "/v2/" + plural();
  }

  /** Returns a role: that of viewers if the number is even, else that of editors. */
  static BuiltInRole role(int number) {
    return number % 2 == 0 ? BuiltInRole.VIEWER : BuiltInRole.EDITOR;
  }

  /** Returns a resource with the name and the description of this number. */
  static ObjectNode described(int number) {
    return JSON.createObjectNode()
        .put("name", "name " + number)
        .put("description", "description " + number);
  }
}

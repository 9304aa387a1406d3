package local.platform.contract.testing.sample;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.PlatformClient;

/** The kinds of resources, for the suites that test all of them. */
public enum Resource {
  GROUP(new GroupSample()),
  IDENTITY(new IdentitySample()),
  ROLE(new RoleSample()),
  ROLE_BINDING(new RoleBindingSample()),
  GROUP_INVITE(new GroupInviteSample()),
  IDENTITY_PROVIDER(new IdentityProviderSample()),
  ACCOUNT_ASSOCIATION(new AccountAssociationSample()),
  REPO(new RepoSample()),
  TAG(new TagSample()),
  ADVISORY(new AdvisorySample());

  private static final int ROOT_LENGTH = 40;

  private final Sample sample;

  Resource(Sample sample) {
    this.sample = sample;
  }

  /** Returns the kind with a sample. */
  static Resource of(Sample sample) {
    return Arrays.stream(values()).filter(each -> each.sample == sample).findAny().orElseThrow();
  }

  /** Returns the names of all fields that clients write in resources of any kind. */
  static Set<String> fields() {
    return Arrays.stream(values())
        .flatMap(each -> each.sample.fields().stream())
        .collect(Collectors.toSet());
  }

  /** Returns those that version 2 writes. */
  public static Stream<Resource> written() {
    return Arrays.stream(values()).filter(each -> !each.isReadOnly());
  }

  /** Returns those that version 2 can change. */
  public static Stream<Resource> changed() {
    return Arrays.stream(values()).filter(Resource::canBeChanged);
  }

  /** Returns those that have a name. */
  public static Stream<Resource> named() {
    return Arrays.stream(values()).filter(each -> each.sample.hasName());
  }

  /** Returns those that have no name. */
  public static Stream<Resource> unnamed() {
    return Arrays.stream(values()).filter(each -> !each.sample.hasName());
  }

  /** Returns those that lists of both versions select by their place in the hierarchy. */
  public static Stream<Resource> inHierarchy() {
    return Arrays.stream(values()).filter(each -> each != GROUP && each.isSelectedByPlace());
  }

  /** Returns whether both versions select them by any place in the hierarchy. */
  public boolean isSelectedByPlace() {
    return version1().parameter("uidp.descendants_of").isPresent();
  }

  /** Returns the words of version 1. */
  public Version1Words version1() {
    return sample.version1();
  }

  /** Returns the capability that shows a resource in lists. */
  public Capability listed() {
    return sample.listed();
  }

  /** Returns the routes on one resource, and what they require. */
  public List<Route> routes(Routes routes) {
    return sample.routes(routes);
  }

  /** Returns the name in errors, after the domain of its part of the API. */
  public String type() {
    return sample.area() + ".platform.local/" + sample.type();
  }

  /** Returns the name in lists. */
  public String plural() {
    return sample.plural();
  }

  /** Returns whether version 2 only reads them, and version 1 writes them. */
  public boolean isReadOnly() {
    return sample.isReadOnly();
  }

  /** Returns whether version 2 has an update. */
  public boolean canBeChanged() {
    return sample.canBeChanged() && !isReadOnly();
  }

  /** Returns the times by which lists can be ordered. */
  public List<String> timeOrders() {
    return sample.timeOrders();
  }

  /** Returns the field with the time of creation, or of the last update if only that is shown. */
  public String time() {
    return sample.time();
  }

  /** Returns the order of lists without {@code orderBy}. */
  public String defaultOrder() {
    return sample.defaultOrder();
  }

  /** Returns the path of the collection. */
  public String path() {
    return sample.path();
  }

  /** Returns the path of a resource. */
  public String path(String uid) {
    return path() + "/" + uid;
  }

  /**
   * Returns all fields that clients write in both versions. They differ from number to number.
   *
   * @param organization contains whatever the resource refers to
   */
  public ObjectNode state(PlatformClient client, String organization, int number) {
    return sample.state(client, organization, number);
  }

  /** Returns the parent of resources in a group: the group itself, or a new repo in it. */
  public String parentIn(PlatformClient client, String group) {
    return sample.parentIn(client, group);
  }

  /**
   * Returns what a creation in a parent names: the parent itself, or a new group in it for the kind
   * of which a group has one.
   */
  public String placeIn(PlatformClient client, String parent) {
    return sample.placeIn(client, parent);
  }

  /**
   * Returns the filter that both versions have for the list of a resource, with or without others
   * in its parent.
   */
  public String[] listing(String parent, String uid) {
    return sample.listing(parent, uid);
  }

  /** Returns whether its uids are those of another kind. */
  public boolean hasUidOf(Resource other) {
    return sample.hasUidOfItsGroup() && other == GROUP;
  }

  /** Creates the resource with a number in a group, or in a new repo in it; returns its uid. */
  public String create(PlatformClient client, String group, int number) {
    return createIn(client, parentIn(client, group), number);
  }

  /** Creates the resource with a number in a parent; returns its uid. */
  public String createIn(PlatformClient client, String parent, int number) {
    return sample.create(client, parent, state(client, parent.substring(0, ROOT_LENGTH), number));
  }

  /**
   * Creates a resource in a group, or in a new repo in it; returns its uid. The name is for kinds
   * that have one.
   */
  public String create(PlatformClient client, String group, String name) {
    return createIn(client, parentIn(client, group), name);
  }

  /** Creates one in a parent; its uid. The name is for those that have one. */
  public String createIn(PlatformClient client, String parent, String name) {
    ObjectNode state = state(client, parent.substring(0, ROOT_LENGTH), 1);
    sample.name(state, name);
    return sample.create(client, parent, state);
  }

  /**
   * Returns the body of an update by version 2 that changes each resource that was created here,
   * once.
   */
  public String change() {
    return sample.change();
  }

  /**
   * Returns what a read answers after this answer to a create: the code of an invite is shown only
   * once.
   */
  public String readAfter(String created) {
    return sample.readAfter(created);
  }

  /** Returns the fields of an answer that clients write, and those that belong to other kinds. */
  public ObjectNode stateOf(JsonNode answer) {
    return sample.stateOf(answer);
  }
}

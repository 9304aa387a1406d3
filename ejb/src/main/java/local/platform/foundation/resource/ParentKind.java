package local.platform.foundation.resource;

import java.util.Optional;
import local.platform.foundation.uid.Uid;

/**
 * A kind of resource that contains others.
 *
 * @param name what errors call it
 * @param entity name of its JPA entity; a name rather than a class, because the packages of parents
 *     may depend on those of their children
 * @param maxDepth most segments below the root in the uid of such a parent
 * @param sharesUid whether what it contains has the uid of the parent, which then contains at most
 *     one resource of the kind
 */
public record ParentKind(String name, String entity, int maxDepth, boolean sharesUid) {
  /** Groups, in which most kinds lie. */
  public static final ParentKind GROUP =
      new ParentKind("Group", "GroupEntity", Uid.MAX_GROUP_DEPTH);

  /** Groups that have at most one resource of the kind, with the uid of the group. */
  public static final ParentKind GROUP_OF_ONE =
      new ParentKind(GROUP.name, GROUP.entity, GROUP.maxDepth, true);

  /** Creates one whose resources have uids of their own, below that of the parent. */
  public ParentKind(String name, String entity, int maxDepth) {
    this(name, entity, maxDepth, false);
  }

  /** Returns a uid for a new resource in a parent: a new one, unless it is that of the parent. */
  Uid newUid(Uid parent) {
    return sharesUid ? parent : parent.newChild();
  }

  /** Returns the parent of a resource; empty if it has none. */
  Optional<Uid> parentOf(Uid resource) {
    return sharesUid ? Optional.of(resource) : resource.parent();
  }

  /** Returns the attribute of the resources with the uid of their parent. */
  public String attribute() {
    return sharesUid ? "uid" : "parentUid";
  }
}

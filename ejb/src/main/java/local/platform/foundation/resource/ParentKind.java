package local.platform.foundation.resource;

import local.platform.foundation.uid.Uid;

/**
 * A kind of resource that contains others.
 *
 * @param name what errors call it
 * @param entity name of its JPA entity; a name rather than a class, because the packages of parents
 *     may depend on those of their children
 * @param maxDepth most segments below the root in the uid of such a parent
 */
public record ParentKind(String name, String entity, int maxDepth) {
  /** Groups, in which most kinds lie. */
  public static final ParentKind GROUP =
      new ParentKind("Group", "GroupEntity", Uid.MAX_GROUP_DEPTH);
}

package local.platform.resource;

import local.platform.uid.Uid;

/**
 * A kind of resource in which others lie.
 *
 * @param name what errors call it
 * @param entity name of its JPA entity: a resource knows its parent by name, because the packages
 *     of parents may use those of what lies in them
 * @param maxDepth most segments that the uid of such a parent has below its root
 */
public record ParentKind(String name, String entity, int maxDepth) {
  /** Groups, in which most kinds lie. */
  public static final ParentKind GROUP =
      new ParentKind("Group", "GroupEntity", Uid.MAX_GROUP_DEPTH);
}

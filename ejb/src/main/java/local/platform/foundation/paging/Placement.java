package local.platform.foundation.paging;

import local.platform.foundation.resource.ParentKind;

/** How the rows of a list are placed in the hierarchy, which decides who sees them. */
public sealed interface Placement {
  /**
   * The key of a row is its uid, and the entity a {@link
   * local.platform.foundation.resource.ResourceEntity}.
   *
   * @param parent the kind of the parents
   */
  record Tree(ParentKind parent) implements Placement {}

  /**
   * A row belongs to a group that its key does not show. The entity has {@code rootUid} too. Such a
   * list cannot be restricted to a part of the hierarchy.
   *
   * @param attribute the attribute with the uid of the group
   */
  record InGroup(String attribute) implements Placement {}

  /**
   * All rows belong to one row of another table; who sees that one sees all of them.
   *
   * @param attribute the attribute with the key of that row, with which the indexes begin
   * @param key that key
   */
  record Under(String attribute, Object key) implements Placement {}

  /** Every caller sees all rows. */
  record Everywhere() implements Placement {}
}

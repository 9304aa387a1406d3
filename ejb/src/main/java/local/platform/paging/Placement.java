package local.platform.paging;

import local.platform.resource.ParentKind;

/** How the rows of a list lie in the hierarchy, by which it is decided who sees them. */
public sealed interface Placement {
  /**
   * The key of a row is its uid, and the entity a {@link local.platform.resource.ResourceEntity}.
   *
   * @param parent the kind in which they lie
   */
  record Tree(ParentKind parent) implements Placement {}

  /**
   * A row belongs to a group, and its key says nothing of that. The entity has {@code rootUid} too.
   * Such a list cannot be restricted to a part of the hierarchy.
   *
   * @param attribute the attribute that holds the uid of the group
   */
  record InGroup(String attribute) implements Placement {}

  /** Everybody sees all rows. */
  record Everywhere() implements Placement {}
}

package local.platform.foundation.resource;

import local.platform.foundation.uid.Uid;

/**
 * A kind of resource that lies in groups. A group that contains any cannot be deleted. Every such
 * kind has a bean of this type.
 */
public interface GroupContent {

  /** Returns the name of the kind in errors, in the plural. */
  String plural();

  /** Returns whether a resource of this kind lies directly in the group. */
  boolean existsIn(Uid group);
}

package local.platform.resource;

import local.platform.uid.Uid;

/**
 * A kind of resource that lies in groups and keeps them from being deleted. Every kind has a bean
 * of this type.
 */
public interface GroupContent {

  /** What the kind is called in an error, in the plural. */
  String plural();

  /** Whether a resource of this kind lies directly in the group. */
  boolean existsIn(Uid group);
}

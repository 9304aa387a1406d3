package local.platform.foundation.resource;

import local.platform.foundation.uid.Uid;

/**
 * A kind of resource that goes with its group when that is deleted. Every such kind has a bean of
 * this type.
 */
public interface GroupAttachment extends GroupRows {

  /**
   * Deletes all resources of this kind that lie directly in a group, which is locked. It is called
   * only if there are any.
   */
  void deleteAt(Write write, Uid group);
}

package local.platform.registry.name;

import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.resource.VersionCondition;

/**
 * The operations on tombstones. Each requires an operator's token that is not narrowed and checks
 * that before anything else: every other caller gets the same PERMISSION_DENIED.
 */
public interface TombstoneService {
  /**
   * Returns a page of all tombstones, in the order of their pull names.
   *
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT
   */
  Page<Tombstone> list(Caller caller, PageRequest page);

  /**
   * Deletes a tombstone. From then on any group may use the pull name, and gets what is left under
   * it.
   *
   * @param condition its precondition; tombstones have no versions
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND; ABORTED if the condition is not met
   */
  void delete(Caller caller, String pullName, VersionCondition condition);
}

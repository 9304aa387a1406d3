package local.platform.iam.role;

import java.util.function.Consumer;
import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;

/**
 * The operations on roles. Every caller may read built-in roles, and nobody can change them. No
 * other role has a uid without a parent, so NOT_FOUND for such a uid reveals nothing. For custom
 * roles each method first checks, from the uid alone, whether the caller may do it.
 */
public interface RoleService {

  /**
   * Reads a role. A custom role requires {@code roles.list} at it.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND
   */
  Role get(Caller caller, Uid uid);

  /**
   * Returns a page of the built-in roles and of those at which the caller holds {@code roles.list}.
   *
   * @throws PlatformException INVALID_ARGUMENT
   */
  Page<Role> list(Caller caller, RoleQuery query, PageRequest page);

  /**
   * Passes the built-in roles and those at which the caller holds {@code roles.list} to a consumer,
   * in the order of uids.
   *
   * @param window the part of the list that is requested
   * @param consumer receives each role
   */
  void walk(Caller caller, RoleQuery query, Window window, Consumer<? super Role> consumer);

  /**
   * Creates a custom role. Requires {@code roles.create} and every capability of the role at the
   * parent.
   *
   * @throws PlatformException PERMISSION_DENIED, with GRANT_EXCEEDS_CALLER if the caller lacks a
   *     capability of the role; INVALID_ARGUMENT; NOT_FOUND if the parent does not exist;
   *     ALREADY_EXISTS if the name is taken in the group
   */
  Role create(Caller caller, Uid parent, RoleDraft draft);

  /**
   * Updates a custom role. Requires {@code roles.update} at it, and at its group every capability
   * that it has before and after the update. The update takes effect for all its role bindings from
   * the next request on.
   *
   * @throws PlatformException PERMISSION_DENIED, with GRANT_EXCEEDS_CALLER if the caller lacks a
   *     capability of the role; INVALID_ARGUMENT; NOT_FOUND; ALREADY_EXISTS; FAILED_PRECONDITION
   *     with BUILT_IN_RESOURCE; ABORTED if the version is not the required one
   */
  Role update(Caller caller, Uid uid, DraftChange<RoleDraft> change, VersionCondition condition);

  /**
   * Deletes a custom role that has no role bindings. Requires {@code roles.delete} at it.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND; FAILED_PRECONDITION with
   *     RESOURCE_IN_USE or BUILT_IN_RESOURCE; ABORTED if the version is not the required one
   */
  void delete(Caller caller, Uid uid, VersionCondition condition);
}

package local.platform.iam.role;

import java.util.function.Consumer;
import local.platform.authz.Caller;
import local.platform.error.PlatformException;
import local.platform.paging.Page;
import local.platform.paging.PageRequest;
import local.platform.paging.Window;
import local.platform.resource.DraftChange;
import local.platform.resource.VersionCondition;
import local.platform.uid.Uid;

/**
 * What can be done with roles. Every caller may read the built-in ones, and nobody changes them;
 * for any other uid without a parent there is no role, which everybody may know. For custom roles
 * each method decides first whether the caller may do it, from the uid alone.
 */
public interface RoleService {

  /**
   * Reads a role; a custom one needs {@code roles.list} at it.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND
   */
  Role get(Caller caller, Uid uid);

  /**
   * Reads a page of the built-in roles and of those at which the caller holds {@code roles.list}.
   *
   * @throws PlatformException INVALID_ARGUMENT
   */
  Page<Role> list(Caller caller, RoleQuery query, PageRequest page);

  /**
   * Walks the built-in roles and all those at which the caller holds {@code roles.list}, in the
   * order of uids.
   *
   * @param window which part of them
   * @param consumer takes each
   */
  void walk(Caller caller, RoleQuery query, Window window, Consumer<? super Role> consumer);

  /**
   * Creates a custom role; needs {@code roles.create} at the parent, and there every capability
   * that the role is to allow.
   *
   * @throws PlatformException PERMISSION_DENIED, with GRANT_EXCEEDS_CALLER if the caller lacks a
   *     capability of the role; INVALID_ARGUMENT; NOT_FOUND if there is no such parent;
   *     ALREADY_EXISTS if the name is taken in the group
   */
  Role create(Caller caller, Uid parent, RoleDraft draft);

  /**
   * Changes a custom role; needs {@code roles.update} at it, and at its group every capability that
   * it allows before and after. It counts for everybody to whom it is bound, from the next request
   * on.
   *
   * @throws PlatformException PERMISSION_DENIED, with GRANT_EXCEEDS_CALLER if the caller lacks a
   *     capability of the role; INVALID_ARGUMENT; NOT_FOUND; ALREADY_EXISTS; FAILED_PRECONDITION
   *     with BUILT_IN_RESOURCE; ABORTED if the version is not the required one
   */
  Role update(Caller caller, Uid uid, DraftChange<RoleDraft> change, VersionCondition condition);

  /**
   * Deletes a custom role that is bound nowhere; needs {@code roles.delete} at it.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND; FAILED_PRECONDITION with
   *     RESOURCE_IN_USE or BUILT_IN_RESOURCE; ABORTED if the version is not the required one
   */
  void delete(Caller caller, Uid uid, VersionCondition condition);
}

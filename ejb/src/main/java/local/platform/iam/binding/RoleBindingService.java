package local.platform.iam.binding;

import java.util.List;
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
 * The operations on role bindings. A caller can grant only capabilities that it holds itself at the
 * group, and an organization cannot lose its last owner. A role can be granted to any identity,
 * including those of other organizations.
 */
public interface RoleBindingService {
  /**
   * Reads a role binding. Requires {@code role_bindings.list} at it.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND
   */
  RoleBinding get(Caller caller, Uid uid);

  /**
   * Returns a page of the role bindings at which the caller holds {@code role_bindings.list}.
   *
   * @throws PlatformException INVALID_ARGUMENT
   */
  Page<RoleBinding> list(Caller caller, RoleBindingQuery query, PageRequest page);

  /**
   * Passes the role bindings at which the caller holds {@code role_bindings.list} to a consumer, in
   * the order of uids.
   *
   * @param window the part of the list that is requested
   * @param consumer receives each role binding
   */
  void walk(
      Caller caller, RoleBindingQuery query, Window window, Consumer<? super RoleBinding> consumer);

  /**
   * Creates a role binding. Requires {@code role_bindings.create} and every capability of the role
   * at the group.
   *
   * @throws PlatformException PERMISSION_DENIED, with GRANT_EXCEEDS_CALLER if the caller lacks a
   *     capability of the role; INVALID_ARGUMENT, also if the identity does not exist or the role
   *     cannot be bound there; NOT_FOUND if the group does not exist; ALREADY_EXISTS if the
   *     identity already has this role there; UNAVAILABLE with COMMIT_UNKNOWN if it is not known
   *     whether the role binding was created, or created and deleted since
   */
  RoleBinding create(Caller caller, Uid group, RoleBindingDraft draft);

  /**
   * Creates several role bindings at one group, all or none; otherwise like {@link #create}.
   *
   * @param drafts at least one
   * @param most the maximum number of drafts
   * @return the role bindings, in the order of the drafts
   * @throws PlatformException the same as {@link #create}
   */
  List<RoleBinding> createAll(Caller caller, Uid group, List<RoleBindingDraft> drafts, int most);

  /**
   * Changes the identity or the role of a role binding. Requires {@code role_bindings.update} at
   * it, and at its group every capability of both the old and the new role.
   *
   * @throws PlatformException PERMISSION_DENIED, with GRANT_EXCEEDS_CALLER if the caller lacks a
   *     capability of one of the roles; INVALID_ARGUMENT, also if the identity does not exist or
   *     the role cannot be bound there; NOT_FOUND; ALREADY_EXISTS; FAILED_PRECONDITION with
   *     LAST_OWNER; ABORTED if the version is not the required one
   */
  RoleBinding update(
      Caller caller, Uid uid, DraftChange<RoleBindingDraft> change, VersionCondition condition);

  /**
   * Deletes a role binding. Requires {@code role_bindings.delete} at it. The role is lost from the
   * next request on.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND; FAILED_PRECONDITION with LAST_OWNER;
   *     ABORTED if the version is not the required one
   */
  void delete(Caller caller, Uid uid, VersionCondition condition);
}

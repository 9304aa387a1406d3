package local.platform.iam.binding;

import java.util.List;
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
 * What can be done with role bindings. Nobody grants what it does not hold itself at that group,
 * and an organization keeps at least one owner. Any identity can be bound, also one of another
 * organization.
 */
public interface RoleBindingService {
  /**
   * Reads a role binding; needs {@code role_bindings.list} at it.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND
   */
  RoleBinding get(Caller caller, Uid uid);

  /**
   * Reads a page of the role bindings at which the caller holds {@code role_bindings.list}.
   *
   * @throws PlatformException INVALID_ARGUMENT
   */
  Page<RoleBinding> list(Caller caller, RoleBindingQuery query, PageRequest page);

  /**
   * Walks all role bindings at which the caller holds {@code role_bindings.list}, in the order of
   * uids.
   *
   * @param window which part of them
   * @param consumer takes each
   */
  void walk(
      Caller caller, RoleBindingQuery query, Window window, Consumer<? super RoleBinding> consumer);

  /**
   * Creates a role binding; needs {@code role_bindings.create} at the group, and there every
   * capability of the role.
   *
   * @throws PlatformException PERMISSION_DENIED, with GRANT_EXCEEDS_CALLER if the caller lacks a
   *     capability of the role; INVALID_ARGUMENT, also if identity or role cannot be bound there;
   *     NOT_FOUND if there is no such group; ALREADY_EXISTS if it is granted there already;
   *     UNAVAILABLE with COMMIT_UNKNOWN if it is not known whether it was granted, or granted and
   *     taken back since
   */
  RoleBinding create(Caller caller, Uid group, RoleBindingDraft draft);

  /**
   * Creates role bindings at one group, all or none; otherwise like {@link #create}.
   *
   * @param drafts at least one
   * @param most how many of them there can be at most
   * @return them in the same order
   * @throws PlatformException what {@link #create} throws
   */
  List<RoleBinding> createAll(Caller caller, Uid group, List<RoleBindingDraft> drafts, int most);

  /**
   * Changes to whom a role is granted, or which; needs {@code role_bindings.update} at the role
   * binding, and at its group every capability of the role before and after.
   *
   * @throws PlatformException PERMISSION_DENIED, with GRANT_EXCEEDS_CALLER if the caller lacks a
   *     capability of one of the roles; INVALID_ARGUMENT, also if identity or role cannot be bound
   *     there; NOT_FOUND; ALREADY_EXISTS; FAILED_PRECONDITION with LAST_OWNER; ABORTED if the
   *     version is not the required one
   */
  RoleBinding update(
      Caller caller, Uid uid, DraftChange<RoleBindingDraft> change, VersionCondition condition);

  /**
   * Takes back a grant; needs {@code role_bindings.delete} at the role binding. It is over with the
   * next request.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND; FAILED_PRECONDITION with LAST_OWNER;
   *     ABORTED if the version is not the required one
   */
  void delete(Caller caller, Uid uid, VersionCondition condition);
}

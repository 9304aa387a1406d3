package local.platform.iam.invite;

import java.util.function.Consumer;
import local.platform.authz.Caller;
import local.platform.error.PlatformException;
import local.platform.paging.Page;
import local.platform.paging.PageRequest;
import local.platform.paging.Window;
import local.platform.resource.VersionCondition;
import local.platform.uid.Uid;

/**
 * What can be done with invites to groups. Nobody invites to a role that it could not grant itself
 * at that group. An invite that has expired can no longer be accepted; it stays until it is
 * deleted.
 */
public interface GroupInviteService {
  /**
   * Reads an invite; needs {@code group_invites.list} at it.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND
   */
  GroupInvite get(Caller caller, Uid uid);

  /**
   * Reads a page of the invites at which the caller holds {@code group_invites.list}.
   *
   * @throws PlatformException INVALID_ARGUMENT
   */
  Page<GroupInvite> list(Caller caller, GroupInviteQuery query, PageRequest page);

  /**
   * Walks all invites at which the caller holds {@code group_invites.list}, in the order of uids.
   *
   * @param window which part of them
   * @param consumer takes each
   */
  void walk(
      Caller caller, GroupInviteQuery query, Window window, Consumer<? super GroupInvite> consumer);

  /**
   * Creates an invite; needs {@code group_invites.create} and {@code role_bindings.create} at the
   * group, and there every capability of the role. The address, if there is one, has at most 254
   * characters; the invite can be accepted for 1 millisecond to 365 days.
   *
   * @return the invite with its code, which is told only here
   * @throws PlatformException PERMISSION_DENIED, with GRANT_EXCEEDS_CALLER if the caller lacks a
   *     capability of the role; INVALID_ARGUMENT, also if the role cannot be bound there; NOT_FOUND
   *     if there is no such group; UNAVAILABLE with COMMIT_UNKNOWN if it is not known whether it
   *     was created, or created and deleted since
   */
  GroupInvite create(Caller caller, Uid group, GroupInviteDraft draft);

  /**
   * Takes back an invite; needs {@code group_invites.delete} at it.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND; ABORTED if the version is not the
   *     required one
   */
  void delete(Caller caller, Uid uid, VersionCondition condition);
}

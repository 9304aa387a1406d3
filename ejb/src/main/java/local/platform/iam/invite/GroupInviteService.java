package local.platform.iam.invite;

import java.util.function.Consumer;
import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;

/**
 * The operations on invites to groups. A caller can invite only to roles that it could grant itself
 * at the group. An expired invite can no longer be accepted, but it exists until it is deleted.
 */
public interface GroupInviteService {
  /**
   * Reads an invite. Requires {@code group_invites.list} at it.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND
   */
  GroupInvite get(Caller caller, Uid uid);

  /**
   * Returns a page of the invites at which the caller holds {@code group_invites.list}.
   *
   * @throws PlatformException INVALID_ARGUMENT
   */
  Page<GroupInvite> list(Caller caller, GroupInviteQuery query, PageRequest page);

  /**
   * Passes the invites at which the caller holds {@code group_invites.list} to a consumer, in the
   * order of uids.
   *
   * @param window the part of the list that is requested
   * @param consumer receives each invite
   */
  void walk(
      Caller caller, GroupInviteQuery query, Window window, Consumer<? super GroupInvite> consumer);

  /**
   * Creates an invite. Requires {@code group_invites.create}, {@code role_bindings.create} and
   * every capability of the role at the group. The address, if there is one, has at most 254
   * characters; the invite can be accepted for 1 millisecond to 365 days.
   *
   * @return the invite with its code, which cannot be read again later
   * @throws PlatformException PERMISSION_DENIED, with GRANT_EXCEEDS_CALLER if the caller lacks a
   *     capability of the role; INVALID_ARGUMENT, also if the role cannot be bound there; NOT_FOUND
   *     if the group does not exist; UNAVAILABLE with COMMIT_UNKNOWN if it is not known whether it
   *     was created, or created and deleted since
   */
  GroupInvite create(Caller caller, Uid group, GroupInviteDraft draft);

  /**
   * Deletes an invite. Requires {@code group_invites.delete} at it.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND; ABORTED if the version is not the
   *     required one
   */
  void delete(Caller caller, Uid uid, VersionCondition condition);
}

package local.platform.iam.invite;

import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;

/**
 * The operations on invites besides the standard methods. A caller can invite only to roles that it
 * could grant itself at the group.
 */
public interface GroupInviteService {
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
}

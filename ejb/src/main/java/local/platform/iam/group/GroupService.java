package local.platform.iam.group;

import java.util.Optional;
import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;

/**
 * The changes of groups, of which organizations have rules of their own. Each method first checks,
 * from the uid alone, whether the caller may do it; then whether the request is valid; and only
 * then whether the resources exist. {@link Groups} has the other methods.
 */
public interface GroupService {
  /**
   * Creates a group. Requires {@code groups.create} at the parent. An organization can be created
   * by any identity if the configuration allows that, otherwise only by operators, and never with a
   * narrowed token; its creator becomes its owner. Only organizations can have a kind, and no group
   * can be created as verified.
   *
   * @param parent the parent of the group; empty for an organization
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT; NOT_FOUND if the parent does not
   *     exist
   */
  Group create(Caller caller, Optional<Uid> parent, GroupDraft draft);

  /**
   * Updates a group. Requires {@code groups.update} at it. An update that changes nothing leaves
   * version and update time as they are. Only organizations can have a kind, and no group can be
   * set to verified.
   *
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT; NOT_FOUND; ABORTED if the
   *     version is not the required one
   */
  Group update(Caller caller, Uid uid, DraftChange<GroupDraft> change, VersionCondition condition);

  /**
   * Deletes a group with the role bindings at it and the invites to it. Requires {@code
   * groups.delete} at it. Any other resource in the group prevents the deletion, with one
   * exception: the caller's own identity, if it is directly in an organization, is deleted with the
   * organization.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND; FAILED_PRECONDITION with
   *     RESOURCE_NOT_EMPTY, or with LAST_OPERATOR if the only operator would be deleted too;
   *     ABORTED if the version is not the required one
   */
  void delete(Caller caller, Uid uid, VersionCondition condition);
}

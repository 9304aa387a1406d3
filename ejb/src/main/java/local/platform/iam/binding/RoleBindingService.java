package local.platform.iam.binding;

import java.util.List;
import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;

/**
 * The creation of role bindings: one at a time, or several together. Neither is ever repeated after
 * a commit of which the result is not known, because somebody may have deleted the role binding
 * since. {@link RoleBindings} has their other methods.
 */
public interface RoleBindingService {
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
}

package local.platform.iam.binding;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;

/**
 * Prevents organizations from losing their last owner. A write that could remove an owner locks the
 * organization before the rows that it changes, so that two owners who remove each other do not
 * both succeed.
 */
@Dependent
public class Owners {
  private final RoleBindingRepository roleBindings;

  @Inject
  public Owners(RoleBindingRepository roleBindings) {
    this.roleBindings = roleBindings;
  }

  /**
   * Checks that the organization has an owner without this role binding. A role binding that does
   * not make its identity an owner passes.
   *
   * @throws PlatformException FAILED_PRECONDITION with LAST_OWNER if it would have none
   */
  void requireWithout(RoleBindingEntity roleBinding) {
    Uid organization = roleBinding.group();
    if (roleBinding.makesOwner()
        && !roleBindings.hasOwnerWithout(organization, roleBinding.uid())) {
      throw lastOwner(organization);
    }
  }

  /**
   * Checks that the identity's own organization has another owner. An identity that is not an owner
   * passes.
   *
   * @throws PlatformException FAILED_PRECONDITION with LAST_OWNER if it has none
   */
  public void requireBeside(Uid identity) {
    Uid organization = identity.root();
    if (roleBindings.isOwner(organization, identity)
        && !roleBindings.hasOwnerBeside(organization, identity)) {
      throw lastOwner(organization);
    }
  }

  private static PlatformException lastOwner(Uid organization) {
    return PlatformException.failedPrecondition(
        "LAST_OWNER",
        organization,
        "the organization would have no owner: make another identity its owner first");
  }
}

package local.platform.iam.binding;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import local.platform.error.PlatformException;
import local.platform.uid.Uid;

/**
 * Keeps an organization from losing its last owner. Whatever could take one away locks the
 * organization first, before the rows that it changes, so that two owners who remove each other do
 * not both succeed.
 */
@Dependent
public class Owners {
  private final RoleBindingRepository roleBindings;

  @Inject
  public Owners(RoleBindingRepository roleBindings) {
    this.roleBindings = roleBindings;
  }

  /**
   * Lets pass the loss of a role binding if the organization has an owner by another one.
   *
   * @throws PlatformException FAILED_PRECONDITION with LAST_OWNER
   */
  void requireWithout(RoleBindingEntity roleBinding) {
    Uid organization = roleBinding.group();
    if (roleBinding.makesOwner()
        && !roleBindings.hasOwnerWithout(organization, roleBinding.uid())) {
      throw lastOwner(organization);
    }
  }

  /**
   * Lets pass the loss of an identity if its own organization has another owner, or if it is none.
   *
   * @throws PlatformException FAILED_PRECONDITION with LAST_OWNER
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

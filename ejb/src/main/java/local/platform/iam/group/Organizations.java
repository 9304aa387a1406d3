package local.platform.iam.group;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.operator.Operators;
import local.platform.config.Configuration;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;
import local.platform.iam.binding.RoleBindingRepository;
import local.platform.iam.identity.Identities;
import local.platform.iam.identity.IdentityRepository;

/**
 * The special rules for groups without a parent: who may create one, who owns it, and what is
 * deleted with it.
 */
@Dependent
public class Organizations {
  private final Configuration configuration;
  private final GroupRepository groups;
  private final Operators operators;
  private final IdentityRepository identities;
  private final Identities identityRules;
  private final RoleBindingRepository roleBindings;

  @Inject
  public Organizations(
      Configuration configuration,
      GroupRepository groups,
      Operators operators,
      IdentityRepository identities,
      Identities identityRules,
      RoleBindingRepository roleBindings) {
    this.configuration = configuration;
    this.groups = groups;
    this.operators = operators;
    this.identities = identities;
    this.identityRules = identityRules;
    this.roleBindings = roleBindings;
  }

  /**
   * Checks that the caller may create an organization.
   *
   * @throws PlatformException PERMISSION_DENIED if it may not
   */
  void requireMayCreate(Caller caller) {
    if (configuration.selfServiceOrganizations()) {
      caller.requireUnnarrowed();
    } else {
      operators.require(caller);
    }
  }

  /**
   * Makes the identity that creates an organization its owner.
   *
   * @throws PlatformException UNAUTHENTICATED if the identity has been deleted in the meantime
   */
  public void appointOwner(Write write, Uid organization, Uid identity) {
    if (!identities.lockShared(identity)) {
      throw PlatformException.unauthenticated(
          "IDENTITY_NOT_REGISTERED", "the token's identity no longer exists");
    }
    roleBindings.insert(
        write, organization.newChild(), identity, BuiltInRole.OWNER.uid(), write.time());
  }

  /**
   * Makes an identity the owner of an organization that has none. The organization is locked, so
   * that of two concurrent assignments only one succeeds.
   *
   * @param organization uid without a parent
   * @param binding uid of the role binding that is created
   * @throws PlatformException NOT_FOUND if the organization does not exist; INVALID_ARGUMENT on
   *     {@code identity} if the identity does not exist; FAILED_PRECONDITION with HAS_OWNER if the
   *     organization has an owner
   */
  public void assignOwner(Write write, Uid organization, Uid binding, Uid identity) {
    if (groups.findForUpdate(organization).isEmpty()) {
      throw groups.notFound(organization);
    }
    if (!identities.lockShared(identity)) {
      throw PlatformException.invalidArgument("identity", "there is no such identity");
    }
    if (roleBindings.hasOwner(organization)) {
      throw PlatformException.failedPrecondition(
          "HAS_OWNER",
          organization,
          "the organization has an owner already, and only its owners can add others");
    }
    roleBindings.insert(write, binding, identity, BuiltInRole.OWNER.uid(), write.time());
  }

  /**
   * Deletes the identity that deletes an organization, if it is directly in it. It could not have
   * been deleted before, because it is needed to delete the organization.
   *
   * @throws PlatformException FAILED_PRECONDITION with LAST_OPERATOR if it is the only operator
   */
  void deleteOwnIdentity(Write write, Uid organization, Uid identity) {
    if (identity.parent().filter(organization::equals).isPresent()) {
      identityRules.deleteWithGrants(write, identity);
    }
  }
}

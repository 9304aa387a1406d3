package local.platform.iam.group;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Instant;
import local.platform.authz.BuiltInRole;
import local.platform.authz.Caller;
import local.platform.config.Configuration;
import local.platform.error.PlatformException;
import local.platform.iam.binding.RoleBindingRepository;
import local.platform.iam.identity.IdentityRepository;
import local.platform.operator.OperatorRepository;
import local.platform.uid.Uid;

/**
 * What is special about groups without a parent: who may create one, who owns it, and what goes
 * along when it is deleted.
 */
@Dependent
public class Organizations {
  private final Configuration configuration;
  private final OperatorRepository operators;
  private final IdentityRepository identities;
  private final RoleBindingRepository roleBindings;

  @Inject
  public Organizations(
      Configuration configuration,
      OperatorRepository operators,
      IdentityRepository identities,
      RoleBindingRepository roleBindings) {
    this.configuration = configuration;
    this.operators = operators;
    this.identities = identities;
    this.roleBindings = roleBindings;
  }

  /**
   * Lets pass who may create an organization.
   *
   * @throws PlatformException PERMISSION_DENIED
   */
  void requireMayCreate(Caller caller) {
    caller.requireUnnarrowed();
    if (!configuration.selfServiceOrganizations() && !operators.contains(caller.identity())) {
      throw PlatformException.permissionDenied("only operators create organizations");
    }
  }

  /** Makes an identity the owner of an organization. */
  public void appointOwner(Uid organization, Uid identity, Instant now) {
    roleBindings.insert(organization.newChild(), identity, BuiltInRole.OWNER.uid(), now);
  }

  /**
   * Deletes the identity of who deletes an organization, if it lies directly in it: it could not be
   * deleted before, because then nobody could delete the organization.
   *
   * @throws PlatformException FAILED_PRECONDITION with LAST_OPERATOR
   */
  void deleteOwnIdentity(Uid organization, Uid identity) {
    if (identity.parent().filter(organization::equals).isPresent()) {
      identities.deleteWithGrants(identity);
    }
  }
}

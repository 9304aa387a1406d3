package local.platform.iam.account;

import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;

/**
 * The operations on account associations besides the methods of {@link
 * local.platform.kind.ResourceService}.
 */
public interface AccountAssociationService {

  /**
   * Tells whether the platform can act at a provider for a group. Nothing is called: it never can,
   * whether or not the account association has the provider.
   *
   * @param uid the uid of the account association
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND
   */
  AccountStatus check(Caller caller, Uid uid, AccountProvider provider);
}

package local.platform.iam.account;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.kind.Repositories;

/** Implements {@link AccountAssociationService}. */
@Stateless
@Local(AccountAssociationService.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class AccountAssociationServiceBean implements AccountAssociationService {
  private final ResourceRepository<AccountAssociationEntity, AccountAssociation> associations;
  private final Transactions transactions;

  @Inject
  public AccountAssociationServiceBean(Repositories repositories, Transactions transactions) {
    this.associations = repositories.of(AccountAssociations.KIND);
    this.transactions = transactions;
  }

  @Override
  public AccountStatus check(Caller caller, Uid uid, AccountProvider provider) {
    caller.require(Capability.IAM_ACCOUNT_ASSOCIATIONS_LIST, uid);
    return transactions
        .read(() -> associations.find(uid))
        .map(
            association ->
                new AccountStatus(
                    false,
                    "PROVIDER_NOT_CONFIGURED",
                    "this server calls no providers of clouds, and cannot act at " + provider))
        .orElseThrow(() -> associations.notFound(uid));
  }
}

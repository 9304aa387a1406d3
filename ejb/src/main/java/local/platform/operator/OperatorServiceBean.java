package local.platform.operator;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import local.platform.access.authz.Caller;
import local.platform.access.operator.Operator;
import local.platform.access.operator.OperatorRepository;
import local.platform.access.operator.Operators;
import local.platform.access.token.SigningKeys;
import local.platform.access.token.SigningKeys.Rotation;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.iam.binding.RoleBindingRepository;
import local.platform.iam.group.Organizations;
import local.platform.iam.identity.IdentityRepository;

/** Implements {@link OperatorService}. */
@Stateless
@Local(OperatorService.class)
@TransactionManagement(TransactionManagementType.BEAN) // a write may take several transactions
public class OperatorServiceBean implements OperatorService {
  private final Operators authorization;
  private final OperatorRepository operators;
  private final IdentityRepository identities;
  private final Organizations organizations;
  private final RoleBindingRepository roleBindings;
  private final SigningKeys signingKeys;
  private final Transactions transactions;
  private final ResourceWrites writes;

  @Inject
  public OperatorServiceBean(
      Operators authorization,
      OperatorRepository operators,
      IdentityRepository identities,
      Organizations organizations,
      RoleBindingRepository roleBindings,
      SigningKeys signingKeys,
      Transactions transactions,
      ResourceWrites writes) {
    this.authorization = authorization;
    this.operators = operators;
    this.identities = identities;
    this.organizations = organizations;
    this.roleBindings = roleBindings;
    this.signingKeys = signingKeys;
    this.transactions = transactions;
    this.writes = writes;
  }

  @Override
  public List<Operator> list(Caller caller) {
    authorization.require(caller);
    return transactions.read(operators::findAll);
  }

  @Override
  public Operator create(Caller caller, Uid identity) {
    authorization.require(caller);
    Optional<Operator> created =
        writes.write(
            caller.author(),
            (attempt, write) -> {
              // The second of two concurrent calls for the same identity waits here, and then finds
              // the operator.
              if (identities.findForUpdate(identity).isEmpty()) {
                throw PlatformException.invalidArgument("identity", "there is no such identity");
              }
              Optional<Operator> existing = operators.find(identity);
              if (existing.isPresent() && !attempt.mayHaveCommitted()) {
                throw PlatformException.alreadyExists(
                    OperatorRepository.KIND, identity + " is an operator already");
              }
              if (existing.isEmpty() && attempt.mayHaveCommitted()) {
                // It may have been created and removed since, and must then stay removed.
                throw PlatformException.commitUnknown();
              }
              Operator operator =
                  existing.orElseGet(() -> operators.insert(write, identity, write.time()));
              write.requested(operators, identity, operator.createTime());
              return operator;
            });
    return created.orElseGet(() -> repeated(caller, identity));
  }

  /** Returns the operator that an earlier request with the same key has created. */
  private Operator repeated(Caller caller, Uid identity) {
    return transactions
        .read(() -> operators.find(identity))
        .filter(operator -> writes.isWritten(caller.author(), identity, operator.createTime()))
        .orElseThrow(() -> notFound(identity));
  }

  private static PlatformException notFound(Uid identity) {
    return PlatformException.notFound(OperatorRepository.KIND, identity);
  }

  @Override
  public void delete(Caller caller, Uid identity, VersionCondition condition) {
    authorization.require(caller);
    writes.<Operator>write(
        caller.author(),
        (attempt, write) -> {
          Optional<Operator> before = attempt.uncertainResult();
          if (before.isPresent() && !operators.find(identity).equals(before)) {
            // The earlier attempt removed the operator. One that exists now was created since, and
            // stays.
            return before.get();
          }
          if (operators.contains(identity)) {
            condition.checkUnversioned(identity);
          }
          return operators
              .remove(write, identity)
              .or(() -> before)
              .orElseThrow(() -> notFound(identity));
        });
  }

  @Override
  public void assignOwner(Caller caller, Uid organization, Uid identity) {
    authorization.require(caller);
    if (!organization.isRoot()) {
      throw PlatformException.invalidArgument("uid", "must be the uid of an organization");
    }
    Uid binding = organization.newChild();
    writes.createAll(
        caller.author(),
        roleBindings,
        List.of(binding),
        write -> organizations.assignOwner(write, organization, binding, identity));
  }

  @Override
  public Rotation rotateSigningKeys(Caller caller, boolean revokeOld) {
    authorization.require(caller);
    return signingKeys.rotateNow(revokeOld);
  }
}

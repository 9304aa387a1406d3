package local.platform.access.operator;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.transaction.Transactions;

/** Decides who may operate the deployment. */
@Dependent
public class Operators {
  private final OperatorRepository operators;
  private final Transactions transactions;

  @Inject
  public Operators(OperatorRepository operators, Transactions transactions) {
    this.operators = operators;
    this.transactions = transactions;
  }

  /**
   * Checks that the caller is an operator with a token that is not narrowed. Must be called before
   * anything is looked up.
   *
   * @throws PlatformException PERMISSION_DENIED if it is not, with the same message in all cases,
   *     so that the holder of a narrowed token does not learn whether its identity is an operator
   */
  public void require(Caller caller) {
    if (!caller.narrowing().isNone()
        || !transactions.read(() -> operators.contains(caller.identity()))) {
      throw PlatformException.permissionDenied(
          "an operator's token that is not narrowed is required");
    }
  }
}

package local.platform.operator;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import local.platform.authz.Caller;
import local.platform.error.PlatformException;
import local.platform.transaction.Transactions;

/** Who may run the deployment. */
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
   * Lets pass an operator with a token that is not narrowed. To be called before anything is looked
   * up.
   *
   * @throws PlatformException PERMISSION_DENIED, the same for everybody and everything: a narrowed
   *     token does not learn whether its identity is an operator
   */
  public void require(Caller caller) {
    if (!caller.narrowing().isNone()
        || !transactions.read(() -> operators.contains(caller.identity()))) {
      throw PlatformException.permissionDenied(
          "an operator's token that is not narrowed is required");
    }
  }
}

package local.platform.operator;

import java.util.List;
import local.platform.access.authz.Caller;
import local.platform.access.operator.Operator;
import local.platform.access.token.SigningKeys.Rotation;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;

/**
 * The operations of operators. Each requires an operator's token that is not narrowed and checks
 * that before anything else: every other caller gets the same PERMISSION_DENIED.
 */
public interface OperatorService {

  /**
   * Returns all operators, in the order of the uids of their identities.
   *
   * @throws PlatformException PERMISSION_DENIED
   */
  List<Operator> list(Caller caller);

  /**
   * Makes an identity of any organization an operator.
   *
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT on {@code identity} if there is
   *     no such identity; ALREADY_EXISTS if it is an operator already; UNAVAILABLE with
   *     COMMIT_UNKNOWN if it is not known whether the operator was created
   */
  Operator create(Caller caller, Uid identity);

  /**
   * Removes an operator. Operators may remove themselves.
   *
   * @param condition its precondition; operators have no versions
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND if the identity is not an operator;
   *     ABORTED if the condition is not met; FAILED_PRECONDITION with LAST_OPERATOR if it is the
   *     only one
   */
  void delete(Caller caller, Uid identity, VersionCondition condition);

  /**
   * Makes an identity of any organization the owner of an organization that has lost its owners: no
   * role binding at its root group grants {@code owner}.
   *
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT on {@code uid} if it is not the
   *     uid of a root group, and on {@code identity} if there is no such identity; NOT_FOUND if
   *     there is no such organization; FAILED_PRECONDITION with HAS_OWNER; UNAVAILABLE with
   *     COMMIT_UNKNOWN if it is not known whether the role binding was created
   */
  void assignOwner(Caller caller, Uid organization, Uid identity);

  /**
   * Creates the next signing key at once.
   *
   * @param revokeOld whether to delete all other keys in the same transaction, which revokes every
   *     token signed with them, including the caller's own; otherwise each key is deleted when the
   *     last token signed with it has expired
   * @return the new key, and the time from which it signs
   * @throws PlatformException PERMISSION_DENIED; ABORTED
   */
  Rotation rotateSigningKeys(Caller caller, boolean revokeOld);
}

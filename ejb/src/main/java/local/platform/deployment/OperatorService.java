package local.platform.deployment;

import java.util.List;
import local.platform.authz.Caller;
import local.platform.error.PlatformException;
import local.platform.operator.Operator;
import local.platform.token.SigningKeys.Rotation;
import local.platform.uid.Uid;

/**
 * What operators do. Each method needs an operator's token that is not narrowed, and decides that
 * before it looks at anything else: everybody else gets one and the same PERMISSION_DENIED.
 */
public interface OperatorService {

  /**
   * Reads all operators, in the order of the uids of their identities.
   *
   * @throws PlatformException PERMISSION_DENIED
   */
  List<Operator> list(Caller caller);

  /**
   * Makes an identity, of whatever organization, an operator.
   *
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT on {@code identity} if there is
   *     no such identity; ALREADY_EXISTS if it is an operator; UNAVAILABLE with COMMIT_UNKNOWN if
   *     it is not known whether it was made one
   */
  Operator create(Caller caller, Uid identity);

  /**
   * Makes an identity no operator any more. Operators may remove themselves.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND if it is none; FAILED_PRECONDITION with
   *     LAST_OPERATOR if it is the only one
   */
  void delete(Caller caller, Uid identity);

  /**
   * Makes an identity, of whatever organization, the owner of an organization that has no owner any
   * more: no role binding at its root group grants {@code owner}.
   *
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT on {@code uid} if it is not that
   *     of a root group, and on {@code identity} if there is no such identity; NOT_FOUND if there
   *     is no such organization; FAILED_PRECONDITION with HAS_OWNER; UNAVAILABLE with
   *     COMMIT_UNKNOWN if it is not known whether it was made the owner
   */
  void assignOwner(Caller caller, Uid organization, Uid identity);

  /**
   * Makes the next signing key at once.
   *
   * @param revokeOld whether all other keys go in the same transaction, and with them every token
   *     that they have signed, the caller's own among them; otherwise each goes when its last token
   *     has expired
   * @return the new key, and from when on it signs
   * @throws PlatformException PERMISSION_DENIED; ABORTED
   */
  Rotation rotateSigningKeys(Caller caller, boolean revokeOld);
}

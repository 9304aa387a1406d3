package local.platform.iam.binding;

import java.util.Optional;
import local.platform.foundation.uid.Uid;

/**
 * The fields of a role binding that clients may write.
 *
 * @param identity the identity to which the role is granted; required
 * @param role the role; required
 */
public record RoleBindingDraft(Optional<Uid> identity, Optional<Uid> role) {
  /** A draft without any values. */
  public static final RoleBindingDraft EMPTY =
      new RoleBindingDraft(Optional.empty(), Optional.empty());

  /** Returns a draft that grants a role to an identity. */
  public static RoleBindingDraft of(Uid identity, Uid role) {
    return new RoleBindingDraft(Optional.of(identity), Optional.of(role));
  }
}

package local.platform.iam.binding;

import java.util.Optional;
import local.platform.uid.Uid;

/**
 * What clients may write of a role binding.
 *
 * @param identity to whom the role is granted; required
 * @param role the role; required
 */
public record RoleBindingDraft(Optional<Uid> identity, Optional<Uid> role) {
  /** One in which nothing is set. */
  public static final RoleBindingDraft EMPTY =
      new RoleBindingDraft(Optional.empty(), Optional.empty());

  /** A grant of a role to an identity. */
  public static RoleBindingDraft of(Uid identity, Uid role) {
    return new RoleBindingDraft(Optional.of(identity), Optional.of(role));
  }
}

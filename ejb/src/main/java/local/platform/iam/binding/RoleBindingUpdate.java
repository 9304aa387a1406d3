package local.platform.iam.binding;

import java.util.Optional;
import java.util.Set;
import local.platform.resource.VersionCondition;
import local.platform.uid.Uid;

/**
 * A change of a role binding.
 *
 * @param uid the role binding
 * @param fields which fields change; the values of others are not looked at
 * @param identity to whom the role is granted from now on
 * @param role the role that is granted from now on
 * @param condition what is required of the stored version
 */
public record RoleBindingUpdate(
    Uid uid,
    Set<RoleBindingField> fields,
    Optional<Uid> identity,
    Optional<Uid> role,
    VersionCondition condition) {
  public RoleBindingUpdate {
    fields = Set.copyOf(fields);
  }
}

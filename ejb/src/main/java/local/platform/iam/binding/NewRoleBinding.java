package local.platform.iam.binding;

import java.util.Optional;
import local.platform.uid.Uid;

/**
 * A role binding to be created.
 *
 * @param identity to whom the role is granted; required
 * @param role the role; required
 */
public record NewRoleBinding(Optional<Uid> identity, Optional<Uid> role) {}

package local.platform.iam.binding;

import java.util.Optional;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;

/**
 * Restricts a list of role bindings.
 *
 * @param uidp the part of the hierarchy
 * @param identity only those of this identity; empty for any
 * @param group only those directly at this group; empty for any
 * @param role only those of this role; empty for any
 */
public record RoleBindingQuery(
    UidpFilter uidp, Optional<Uid> identity, Optional<Uid> group, Optional<Uid> role) {}

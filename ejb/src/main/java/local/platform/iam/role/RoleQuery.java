package local.platform.iam.role;

import java.util.Optional;
import local.platform.foundation.uid.UidpFilter;

/**
 * Restricts a list of roles.
 *
 * @param uidp the part of the hierarchy; built-in roles are roots
 * @param name exactly this name; empty for any
 */
public record RoleQuery(UidpFilter uidp, Optional<String> name) {}

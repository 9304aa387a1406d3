package local.platform.iam.role;

import java.util.Optional;
import local.platform.uid.UidpFilter;

/**
 * Which roles a list is restricted to.
 *
 * @param uidp where in the hierarchy; built-in roles are roots
 * @param name exactly this name; empty for any
 */
public record RoleQuery(UidpFilter uidp, Optional<String> name) {}

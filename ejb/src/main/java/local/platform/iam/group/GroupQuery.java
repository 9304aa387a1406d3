package local.platform.iam.group;

import java.util.Optional;
import local.platform.uid.UidpFilter;

/**
 * Which groups a list is restricted to.
 *
 * @param uidp where in the hierarchy
 * @param name exactly this name; empty for any
 */
public record GroupQuery(UidpFilter uidp, Optional<String> name) {}

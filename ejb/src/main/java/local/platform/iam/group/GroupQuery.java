package local.platform.iam.group;

import java.util.Optional;
import local.platform.foundation.uid.UidpFilter;

/**
 * Restricts a list of groups.
 *
 * @param uidp the part of the hierarchy
 * @param name exactly this name; empty for any
 */
public record GroupQuery(UidpFilter uidp, Optional<String> name) {}

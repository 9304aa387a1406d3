package local.platform.iam.identity;

import java.util.Optional;
import local.platform.uid.UidpFilter;

/**
 * Which identities a list is restricted to.
 *
 * @param uidp where in the hierarchy
 * @param name exactly this name; empty for any
 * @param kind only those that are recognised this way; empty for any
 */
public record IdentityQuery(
    UidpFilter uidp, Optional<String> name, Optional<Relationship.Kind> kind) {}

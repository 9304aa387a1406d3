package local.platform.iam.identity;

import java.util.Optional;
import local.platform.foundation.uid.UidpFilter;

/**
 * Restricts a list of identities.
 *
 * @param uidp the part of the hierarchy
 * @param name exactly this name; empty for any
 * @param kind only those with this kind of relationship; empty for any
 */
public record IdentityQuery(
    UidpFilter uidp, Optional<String> name, Optional<Relationship.Kind> kind) {}

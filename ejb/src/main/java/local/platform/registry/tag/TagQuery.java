package local.platform.registry.tag;

import java.time.Instant;
import java.util.Optional;
import local.platform.foundation.uid.UidpFilter;

/**
 * Restricts a list of tags.
 *
 * @param uidp the part of the hierarchy
 * @param name exactly this name; empty for any
 * @param updatedSince only tags that were changed in a later millisecond than this one; empty for
 *     any
 * @param filter the formats of names that are shown
 * @param digest only tags that refer to this digest; empty for any
 */
public record TagQuery(
    UidpFilter uidp,
    Optional<String> name,
    Optional<Instant> updatedSince,
    TagNameFilter filter,
    Optional<String> digest) {}

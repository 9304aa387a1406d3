package local.platform.registry.tag;

import java.time.Instant;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;

/**
 * A tag as callers see it.
 *
 * @param uid its uid, under the repo
 * @param draft the fields that clients may write
 * @param updateTime when it was last changed, in microseconds
 * @param version the number of changes so far
 */
public record Tag(Uid uid, TagDraft draft, Instant updateTime, long version) implements Resource {}

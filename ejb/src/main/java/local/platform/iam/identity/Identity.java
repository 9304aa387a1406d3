package local.platform.iam.identity;

import java.time.Instant;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;

/**
 * An identity as callers see it.
 *
 * @param uid its uid, under a group
 * @param draft the fields that clients may write
 * @param lastSeenTime when a token was last exchanged for it, or up to a minute earlier; initially
 *     the time of its creation
 * @param createTime when it was created
 * @param updateTime when it was last changed
 * @param version the number of changes so far
 */
public record Identity(
    Uid uid,
    IdentityDraft draft,
    Instant lastSeenTime,
    Instant createTime,
    Instant updateTime,
    long version)
    implements Resource {}

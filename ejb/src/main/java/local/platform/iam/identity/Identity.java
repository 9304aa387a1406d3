package local.platform.iam.identity;

import java.time.Instant;
import local.platform.resource.Resource;
import local.platform.uid.Uid;

/**
 * An identity as callers see it.
 *
 * @param uid its uid, under a group
 * @param name its name, not unique
 * @param description its description, empty if it has none
 * @param company the company, empty if it has none
 * @param relationship how it is recognised
 * @param lastSeenTime when a token was last exchanged for it, at most a minute older than that; at
 *     first when it was created
 * @param createTime when it was created
 * @param updateTime when it was last changed
 * @param version the number of changes so far
 */
public record Identity(
    Uid uid,
    String name,
    String description,
    String company,
    Relationship relationship,
    Instant lastSeenTime,
    Instant createTime,
    Instant updateTime,
    long version)
    implements Resource {}

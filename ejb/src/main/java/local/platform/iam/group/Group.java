package local.platform.iam.group;

import java.time.Instant;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;

/**
 * A group as callers see it.
 *
 * @param uid its uid; that of an organization is a root
 * @param draft the fields that clients may write
 * @param createTime when it was created
 * @param updateTime when it was last changed
 * @param version the number of changes so far
 */
public record Group(Uid uid, GroupDraft draft, Instant createTime, Instant updateTime, long version)
    implements Resource {}

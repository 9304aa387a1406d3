package local.platform.iam.role;

import java.time.Instant;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;

/**
 * A role as callers see it.
 *
 * @param uid its uid; that of a built-in role is a root
 * @param draft the fields that clients may write
 * @param createTime when it was created
 * @param updateTime when it was last changed
 * @param version the number of changes so far
 */
public record Role(Uid uid, RoleDraft draft, Instant createTime, Instant updateTime, long version)
    implements Resource {}

package local.platform.iam.account;

import java.time.Instant;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;

/**
 * An account association as callers see it.
 *
 * @param uid its uid, which is that of its group
 * @param draft the fields that clients may write
 * @param createTime when it was created
 * @param updateTime when it was last changed
 * @param version the version, which each change increments by one, and which no earlier account
 *     association of the group has had
 */
public record AccountAssociation(
    Uid uid, AccountAssociationDraft draft, Instant createTime, Instant updateTime, long version)
    implements Resource {}

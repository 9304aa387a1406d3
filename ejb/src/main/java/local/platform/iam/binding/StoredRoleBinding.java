package local.platform.iam.binding;

import java.time.Instant;
import local.platform.foundation.uid.Uid;

/**
 * A role binding without the properties of its identity, group and role.
 *
 * @param uid its uid, under the group
 * @param identity uid of the identity to which the role is granted
 * @param role uid of the role that is granted
 * @param createTime when it was created
 * @param updateTime when it was last changed
 * @param version the number of changes so far
 */
public record StoredRoleBinding(
    Uid uid, Uid identity, Uid role, Instant createTime, Instant updateTime, long version) {}

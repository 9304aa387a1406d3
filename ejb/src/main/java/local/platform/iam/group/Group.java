package local.platform.iam.group;

import java.time.Instant;
import java.util.Optional;
import local.platform.resource.Resource;
import local.platform.uid.Uid;

/**
 * A group as callers see it.
 *
 * @param uid its uid; that of an organization is a root
 * @param name its name, not unique
 * @param description its description, empty if it has none
 * @param kind its kind; empty for a group that is no organization, and where none was set
 * @param createTime when it was created
 * @param updateTime when it was last changed
 * @param version the number of changes so far
 */
public record Group(
    Uid uid,
    String name,
    String description,
    Optional<OrganizationKind> kind,
    Instant createTime,
    Instant updateTime,
    long version)
    implements Resource {}

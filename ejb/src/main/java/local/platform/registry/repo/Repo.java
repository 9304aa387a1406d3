package local.platform.registry.repo;

import java.time.Instant;
import java.util.Optional;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;

/**
 * A repo as callers see it.
 *
 * @param uid its uid, under its group
 * @param pullName its name in the registry, which never changes
 * @param draft the fields that clients may write; the source of its sync configuration is a uid
 * @param syncExpirationTime when its sync configuration expires; empty if it has none
 * @param createTime when it was created
 * @param updateTime when it was last changed
 * @param version the number of changes so far
 */
public record Repo(
    Uid uid,
    String pullName,
    RepoDraft draft,
    Optional<Instant> syncExpirationTime,
    Instant createTime,
    Instant updateTime,
    long version)
    implements Resource {}

package local.platform.registry.repo;

import java.time.Instant;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;

/**
 * The readme of a repo as callers see it. Every repo has one.
 *
 * @param uid uid of the repo
 * @param draft the fields that clients may write
 * @param updateTime when it was last changed
 * @param version the number of changes so far
 */
public record RepoReadme(Uid uid, RepoReadmeDraft draft, Instant updateTime, long version)
    implements Resource {}

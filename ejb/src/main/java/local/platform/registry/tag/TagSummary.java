package local.platform.registry.tag;

import java.time.Instant;
import java.util.Optional;
import local.platform.foundation.uid.Uid;

/**
 * A summary of the tags of a repo.
 *
 * @param repo uid of the repo
 * @param tagCount number of its tags
 * @param lastUpdated when one of them was last changed; empty if there are none
 * @param latestTag the tag {@code latest}, or else the one that was changed last; empty if there
 *     are none
 * @param latestVersion the longest other name that refers to the digest of the latest tag; empty if
 *     there is none, or if that tag has no digest
 */
public record TagSummary(
    Uid repo,
    long tagCount,
    Optional<Instant> lastUpdated,
    Optional<Tag> latestTag,
    Optional<String> latestVersion) {}

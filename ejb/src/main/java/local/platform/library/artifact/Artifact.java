package local.platform.library.artifact;

import java.time.Instant;

/**
 * An artifact as callers see it.
 *
 * @param id opaque id, unique in the deployment
 * @param name its name in the ecosystem
 * @param description description of the latest version; may be empty
 * @param ecosystem its ecosystem
 * @param latestVersion the latest version that is no pre-release, or the latest if all are
 * @param versionCount number of versions
 * @param createTime when the first version was published or, if that is unknown, imported
 * @param updateTime when the last version was published or, if that is unknown, imported
 */
public record Artifact(
    String id,
    String name,
    String description,
    Ecosystem ecosystem,
    String latestVersion,
    int versionCount,
    Instant createTime,
    Instant updateTime) {}

package local.platform.library.artifact;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A version of an artifact as callers see it.
 *
 * @param artifactId id of the artifact
 * @param name name of the artifact
 * @param version the version
 * @param description its description; may be empty
 * @param sourceType where it comes from
 * @param sizeBytes its length in bytes; empty if unknown
 * @param publishTime when it was published; empty if unknown
 * @param malicious whether a scan found malware in it; empty if it was not scanned
 * @param createTime when it was published or, if that is unknown, imported
 * @param updateTime when an import last changed what is known of it
 * @param number identifies the row
 */
public record ArtifactVersion(
    String artifactId,
    String name,
    String version,
    String description,
    SourceType sourceType,
    OptionalLong sizeBytes,
    Optional<Instant> publishTime,
    Optional<Boolean> malicious,
    Instant createTime,
    Instant updateTime,
    long number) {

  /** Returns the opaque id of the version, unique in the deployment. */
  public String id() {
    return artifactId + ":" + version + ":" + sourceType.name();
  }
}

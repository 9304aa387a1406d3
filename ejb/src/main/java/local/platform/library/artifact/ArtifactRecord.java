package local.platform.library.artifact;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import local.platform.library.artifact.ArtifactId.Hash;

/**
 * A version of an artifact that an import stores or removes.
 *
 * @param artifact id of the artifact
 * @param hash hash of the version
 * @param name name of the artifact
 * @param version the version
 * @param sourceType where it comes from
 * @param content what else is known of it
 * @param deleted whether the version is to be removed
 */
record ArtifactRecord(
    ArtifactId artifact,
    Hash hash,
    String name,
    String version,
    SourceType sourceType,
    Content content,
    boolean deleted) {

  /**
   * The part of a version that imports can change.
   *
   * @param description its description
   * @param sizeBytes its length in bytes
   * @param publishTime when it was published
   * @param cudaVersion the version of CUDA that it is built for
   * @param malicious whether a scan found malware in it
   */
  record Content(
      String description,
      OptionalLong sizeBytes,
      Optional<Instant> publishTime,
      Optional<String> cudaVersion,
      Optional<Boolean> malicious) {
    Content {
      Objects.requireNonNull(description);
      publishTime = publishTime.map(time -> time.truncatedTo(ChronoUnit.MILLIS));
    }
  }
}

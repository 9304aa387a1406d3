package local.platform.library.artifact;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.library.artifact.ArtifactId.Hash;
import local.platform.library.artifact.ArtifactRecord.Content;

/**
 * Sums up the versions of an artifact, in its row.
 *
 * @param own of those that do not come from public registries; if there are none, the times of all
 * @param all of all
 * @param remediated whether one of them is remediated
 */
record ArtifactSummary(Part own, Part all, boolean remediated) {

  /**
   * A part of the versions.
   *
   * @param latest the latest version; empty if there are no versions
   * @param description its description
   * @param count number of versions
   * @param first when the first was published
   * @param last when the last was published
   */
  record Part(String latest, String description, int count, Instant first, Instant last) {}

  /**
   * Returns the summary of an artifact.
   *
   * @param contents the contents of its latest versions, unless they are being written
   */
  static ArtifactSummary of(StoredArtifact artifact, Map<Hash, Content> contents) {
    List<StoredVersion> versions = artifact.versions();
    List<StoredVersion> own = own(versions);
    Part ofAll = part(versions, contents);
    return new ArtifactSummary(
        own.isEmpty() ? new Part("", "", 0, ofAll.first(), ofAll.last()) : part(own, contents),
        ofAll,
        versions.stream()
            .anyMatch(version -> version.sourceType() == SourceType.INTERNAL_REMEDIATED));
  }

  private static Part part(List<StoredVersion> versions, Map<Hash, Content> contents) {
    StoredVersion latest = latest(versions).orElseThrow();
    Content content =
        latest.change().map(ArtifactRecord::content).orElseGet(() -> contents.get(latest.hash()));
    List<Instant> times = versions.stream().map(StoredVersion::createTime).sorted().toList();
    return new Part(
        latest.version().text(),
        content.description(),
        versions.size(),
        times.get(0),
        times.get(times.size() - 1));
  }

  /** Returns the latest version: the last that is a release, or the last if none is. */
  static Optional<StoredVersion> latest(List<StoredVersion> sorted) {
    Optional<StoredVersion> last = Optional.empty();
    for (int i = sorted.size() - 1; i >= 0; i--) {
      StoredVersion version = sorted.get(i);
      if (version.version().isRelease()) {
        return Optional.of(version);
      }
      last = last.isEmpty() ? Optional.of(version) : last;
    }
    return last;
  }

  /** Returns the versions that do not come from public registries. */
  static List<StoredVersion> own(List<StoredVersion> sorted) {
    return sorted.stream().filter(version -> !version.sourceType().isUpstream()).toList();
  }

  /** Returns whether all versions come from public registries. */
  boolean isUpstreamOnly() {
    return own.count() == 0;
  }
}

package local.platform.library.artifact;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import local.platform.library.artifact.ArtifactId.Hash;
import local.platform.library.version.OrderedVersion;
import org.jspecify.annotations.Nullable;

/** A version of an artifact while an import changes the artifact. */
final class StoredVersion implements VersionRanks.Ranked {
  /** The order of versions; versions from different sources may have the same text. */
  static final Comparator<StoredVersion> ORDER =
      Comparator.comparing((StoredVersion version) -> version.version)
          .thenComparing(version -> version.sourceType);

  /** The order in which versions were stored: the same, unless by other rules than today's. */
  static final Comparator<StoredVersion> BY_RANK = Comparator.comparing(StoredVersion::rank);

  private final Hash hash;
  private final OrderedVersion version;
  private final SourceType sourceType;
  private final Instant createTime;
  private final @Nullable Long storedRank;
  private @Nullable Long rank;

  /** The record that inserts or changes it; null if it stays as it is. */
  private @Nullable ArtifactRecord change;

  /** Creates a version that is stored already. */
  StoredVersion(
      Hash hash, OrderedVersion version, SourceType sourceType, Instant createTime, long rank) {
    this.hash = hash;
    this.version = version;
    this.sourceType = sourceType;
    this.createTime = createTime;
    this.storedRank = rank;
    this.rank = rank;
  }

  /** Creates a new version. */
  StoredVersion(ArtifactRecord record, OrderedVersion version, Instant now) {
    this.hash = record.hash();
    this.version = version;
    this.sourceType = record.sourceType();
    this.createTime = record.content().publishTime().orElse(now);
    this.storedRank = null;
    this.change = record;
  }

  /** Returns the same version with changed content. */
  StoredVersion changed(ArtifactRecord record) {
    StoredVersion changed =
        new StoredVersion(
            hash, version, sourceType, record.content().publishTime().orElse(createTime), rank());
    changed.change = record;
    return changed;
  }

  Hash hash() {
    return hash;
  }

  OrderedVersion version() {
    return version;
  }

  SourceType sourceType() {
    return sourceType;
  }

  /** Returns when it was published or, if that is unknown, imported. */
  Instant createTime() {
    return createTime;
  }

  boolean isNew() {
    return storedRank == null;
  }

  /** Returns whether its stored rank is not the right one. */
  boolean isMoved() {
    return storedRank != null && !storedRank.equals(rank);
  }

  Optional<ArtifactRecord> change() {
    return Optional.ofNullable(change);
  }

  @Override
  public boolean hasRank() {
    return rank != null;
  }

  @Override
  public long rank() {
    if (rank == null) {
      throw new IllegalStateException("no rank yet");
    }
    return rank;
  }

  @Override
  public void rank(long assigned) {
    rank = assigned;
  }
}

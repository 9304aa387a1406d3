package local.platform.library.artifact;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.library.artifact.ArtifactId.Hash;
import org.jspecify.annotations.Nullable;

/** An artifact while an import changes it, with all of its versions in their order. */
final class StoredArtifact {
  private final ArtifactId id;
  private final String name;

  /** Its row; empty if it is new. */
  private final Optional<Row> row;

  private final List<StoredVersion> versions = new ArrayList<>();
  private final Map<Hash, StoredVersion> byHash = new HashMap<>();
  private final List<Hash> removed = new ArrayList<>();
  private @Nullable ArtifactSummary summary;

  /**
   * The stored row of an artifact.
   *
   * @param number its number
   * @param summary what it says of its versions
   */
  record Row(long number, ArtifactSummary summary) {}

  /**
   * Creates an artifact.
   *
   * @param stored its stored versions in their order; none if it is new
   */
  StoredArtifact(ArtifactId id, String name, Optional<Row> row, List<StoredVersion> stored) {
    this.id = id;
    this.name = name;
    this.row = row;
    versions.addAll(stored);
    stored.forEach(version -> byHash.put(version.hash(), version));
  }

  ArtifactId id() {
    return id;
  }

  String name() {
    return name;
  }

  Optional<Row> row() {
    return row;
  }

  List<StoredVersion> versions() {
    return versions;
  }

  /** Returns the hashes of the versions that were removed. */
  List<Hash> removed() {
    return removed;
  }

  /** Adds a new version at its place. */
  void add(StoredVersion version) {
    int place = Collections.binarySearch(versions, version, StoredVersion.ORDER);
    versions.add(place < 0 ? -place - 1 : place, version);
    byHash.put(version.hash(), version);
  }

  /** Changes what is known of a version. */
  void change(ArtifactRecord record) {
    StoredVersion before = byHash.get(record.hash());
    StoredVersion after = before.changed(record);
    versions.set(versions.indexOf(before), after);
    byHash.put(record.hash(), after);
  }

  /** Removes a version. */
  void remove(Hash hash) {
    versions.remove(byHash.remove(hash));
    removed.add(hash);
  }

  /** Returns what its row must say of the versions. */
  ArtifactSummary summary() {
    if (summary == null) {
      throw new IllegalStateException("not summarized yet");
    }
    return summary;
  }

  /** Sets what its row must say of the versions. */
  void summary(ArtifactSummary made) {
    summary = made;
  }

  /** Returns whether its row says something else. */
  boolean isRowOutdated() {
    return row.filter(stored -> !stored.summary().equals(summary())).isPresent();
  }
}

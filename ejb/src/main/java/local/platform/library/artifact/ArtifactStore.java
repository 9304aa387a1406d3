package local.platform.library.artifact;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.foundation.persistence.RowStatements;
import local.platform.foundation.uid.Uid;
import local.platform.hub.imports.ImportCounts;
import local.platform.hub.imports.RecordFormat.Stored;
import local.platform.library.artifact.ArtifactId.Hash;
import local.platform.library.artifact.ArtifactRecord.Content;
import local.platform.library.artifact.ArtifactRows.Known;

/**
 * Stores the records of imports: finds out what is known of them, and writes only what differs.
 * Rows are written in the order of their hashes, so that two imports cannot wait for each other.
 */
final class ArtifactStore {
  private final Uid group;
  private final Ecosystem ecosystem;

  ArtifactStore(Uid group, Ecosystem ecosystem) {
    this.group = group;
    this.ecosystem = ecosystem;
  }

  /** Stores records in the transaction of the connection, and returns what became of them. */
  ImportCounts store(RowStatements statements, List<ArtifactRecord> records, Instant now)
      throws SQLException {
    ArtifactRows rows = new ArtifactRows(statements);
    Map<Hash, Content> known =
        rows.contents(records.stream().map(ArtifactRecord::hash).sorted().toList());
    List<ArtifactRecord> changing =
        records.stream().filter(record -> isChange(record, known)).toList();
    long created = 0;
    long deleted = 0;
    if (!changing.isEmpty()) {
      SortedMap<Hash, StoredArtifact> artifacts = load(rows, changing);
      for (ArtifactRecord record : changing) {
        StoredArtifact artifact = artifacts.get(record.artifact().hash());
        if (record.deleted()) {
          artifact.remove(record.hash());
          deleted++;
        } else if (known.containsKey(record.hash())) {
          artifact.change(record);
        } else {
          artifact.add(new StoredVersion(record, ecosystem.version(record.version()), now));
          created++;
        }
      }
      write(statements, artifacts, now);
    }
    long changed = changing.size() - created - deleted;
    return new ImportCounts(0, created, changed, records.size() - changing.size(), deleted, 0, 0);
  }

  private static boolean isChange(ArtifactRecord record, Map<Hash, Content> known) {
    Content content = known.get(record.hash());
    return record.deleted() ? content != null : !record.content().equals(content);
  }

  /** Reads the artifacts of records, with all versions. */
  private SortedMap<Hash, StoredArtifact> load(ArtifactRows rows, List<ArtifactRecord> records)
      throws SQLException {
    TreeMap<Hash, ArtifactRecord> wanted = new TreeMap<>();
    records.forEach(record -> wanted.putIfAbsent(record.artifact().hash(), record));
    SortedMap<Hash, StoredArtifact> artifacts =
        whole(rows, rows.artifacts(List.copyOf(wanted.keySet())));
    wanted.forEach(
        (hash, record) ->
            artifacts.computeIfAbsent(
                hash,
                absent ->
                    new StoredArtifact(
                        record.artifact(), record.name(), Optional.empty(), List.of())));
    return artifacts;
  }

  private SortedMap<Hash, StoredArtifact> whole(ArtifactRows rows, List<Known> known)
      throws SQLException {
    Map<Long, List<StoredVersion>> versions =
        rows.versions(known.stream().map(each -> each.row().number()).toList(), ecosystem);
    return known.stream()
        .collect(
            Collectors.toMap(
                Known::hash,
                each ->
                    new StoredArtifact(
                        new ArtifactId(ecosystem, each.hash()),
                        each.name(),
                        Optional.of(each.row()),
                        versions.getOrDefault(each.row().number(), List.of())),
                (one, other) -> one,
                TreeMap::new));
  }

  private void write(
      RowStatements statements, SortedMap<Hash, StoredArtifact> artifacts, Instant now)
      throws SQLException {
    ArtifactRows rows = new ArtifactRows(statements);
    ArtifactWrites writes = new ArtifactWrites(statements);
    List<StoredArtifact> remaining = new ArrayList<>();
    List<StoredArtifact> emptied = new ArrayList<>();
    for (StoredArtifact artifact : artifacts.values()) {
      (artifact.versions().isEmpty() ? emptied : remaining).add(artifact);
      VersionRanks.assign(artifact.versions());
    }
    Map<Hash, Content> latest = rows.contents(unchangedLatest(remaining));
    remaining.forEach(artifact -> artifact.summary(ArtifactSummary.of(artifact, latest)));
    if (remaining.stream().anyMatch(artifact -> artifact.row().isEmpty())) {
      writes.insertContent(group);
    }
    writes.insertArtifacts(
        group, ecosystem, remaining.stream().filter(artifact -> artifact.row().isEmpty()).toList());
    Map<Hash, Long> numbers = numbers(rows, remaining);
    writes.deleteVersions(
        artifacts.values().stream()
            .flatMap(artifact -> artifact.removed().stream())
            .sorted()
            .toList());
    writes.insertVersions(remaining, numbers, now);
    writes.updateVersions(remaining, now);
    writes.updateArtifacts(
        ecosystem, remaining.stream().filter(StoredArtifact::isRowOutdated).toList());
    writes.deleteArtifacts(
        emptied.stream().map(artifact -> artifact.row().orElseThrow().number()).sorted().toList());
  }

  private static Map<Hash, Long> numbers(ArtifactRows rows, List<StoredArtifact> artifacts)
      throws SQLException {
    Map<Hash, Long> numbers = new HashMap<>();
    List<Hash> inserted = new ArrayList<>();
    for (StoredArtifact artifact : artifacts) {
      artifact
          .row()
          .ifPresentOrElse(
              row -> numbers.put(artifact.id().hash(), row.number()),
              () -> inserted.add(artifact.id().hash()));
    }
    for (Known known : rows.artifacts(inserted)) {
      numbers.put(known.hash(), known.row().number());
    }
    return numbers;
  }

  /** Returns the latest versions that are not written, whose descriptions must be read. */
  private static List<Hash> unchangedLatest(List<StoredArtifact> artifacts) {
    return artifacts.stream()
        .flatMap(
            artifact ->
                Stream.of(artifact.versions(), ArtifactSummary.own(artifact.versions()))
                    .flatMap(versions -> ArtifactSummary.latest(versions).stream()))
        .filter(version -> version.change().isEmpty())
        .map(StoredVersion::hash)
        .distinct()
        .sorted()
        .toList();
  }

  /** Reads the keys of some stored versions. */
  Stored stored(RowStatements statements, long after) throws SQLException {
    ArtifactRows rows = new ArtifactRows(statements);
    ArtifactRows.Chunk chunk = rows.chunk(group, ecosystem, after, ArtifactRows.CHUNK);
    List<Hash> hashes = rows.hashes(chunk.numbers());
    return new Stored(hashes.stream().map(Hash::prefix).toList(), chunk.until(), chunk.more());
  }

  /** Removes those of some stored versions that a file does not name, as many as may go at once. */
  long retract(RowStatements statements, long after, long until, Set<Long> named, Instant now)
      throws SQLException {
    ArtifactRows rows = new ArtifactRows(statements);
    SortedMap<Hash, StoredArtifact> artifacts =
        whole(rows, rows.artifacts(group, ecosystem, after, until));
    long retracted = 0;
    for (StoredArtifact artifact : artifacts.values()) {
      List<Hash> absent =
          artifact.versions().stream()
              .map(StoredVersion::hash)
              .filter(hash -> !named.contains(hash.prefix()))
              .limit(ArtifactRows.CHUNK - retracted)
              .toList();
      absent.forEach(artifact::remove);
      retracted += absent.size();
    }
    artifacts.values().removeIf(artifact -> artifact.removed().isEmpty());
    write(statements, artifacts, now);
    return retracted;
  }
}

package local.platform.library.artifact;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import local.platform.foundation.persistence.RowStatements;
import local.platform.foundation.persistence.TimeColumn;
import local.platform.foundation.uid.Uid;
import local.platform.library.artifact.ArtifactId.Hash;
import local.platform.library.artifact.ArtifactRecord.Content;
import local.platform.library.artifact.ArtifactSummary.Part;
import local.platform.library.artifact.StoredArtifact.Row;

/** The statements by which imports read artifacts. */
final class ArtifactRows {
  /**
   * Number of versions that a complete import reads at once, unless one artifact has more, and that
   * it removes in one transaction. The largest have 11 KiB with their artifact.
   */
  static final int CHUNK = 2_000;

  private static final String ARTIFACT_COLUMNS =
      "hash, name, number, latest_version, description, version_count, create_time, update_time, all_latest_version, all_description, all_version_count, all_create_time, all_update_time, remediated";

  private final RowStatements statements;

  ArtifactRows(RowStatements statements) {
    this.statements = statements;
  }

  /** A stored artifact. */
  record Known(Hash hash, String name, Row row) {}

  /**
   * Some artifacts of a group.
   *
   * @param numbers their numbers
   * @param until the number of the last
   * @param more whether there are more after it
   */
  record Chunk(List<Long> numbers, long until, boolean more) {}

  /** Reads what is known of versions; those that are not stored are left out. */
  Map<Hash, Content> contents(List<Hash> hashes) throws SQLException {
    Map<Hash, Content> contents = new HashMap<>();
    statements.select(
        "SELECT hash, description, size_bytes, publish_time, cuda_version, malicious FROM library_version WHERE hash"
            + RowStatements.IN,
        hashes,
        Hash::set,
        row -> contents.put(Hash.of(row.getBytes(1)), content(row)));
    return contents;
  }

  private static Content content(ResultSet row) throws SQLException {
    long size = row.getLong(3);
    OptionalLong sizeBytes = row.wasNull() ? OptionalLong.empty() : OptionalLong.of(size);
    Optional<Instant> published = TimeColumn.find(row, 4);
    Optional<String> cuda = Optional.ofNullable(row.getString(5));
    boolean malicious = row.getBoolean(6);
    Optional<Boolean> scanned = row.wasNull() ? Optional.empty() : Optional.of(malicious);
    return new Content(row.getString(2), sizeBytes, published, cuda, scanned);
  }

  /** Reads artifacts; those that are not stored are left out. */
  List<Known> artifacts(List<Hash> hashes) throws SQLException {
    List<Known> artifacts = new ArrayList<>();
    statements.select(
        "SELECT " + ARTIFACT_COLUMNS + " FROM library_artifact WHERE hash" + RowStatements.IN,
        hashes,
        Hash::set,
        row -> artifacts.add(known(row)));
    return artifacts;
  }

  /** Reads the artifacts of a group whose numbers lie in a range. */
  List<Known> artifacts(Uid group, Ecosystem ecosystem, long after, long until)
      throws SQLException {
    List<Known> artifacts = new ArrayList<>();
    String sql =
        "SELECT "
            + ARTIFACT_COLUMNS
            + " FROM library_artifact WHERE group_uid = ? AND ecosystem = ? AND number > ? AND number <= ?";
    try (PreparedStatement select = statements.connection().prepareStatement(sql)) {
      RowStatements.setUid(select, 1, group);
      select.setString(2, ecosystem.text());
      select.setLong(3, after);
      select.setLong(4, until);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          artifacts.add(known(rows));
        }
      }
    }
    return artifacts;
  }

  private static Known known(ResultSet row) throws SQLException {
    ArtifactSummary summary =
        new ArtifactSummary(part(row, 4), part(row, 9), row.getBoolean("remediated"));
    return new Known(Hash.of(row.getBytes(1)), row.getString(2), new Row(row.getLong(3), summary));
  }

  private static Part part(ResultSet row, int first) throws SQLException {
    return new Part(
        row.getString(first),
        row.getString(first + 1),
        row.getInt(first + 2),
        TimeColumn.get(row, first + 3),
        TimeColumn.get(row, first + 4));
  }

  /** Reads the versions of artifacts in their order, by the numbers of the artifacts. */
  Map<Long, List<StoredVersion>> versions(List<Long> artifacts, Ecosystem ecosystem)
      throws SQLException {
    Map<Long, List<StoredVersion>> versions = new HashMap<>();
    statements.select(
        "SELECT artifact_number, hash, version, source_type, create_time, version_rank FROM library_version WHERE artifact_number"
            + RowStatements.IN,
        artifacts,
        PreparedStatement::setLong,
        row ->
            versions
                .computeIfAbsent(row.getLong(1), number -> new ArrayList<>())
                .add(
                    new StoredVersion(
                        Hash.of(row.getBytes(2)),
                        ecosystem.version(row.getString(3)),
                        SourceType.valueOf(row.getString(4)),
                        TimeColumn.get(row, 5),
                        row.getLong(6))));
    for (List<StoredVersion> list : versions.values()) {
      list.sort(StoredVersion.BY_RANK);
      // Nothing is left to sort, except after the rules have changed.
      list.sort(StoredVersion.ORDER);
    }
    return versions;
  }

  /**
   * Finds some artifacts of a group, in the order of their numbers.
   *
   * @param size most versions that they have together, unless a single one has more
   */
  Chunk chunk(Uid group, Ecosystem ecosystem, long after, int size) throws SQLException {
    List<Long> numbers = new ArrayList<>();
    String sql =
        "SELECT number, all_version_count FROM library_artifact WHERE group_uid = ? AND ecosystem = ? AND number > ? ORDER BY group_uid, ecosystem, number LIMIT "
            + (size + 1);
    try (PreparedStatement select = statements.connection().prepareStatement(sql)) {
      RowStatements.setUid(select, 1, group);
      select.setString(2, ecosystem.text());
      select.setLong(3, after);
      try (ResultSet rows = select.executeQuery()) {
        long versions = 0;
        while (rows.next()) {
          versions += rows.getLong(2);
          if (versions > size && !numbers.isEmpty()) {
            return new Chunk(numbers, numbers.get(numbers.size() - 1), true);
          }
          numbers.add(rows.getLong(1));
        }
      }
    }
    long until = numbers.isEmpty() ? after : numbers.get(numbers.size() - 1);
    return new Chunk(numbers, until, numbers.size() > size);
  }

  /** Reads the numbers of the versions of artifacts. */
  List<Long> versionNumbers(List<Long> artifacts) throws SQLException {
    List<Long> numbers = new ArrayList<>();
    statements.select(
        "SELECT number FROM library_version WHERE artifact_number" + RowStatements.IN,
        artifacts,
        PreparedStatement::setLong,
        row -> numbers.add(row.getLong(1)));
    return numbers;
  }

  /** Reads the hashes of the versions of artifacts. */
  List<Hash> hashes(List<Long> artifacts) throws SQLException {
    List<Hash> hashes = new ArrayList<>();
    statements.select(
        "SELECT hash FROM library_version WHERE artifact_number" + RowStatements.IN,
        artifacts,
        PreparedStatement::setLong,
        row -> hashes.add(Hash.of(row.getBytes(1))));
    return hashes;
  }
}

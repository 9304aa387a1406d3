package local.platform.library.artifact;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import local.platform.foundation.persistence.RowStatements;
import local.platform.foundation.persistence.TimeColumn;
import local.platform.foundation.transaction.DatabaseFailure;
import local.platform.foundation.uid.Uid;
import local.platform.library.artifact.ArtifactId.Hash;
import local.platform.library.artifact.ArtifactRecord.Content;
import local.platform.library.artifact.ArtifactSummary.Part;

/**
 * The statements by which imports write artifacts, and by which these are deleted after their
 * group.
 */
final class ArtifactWrites {
  private static final String SUMMARY =
      "shelf, latest_version, description, version_count, create_time, update_time, all_latest_version, all_description, all_version_count, all_create_time, all_update_time, remediated";

  private final RowStatements statements;

  ArtifactWrites(RowStatements statements) {
    this.statements = statements;
  }

  /** Inserts what the artifacts of a group refer to, unless it is there. The group is locked. */
  void insertContent(Uid group) throws SQLException {
    try (PreparedStatement select =
        statements.connection().prepareStatement("SELECT 1 FROM library_content WHERE uid = ?")) {
      RowStatements.setUid(select, 1, group);
      try (ResultSet rows = select.executeQuery()) {
        if (rows.next()) {
          return;
        }
      }
    }
    try {
      statements.batch(
          "INSERT INTO library_content (uid, group_uid) VALUES (?, ?)",
          List.of(group),
          (insert, uid) -> {
            RowStatements.setUid(insert, 1, uid);
            RowStatements.setUid(insert, 2, uid);
          });
    } catch (SQLException e) {
      // An import of another ecosystem has inserted it at the same time, and has committed.
      if (DatabaseFailure.of(e).kind() != DatabaseFailure.Kind.DUPLICATE) {
        throw e;
      }
    }
  }

  /** Inserts artifacts. */
  void insertArtifacts(Uid group, Ecosystem ecosystem, List<StoredArtifact> artifacts)
      throws SQLException {
    statements.batch(
        "INSERT INTO library_artifact ("
            + SUMMARY
            + ", hash, root_uid, group_uid, ecosystem, name) VALUES ("
            + "?, ".repeat(16)
            + "?)",
        artifacts,
        (insert, artifact) -> {
          setSummary(insert, ecosystem, artifact.summary());
          Hash.set(insert, 13, artifact.id().hash());
          RowStatements.setUid(insert, 14, group.root());
          RowStatements.setUid(insert, 15, group);
          insert.setString(16, ecosystem.text());
          insert.setString(17, artifact.name());
        });
  }

  /** Updates what the rows of artifacts say of their versions. */
  void updateArtifacts(Ecosystem ecosystem, List<StoredArtifact> artifacts) throws SQLException {
    statements.batch(
        "UPDATE library_artifact SET " + SUMMARY.replace(",", " = ?,") + " = ? WHERE number = ?",
        artifacts,
        (update, artifact) -> {
          setSummary(update, ecosystem, artifact.summary());
          update.setLong(13, artifact.row().orElseThrow().number());
        });
  }

  private static void setSummary(
      PreparedStatement statement, Ecosystem ecosystem, ArtifactSummary summary)
      throws SQLException {
    statement.setString(1, ecosystem.partition(summary.isUpstreamOnly()));
    setPart(statement, 2, summary.own());
    setPart(statement, 7, summary.all());
    statement.setBoolean(12, summary.remediated());
  }

  private static void setPart(PreparedStatement statement, int first, Part part)
      throws SQLException {
    statement.setString(first, part.latest());
    statement.setString(first + 1, part.description());
    statement.setInt(first + 2, part.count());
    TimeColumn.set(statement, first + 3, part.first());
    TimeColumn.set(statement, first + 4, part.last());
  }

  /**
   * Inserts the new versions of artifacts.
   *
   * @param numbers the numbers of the artifacts by their hashes
   */
  void insertVersions(List<StoredArtifact> artifacts, Map<Hash, Long> numbers, Instant now)
      throws SQLException {
    record Inserted(StoredVersion version, long artifact) {}
    List<Inserted> inserted = new ArrayList<>();
    for (StoredArtifact artifact : artifacts) {
      long number = numbers.get(artifact.id().hash());
      artifact.versions().stream()
          .filter(StoredVersion::isNew)
          .forEach(version -> inserted.add(new Inserted(version, number)));
    }
    inserted.sort((one, other) -> one.version().hash().compareTo(other.version().hash()));
    statements.batch(
        "INSERT INTO library_version (description, size_bytes, publish_time, cuda_version, malicious, create_time, update_time, version_rank, hash, artifact_number, version, source_type, upstream) VALUES ("
            + "?, ".repeat(12)
            + "?)",
        inserted,
        (insert, each) -> {
          StoredVersion version = each.version();
          setContent(insert, version, now);
          Hash.set(insert, 9, version.hash());
          insert.setLong(10, each.artifact());
          insert.setString(11, version.version().text());
          insert.setString(12, version.sourceType().name());
          insert.setBoolean(13, version.sourceType().isUpstream());
        });
  }

  /** Updates the versions of artifacts that have other contents or other ranks. */
  void updateVersions(List<StoredArtifact> artifacts, Instant now) throws SQLException {
    List<StoredVersion> stored =
        artifacts.stream()
            .flatMap(artifact -> artifact.versions().stream())
            .filter(version -> !version.isNew())
            .sorted((one, other) -> one.hash().compareTo(other.hash()))
            .toList();
    statements.batch(
        "UPDATE library_version SET description = ?, size_bytes = ?, publish_time = ?, cuda_version = ?, malicious = ?, create_time = ?, update_time = ?, version_rank = ? WHERE hash = ?",
        stored.stream().filter(version -> version.change().isPresent()).toList(),
        (update, version) -> {
          setContent(update, version, now);
          Hash.set(update, 9, version.hash());
        });
    statements.batch(
        "UPDATE library_version SET version_rank = ? WHERE hash = ?",
        stored.stream().filter(version -> version.change().isEmpty() && version.isMoved()).toList(),
        (update, version) -> {
          update.setLong(1, version.rank());
          Hash.set(update, 2, version.hash());
        });
  }

  private static void setContent(PreparedStatement statement, StoredVersion version, Instant now)
      throws SQLException {
    Content content = version.change().orElseThrow().content();
    statement.setString(1, content.description());
    if (content.sizeBytes().isPresent()) {
      statement.setLong(2, content.sizeBytes().getAsLong());
    } else {
      statement.setNull(2, Types.BIGINT);
    }
    TimeColumn.set(statement, 3, content.publishTime());
    statement.setString(4, content.cudaVersion().orElse(null));
    if (content.malicious().isPresent()) {
      statement.setBoolean(5, content.malicious().get());
    } else {
      statement.setNull(5, Types.BOOLEAN);
    }
    TimeColumn.set(statement, 6, version.createTime());
    TimeColumn.set(statement, 7, now);
    statement.setLong(8, version.rank());
  }

  /** Deletes versions. */
  void deleteVersions(List<Hash> hashes) throws SQLException {
    statements.batch(
        "DELETE FROM library_version WHERE hash = ?",
        hashes,
        (delete, hash) -> Hash.set(delete, 1, hash));
  }

  /** Deletes artifacts that have no versions any more. */
  void deleteArtifacts(List<Long> numbers) throws SQLException {
    statements.delete("DELETE FROM library_artifact WHERE number" + RowStatements.IN, numbers);
  }

  /** Deletes versions by their numbers. */
  void deleteVersionsByNumber(List<Long> numbers) throws SQLException {
    statements.delete("DELETE FROM library_version WHERE number" + RowStatements.IN, numbers);
  }
}

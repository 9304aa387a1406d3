package local.platform.library.artifact;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A stored version of an artifact, for reading: imports write it with JDBC. */
@Entity
@Table(name = "library_version")
public class ArtifactVersionEntity {
  @Id private long number;

  @Column(name = "artifact_number")
  private long artifactNumber;

  private String version;

  @Column(name = "source_type")
  @Enumerated(EnumType.STRING)
  private SourceType sourceType;

  @Column(name = "upstream")
  private boolean upstream;

  @Column(name = "version_rank")
  private long versionRank;

  private String description;

  @Column(name = "size_bytes")
  private @Nullable Long sizeBytes;

  @Column(name = "publish_time")
  private @Nullable Instant publishTime;

  @Column(name = "cuda_version")
  private @Nullable String cudaVersion;

  private @Nullable Boolean malicious;

  @Column(name = "create_time")
  private Instant createTime;

  @Column(name = "update_time")
  private Instant updateTime;

  /** For JPA. */
  protected ArtifactVersionEntity() {}

  /** Returns the version as callers see it. */
  ArtifactVersion show(ArtifactEntity artifact) {
    return new ArtifactVersion(
        artifact.id().text(),
        artifact.name(),
        version,
        description,
        sourceType,
        sizeBytes == null ? OptionalLong.empty() : OptionalLong.of(sizeBytes),
        Optional.ofNullable(publishTime),
        Optional.ofNullable(malicious),
        createTime,
        updateTime,
        number);
  }
}

package local.platform.library.artifact;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import local.platform.foundation.uid.Uid;
import local.platform.library.artifact.ArtifactId.Hash;

/** A stored artifact, for reading: imports write it with JDBC. */
@Entity
@Table(name = "library_artifact")
public class ArtifactEntity {
  @Id private long number;
  private byte[] hash;

  @Column(name = "root_uid")
  private Uid rootUid;

  @Column(name = "group_uid")
  private Uid groupUid;

  private String ecosystem;

  @Column(name = "shelf")
  private String partition;

  private String name;

  @Column(name = "remediated")
  private boolean remediated;

  @Column(name = "latest_version")
  private String latestVersion;

  private String description;

  @Column(name = "version_count")
  private int versionCount;

  @Column(name = "create_time")
  private Instant createTime;

  @Column(name = "update_time")
  private Instant updateTime;

  @Column(name = "all_latest_version")
  private String allLatestVersion;

  @Column(name = "all_description")
  private String allDescription;

  @Column(name = "all_version_count")
  private int allVersionCount;

  @Column(name = "all_create_time")
  private Instant allCreateTime;

  @Column(name = "all_update_time")
  private Instant allUpdateTime;

  /** For JPA. */
  protected ArtifactEntity() {}

  long number() {
    return number;
  }

  Uid group() {
    return groupUid;
  }

  String name() {
    return name;
  }

  /** Returns whether all of its versions come from public registries. */
  boolean isUpstreamOnly() {
    return partition.equals(id().ecosystem().partition(true));
  }

  ArtifactId id() {
    return new ArtifactId(Ecosystem.named(ecosystem).orElseThrow(), Hash.of(hash));
  }

  /**
   * Returns the artifact as callers see it.
   *
   * @param upstream whether versions from public registries count
   */
  Artifact show(boolean upstream) {
    return new Artifact(
        id().text(),
        name,
        upstream ? allDescription : description,
        id().ecosystem(),
        upstream ? allLatestVersion : latestVersion,
        upstream ? allVersionCount : versionCount,
        upstream ? allCreateTime : createTime,
        upstream ? allUpdateTime : updateTime);
  }
}

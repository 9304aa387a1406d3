package local.platform.registry.name;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Optional;
import local.platform.foundation.resource.StoredEntity;
import local.platform.foundation.uid.Uid;
import org.jspecify.annotations.Nullable;

/** A stored tombstone. */
@Entity
@Table(name = "tombstone")
public class TombstoneEntity implements StoredEntity {
  @Id
  @Column(name = "pull_name")
  private String pullName;

  private @Nullable String namespace;

  @Column(name = "repo_uid")
  private Uid repoUid;

  @Column(name = "group_uid")
  private Uid groupUid;

  @Column(name = "delete_time")
  private Instant deleteTime;

  /** For JPA. */
  protected TombstoneEntity() {}

  TombstoneEntity(Tombstone tombstone) {
    this.pullName = tombstone.pullName();
    this.namespace = tombstone.namespace().orElse(null);
    this.repoUid = tombstone.repo();
    this.groupUid = tombstone.group();
    this.deleteTime = tombstone.deleteTime();
  }

  @Override
  public Uid uid() {
    return repoUid;
  }

  @Override
  public Tombstone toRecord() {
    return new Tombstone(pullName, Optional.ofNullable(namespace), uid(), groupUid, deleteTime);
  }
}

package local.platform.library.artifact;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Optional;
import local.platform.foundation.resource.StoredEntity;
import local.platform.foundation.uid.Uid;
import org.jspecify.annotations.Nullable;

/**
 * The artifacts of a group as a whole, which outlive the group until they are all deleted. They
 * refer to it, and not to the group. It is there as soon as the group has an artifact.
 */
@Entity
@Table(name = "library_content")
public class ArtifactContentEntity implements StoredEntity {
  @Id private Uid uid;

  @Column(name = "group_uid")
  private @Nullable Uid groupUid;

  @Column(name = "delete_time")
  private @Nullable Instant deleteTime;

  /** For JPA. */
  protected ArtifactContentEntity() {}

  /**
   * The content as it is stored.
   *
   * @param uid uid of the group
   * @param deleteTime when the group was deleted; empty while it exists
   */
  public record Stored(Uid uid, Optional<Instant> deleteTime) {}

  /** Records that the group is deleted. */
  void markDeleted(Instant now) {
    groupUid = null;
    deleteTime = now;
  }

  boolean isDeleted() {
    return deleteTime != null;
  }

  @Override
  public Uid uid() {
    return uid;
  }

  @Override
  public Stored toRecord() {
    return new Stored(uid(), Optional.ofNullable(deleteTime));
  }
}

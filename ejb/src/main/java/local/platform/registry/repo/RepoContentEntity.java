package local.platform.registry.repo;

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
 * The content of a repo, which outlives it until everything in it is deleted. What lies in a repo
 * refers to it, and not to the repo.
 */
@Entity
@Table(name = "repo_content")
public class RepoContentEntity implements StoredEntity {
  @Id private Uid uid;

  @Column(name = "delete_time")
  private @Nullable Instant deleteTime;

  /** For JPA. */
  protected RepoContentEntity() {}

  /** Creates the content of a new repo. */
  RepoContentEntity(Uid repo) {
    this.uid = repo;
  }

  /**
   * The content as it is stored.
   *
   * @param uid uid of the repo
   * @param deleteTime when the repo was deleted; empty while it exists
   */
  public record Stored(Uid uid, Optional<Instant> deleteTime) {}

  /** Records that the repo was deleted. */
  void markDeleted(Instant now) {
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

package local.platform.registry.repo;

import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import local.platform.foundation.resource.ResourceEntity;
import local.platform.foundation.uid.Uid;

/** A stored readme. Its uid is that of its repo. */
@Entity
@Table(name = "repo_readme")
public class RepoReadmeEntity extends ResourceEntity {
  private String content;

  /** For JPA. */
  protected RepoReadmeEntity() {}

  RepoReadmeEntity(Uid repo, RepoReadmeDraft draft, Instant now) {
    super(repo, now);
    content = draft.content();
  }

  /** Replaces the draft. */
  void store(RepoReadmeDraft draft, Instant now) {
    change(now, () -> content = draft.content());
  }

  /** Returns the fields that clients may write. */
  RepoReadmeDraft draft() {
    return new RepoReadmeDraft(content);
  }

  @Override
  protected Object content() {
    return List.of(content);
  }

  @Override
  public RepoReadme toRecord() {
    return new RepoReadme(uid(), draft(), updateTime(), version());
  }
}

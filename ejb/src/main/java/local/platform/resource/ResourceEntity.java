package local.platform.resource;

import jakarta.persistence.Column;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Version;
import java.time.Instant;
import local.platform.uid.Uid;
import org.jspecify.annotations.Nullable;

/**
 * The state that every stored resource has. The uid is the primary key, so that a subtree is a
 * contiguous range of it; root and parent are columns of their own, because the indexes of lists
 * begin with them.
 */
@MappedSuperclass
public abstract class ResourceEntity implements StoredEntity {
  @Id private String uid;

  @Column(name = "root_uid")
  private String rootUid;

  @Column(name = "parent_uid")
  private @Nullable String parentUid;

  @Column(name = "create_time")
  private Instant createTime;

  @Column(name = "update_time")
  private Instant updateTime;

  @Version private long version;

  /** For JPA. */
  protected ResourceEntity() {}

  /** A new resource, created now. */
  protected ResourceEntity(Uid uid, Instant now) {
    this.uid = uid.value();
    this.rootUid = uid.root().value();
    this.parentUid = uid.parent().map(Uid::value).orElse(null);
    this.createTime = now;
    this.updateTime = now;
  }

  @Override
  public final Uid uid() {
    return new Uid(uid);
  }

  /** When it was created. */
  public final Instant createTime() {
    return createTime;
  }

  /** When a user last changed it. */
  public final Instant updateTime() {
    return updateTime;
  }

  /** The number of changes so far; JPA compares it on writing. */
  public final long version() {
    return version;
  }

  /**
   * What the last change left behind. Two changes of a resource that began alike can have the same
   * version, but not this, unless they came to the same at the same time.
   *
   * @param version the number of changes so far
   * @param updateTime when a user last changed it
   * @param content what {@link #content} was then
   */
  public record ChangeStamp(long version, Instant updateTime, Object content) {}

  /** What the last change left behind. */
  public final ChangeStamp changeStamp() {
    return new ChangeStamp(version, updateTime, content());
  }

  /**
   * What users can change of it, to be compared by {@code equals}: all columns that a change can
   * write, and none that anything else writes.
   */
  protected abstract Object content();

  /** Notes that a user changed it now. */
  protected final void touch(Instant now) {
    updateTime = now;
  }
}

package local.platform.foundation.resource;

import jakarta.persistence.Column;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Version;
import java.time.Instant;
import local.platform.foundation.uid.Uid;
import org.jspecify.annotations.Nullable;

/**
 * The columns that every stored resource has. The uid is the primary key, so that a subtree is a
 * contiguous range; root and parent are columns of their own, because the indexes of lists begin
 * with them.
 */
@MappedSuperclass
public abstract class ResourceEntity implements StoredEntity {
  /** More changes than one resource can get in a millisecond. */
  private static final long CHANGES_PER_MILLISECOND = 1_000;

  @Id private Uid uid;

  @Column(name = "root_uid")
  private Uid rootUid;

  @Column(name = "parent_uid")
  private @Nullable Uid parentUid;

  @Column(name = "create_time")
  private Instant createTime;

  @Column(name = "update_time")
  private Instant updateTime;

  @Version private long version;

  /** For JPA. */
  protected ResourceEntity() {}

  /** Creates a new resource. */
  protected ResourceEntity(Uid uid, Instant now) {
    this.uid = uid;
    this.rootUid = uid.root();
    this.parentUid = uid.parent().orElse(null);
    this.createTime = now;
    this.updateTime = now;
  }

  /**
   * Lets the versions of a new resource, whose uid earlier ones may have had, begin above all that
   * those can have reached. So a condition on a version of theirs does not hold for it.
   */
  protected final void beginAboveEarlierVersions() {
    version = createTime.toEpochMilli() * CHANGES_PER_MILLISECOND;
  }

  @Override
  public final Uid uid() {
    return uid;
  }

  /** Returns when the resource was created. */
  public final Instant createTime() {
    return createTime;
  }

  /** Returns when a user last changed the resource. */
  public final Instant updateTime() {
    return updateTime;
  }

  /**
   * Returns the version, which each change increments by one, and which JPA uses for optimistic
   * locking.
   */
  public final long version() {
    return version;
  }

  /**
   * Identifies a change by the state that it left behind. Two concurrent changes of the same
   * version both lead to the next version, but to different stamps, unless they made the same
   * change at the same time.
   *
   * @param version the version after the change
   * @param updateTime when a user last changed it
   * @param content what {@link #content} was then
   */
  public record ChangeStamp(long version, Instant updateTime, Object content) {}

  /** Returns the stamp of the last change. */
  public final ChangeStamp changeStamp() {
    return new ChangeStamp(version, updateTime, content());
  }

  /**
   * Returns what users can change, to be compared by {@code equals}: all columns that a change can
   * write, and none that anything else writes.
   */
  protected abstract Object content();

  /**
   * Changes the resource, and records that a user did if its {@link #content} has changed by it.
   *
   * @param change sets columns of the content
   */
  protected final void change(Instant now, Runnable change) {
    Object before = content();
    change.run();
    if (!content().equals(before)) {
      updateTime = now;
    }
  }
}

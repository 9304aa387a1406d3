package local.platform.foundation.paging;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.resource.ResourceEntity;
import local.platform.foundation.uid.Uid;
import org.jspecify.annotations.Nullable;

/** A resource with a column of every kind that lists can filter by. */
@Entity
@Table(name = "item")
public class ItemEntity extends ResourceEntity {
  private String name;
  private String status;

  @Column(name = "delete_time")
  private @Nullable Instant deleteTime;

  private boolean hidden;

  /** For JPA. */
  protected ItemEntity() {}

  ItemEntity(Uid uid, String name, Instant now) {
    super(uid, now);
    this.name = name;
    this.status = "new";
  }

  /** An item as lists show it. */
  record Item(Uid uid, long version) implements Resource {}

  @Override
  public Item toRecord() {
    return new Item(uid(), version());
  }

  @Override
  protected Object content() {
    return List.of(name, status, hidden);
  }
}

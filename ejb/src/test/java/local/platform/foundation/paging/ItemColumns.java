package local.platform.foundation.paging;

import jakarta.persistence.Column;
import jakarta.persistence.MappedSuperclass;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.resource.ResourceEntity;
import local.platform.foundation.uid.Uid;
import org.jspecify.annotations.Nullable;

/** A resource with columns of every kind by which lists are restricted. */
@MappedSuperclass
public abstract class ItemColumns extends ResourceEntity {
  private String name;
  private String status;

  @Column(name = "delete_time")
  private @Nullable Instant deleteTime;

  private boolean hidden;

  /** The partition, where the list has some. */
  private @Nullable Integer form;

  private long number;
  private int flags;

  @Column(name = "search_text")
  private String searchText;

  /** For JPA. */
  protected ItemColumns() {}

  /** An item as lists show it. */
  record Item(Uid uid, long version) implements Resource {}

  @Override
  public Item toRecord() {
    return new Item(uid(), version());
  }

  @Override
  protected Object content() {
    return List.of(name, status, hidden, Optional.ofNullable(form), number, flags, searchText);
  }
}

package local.platform.foundation.paging;

import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/** A resource of a list without partitions. */
@Entity
@Table(name = "item")
public class ItemEntity extends ItemColumns {
  /** For JPA. */
  protected ItemEntity() {}
}

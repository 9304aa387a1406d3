package local.platform.foundation.paging;

import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/** An item of a list that is partitioned by the form. */
@Entity
@Table(name = "form_item")
public class FormItemEntity extends ItemColumns {
  /** For JPA. */
  protected FormItemEntity() {}
}

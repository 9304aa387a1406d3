package local.platform.foundation.paging;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row that refers to an item: a further name of it. */
@Entity
@Table(name = "item_alias")
@SuppressWarnings("UnusedVariable") // the queries read them
public class AliasEntity {
  @Id private long id;

  @Column(name = "root_uid")
  private String rootUid;

  @Column(name = "item_uid")
  private String itemUid;

  private String alias;

  /** For JPA. */
  protected AliasEntity() {}
}

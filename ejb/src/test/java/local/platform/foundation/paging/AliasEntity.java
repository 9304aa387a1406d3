package local.platform.foundation.paging;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import local.platform.foundation.uid.Uid;

/** A row that refers to an item: a further name of it. */
@Entity
@Table(name = "item_alias")
@SuppressWarnings("UnusedVariable") // the queries read them
public class AliasEntity {
  @Id private long id;

  @Column(name = "root_uid")
  private Uid rootUid;

  @Column(name = "item_uid")
  private Uid itemUid;

  @Column(name = "item_number")
  private long itemNumber;

  private String alias;

  /** For JPA. */
  protected AliasEntity() {}
}

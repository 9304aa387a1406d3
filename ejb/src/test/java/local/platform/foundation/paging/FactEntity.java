package local.platform.foundation.paging;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import local.platform.foundation.uid.Uid;

/** A row whose key is a text that does not contain the group. */
@Entity
@Table(name = "fact")
@SuppressWarnings("UnusedVariable") // the queries read them
public class FactEntity {
  @Id private String id;

  @Column(name = "root_uid")
  private Uid rootUid;

  @Column(name = "group_uid")
  private Uid groupUid;

  private String name;

  /** For JPA. */
  protected FactEntity() {}

  String id() {
    return id;
  }
}

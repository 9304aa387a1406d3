package local.platform.access.operator;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import local.platform.foundation.resource.StoredEntity;
import local.platform.foundation.uid.Uid;

/** A stored operator. */
@Entity
@Table(name = "operator")
public class OperatorEntity implements StoredEntity {
  @Id
  @Column(name = "identity_uid")
  private Uid identityUid;

  @Column(name = "create_time")
  private Instant createTime;

  /** For JPA. */
  protected OperatorEntity() {}

  OperatorEntity(Uid identity, Instant now) {
    this.identityUid = identity;
    this.createTime = now;
  }

  @Override
  public Uid uid() {
    return identityUid;
  }

  @Override
  public Operator toRecord() {
    return new Operator(uid(), createTime);
  }
}

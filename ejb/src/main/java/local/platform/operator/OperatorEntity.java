package local.platform.operator;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import local.platform.uid.Uid;

/** An operator as it is stored. */
@Entity
@Table(name = "operator")
public class OperatorEntity {
  @Id
  @Column(name = "identity_uid")
  private String identityUid;

  @Column(name = "create_time")
  private Instant createTime;

  /** For JPA. */
  protected OperatorEntity() {}

  OperatorEntity(Uid identity, Instant now) {
    this.identityUid = identity.value();
    this.createTime = now;
  }

  Uid identity() {
    return new Uid(identityUid);
  }

  Operator toRecord() {
    return new Operator(identity(), createTime);
  }
}

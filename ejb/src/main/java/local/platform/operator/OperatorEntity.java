package local.platform.operator;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import local.platform.uid.Uid;

/** An operator as it is stored. */
@Entity
@SuppressWarnings("UnusedVariable") // the database reads the fields that the code does not
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
}

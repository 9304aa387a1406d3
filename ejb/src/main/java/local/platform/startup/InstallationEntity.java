package local.platform.startup;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import local.platform.foundation.uid.Uid;

/**
 * The record of the bootstrap: there is at most one row, written in the same transaction as
 * everything that the bootstrap creates.
 */
@Entity
@SuppressWarnings("UnusedVariable") // some fields are only written to the database
@Table(name = "installation")
public class InstallationEntity {
  static final int ID = 1;

  @Id private int id;

  @Column(name = "organization_uid")
  private Uid organizationUid;

  @Column(name = "identity_uid")
  private Uid identityUid;

  @Column(name = "create_time")
  private Instant createTime;

  /** For JPA. */
  protected InstallationEntity() {}

  InstallationEntity(Uid organization, Uid identity, Instant now) {
    this.id = ID;
    this.organizationUid = organization;
    this.identityUid = identity;
    this.createTime = now;
  }

  Uid organization() {
    return organizationUid;
  }

  Uid identity() {
    return identityUid;
  }
}

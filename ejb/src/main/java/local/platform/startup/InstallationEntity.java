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
  private String organizationUid;

  @Column(name = "identity_uid")
  private String identityUid;

  @Column(name = "create_time")
  private Instant createTime;

  /** For JPA. */
  protected InstallationEntity() {}

  InstallationEntity(Uid organization, Uid identity, Instant now) {
    this.id = ID;
    this.organizationUid = organization.value();
    this.identityUid = identity.value();
    this.createTime = now;
  }

  Uid organization() {
    return new Uid(organizationUid);
  }

  Uid identity() {
    return new Uid(identityUid);
  }
}

package local.platform.iam.identity;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import local.platform.resource.ResourceEntity;
import local.platform.uid.Uid;

/** An identity as it is stored. */
@Entity
@SuppressWarnings("UnusedVariable") // the database reads the fields that the code does not
@Table(name = "identity")
public class IdentityEntity extends ResourceEntity {
  private String name;
  private String description;
  private String issuer;
  private String subject;

  @Column(name = "last_seen_time")
  private Instant lastSeenTime;

  /** For JPA. */
  protected IdentityEntity() {}

  IdentityEntity(Uid uid, String name, String issuer, String subject, Instant now) {
    super(uid, now);
    this.name = name;
    this.description = "";
    this.issuer = issuer;
    this.subject = subject;
    this.lastSeenTime = now;
  }
}

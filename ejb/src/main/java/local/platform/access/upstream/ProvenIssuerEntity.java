package local.platform.access.upstream;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import local.platform.access.upstream.ProvenIssuers.Proof;
import local.platform.foundation.uid.Uid;
import local.platform.url.IssuerUrl;

/** A stored proof: an organization has proven an issuer. */
@Entity
@IdClass(ProvenIssuerEntity.Key.class)
@SuppressWarnings("UnusedVariable") // some fields are only written to the database
@Table(name = "proven_issuer")
public class ProvenIssuerEntity {
  @Id
  @Column(name = "organization_uid")
  private Uid organizationUid;

  @Id private String issuer;

  @Column(name = "create_time")
  private Instant createTime;

  /** For JPA. */
  protected ProvenIssuerEntity() {}

  ProvenIssuerEntity(Proof proof, Instant now) {
    this.organizationUid = proof.organization();
    this.issuer = proof.issuer().value();
    this.createTime = now;
  }

  /** Returns the proof; empty if an older version stored what is no issuer to this one. */
  Optional<Proof> toRecord() {
    return IssuerUrl.parse(issuer).map(url -> new Proof(organizationUid, url));
  }

  /** The primary key, as JPA requires it. */
  public static final class Key implements Serializable {
    private static final long serialVersionUID = 1L;

    private Uid organizationUid;
    private String issuer;

    /** For JPA. */
    public Key() {}

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key
          && Objects.equals(organizationUid, key.organizationUid)
          && Objects.equals(issuer, key.issuer);
    }

    @Override
    public int hashCode() {
      return Objects.hash(organizationUid, issuer);
    }
  }
}

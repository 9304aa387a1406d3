package local.platform.iam.binding;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import local.platform.resource.ResourceEntity;
import local.platform.uid.Uid;

/** A role binding as it is stored. The group at which it grants is its parent. */
@Entity
@SuppressWarnings("UnusedVariable") // the database reads the fields that the code does not
@Table(name = "role_binding")
public class RoleBindingEntity extends ResourceEntity {
  @Column(name = "identity_uid")
  private String identityUid;

  @Column(name = "role_uid")
  private String roleUid;

  /** For JPA. */
  protected RoleBindingEntity() {}

  RoleBindingEntity(Uid uid, Uid identity, Uid role, Instant now) {
    super(uid, now);
    this.identityUid = identity.value();
    this.roleUid = role.value();
  }
}

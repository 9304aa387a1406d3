package local.platform.iam.binding;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import local.platform.authz.BuiltInRole;
import local.platform.resource.ResourceEntity;
import local.platform.uid.Uid;

/** A role binding as it is stored. The group at which it grants is its parent. */
@Entity
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

  Uid identity() {
    return new Uid(identityUid);
  }

  Uid role() {
    return new Uid(roleUid);
  }

  Uid group() {
    return uid().parent().orElseThrow();
  }

  /** Whether it makes its identity an owner of a whole organization. */
  boolean makesOwner() {
    return group().isRoot() && role().equals(BuiltInRole.OWNER.uid());
  }

  /** Makes the change; a change to what is there already is none. */
  void change(Uid newIdentity, Uid newRole, Instant now) {
    if (newIdentity.equals(identity()) && newRole.equals(role())) {
      return;
    }
    identityUid = newIdentity.value();
    roleUid = newRole.value();
    touch(now);
  }

  @Override
  public StoredRoleBinding toRecord() {
    return new StoredRoleBinding(uid(), identity(), role(), createTime(), updateTime(), version());
  }

  @Override
  protected Object content() {
    return List.of(identityUid, roleUid);
  }
}

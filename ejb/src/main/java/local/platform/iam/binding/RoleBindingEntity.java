package local.platform.iam.binding;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import local.platform.access.authz.BuiltInRole;
import local.platform.foundation.resource.ResourceEntity;
import local.platform.foundation.uid.Uid;

/** A stored role binding. Its parent is the group at which it grants. */
@Entity
@Table(name = "role_binding")
public class RoleBindingEntity extends ResourceEntity {
  @Column(name = "identity_uid")
  private Uid identityUid;

  @Column(name = "role_uid")
  private Uid roleUid;

  /** For JPA. */
  protected RoleBindingEntity() {}

  /**
   * Creates a new role binding.
   *
   * @param draft its draft, which is complete
   */
  RoleBindingEntity(Uid uid, RoleBindingDraft draft, Instant now) {
    super(uid, now);
    set(draft);
  }

  /**
   * Replaces the draft.
   *
   * @param draft the new draft, which is complete
   */
  void store(RoleBindingDraft draft, Instant now) {
    change(now, () -> set(draft));
  }

  private void set(RoleBindingDraft draft) {
    identityUid = draft.identity().orElseThrow();
    roleUid = draft.role().orElseThrow();
  }

  /** Returns the fields that clients may write. */
  RoleBindingDraft draft() {
    return RoleBindingDraft.of(identity(), role());
  }

  Uid identity() {
    return identityUid;
  }

  Uid role() {
    return roleUid;
  }

  Uid group() {
    return uid().parent().orElseThrow();
  }

  /** Returns whether it makes its identity an owner of an organization. */
  boolean makesOwner() {
    return group().isRoot() && role().equals(BuiltInRole.OWNER.uid());
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

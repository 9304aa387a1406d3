package local.platform.iam.invite;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.resource.ResourceEntity;
import local.platform.foundation.uid.Uid;
import local.platform.iam.role.Role;

/** A stored invite. Its parent is the group to which it invites. */
@Entity
@Table(name = "group_invite")
public class GroupInviteEntity extends ResourceEntity {
  @Column(name = "role_uid")
  private Uid roleUid;

  private String email;

  @Column(name = "single_use")
  private boolean singleUse;

  @Column(name = "expiration_time")
  private Instant expirationTime;

  @Column(name = "key_id")
  private String keyId;

  @Column(name = "code_hash")
  private String codeHash;

  @Column(name = "inviter_uid")
  private Uid inviterUid;

  /** For JPA. */
  protected GroupInviteEntity() {}

  /** Creates a new invite from a valid draft. */
  GroupInviteEntity(
      Uid uid, GroupInviteDraft draft, GroupInviteCode code, Uid inviter, Instant now) {
    super(uid, now);
    this.roleUid = draft.role().orElseThrow();
    this.email = draft.email();
    this.singleUse = draft.singleUse();
    this.expirationTime = now.plus(draft.ttl().orElseThrow()).truncatedTo(ChronoUnit.MILLIS);
    this.keyId = code.keyId();
    this.codeHash = code.hash();
    this.inviterUid = inviter;
  }

  /**
   * Returns the invite as callers see it, without its code.
   *
   * @param role its role; empty if it no longer exists
   */
  GroupInvite show(Optional<Role> role) {
    return new GroupInvite(
        uid(),
        roleUid,
        role,
        email,
        expirationTime,
        singleUse,
        keyId,
        createTime(),
        version(),
        Optional.empty());
  }

  @Override
  public GroupInvite.Stored toRecord() {
    return new GroupInvite.Stored(
        uid(),
        roleUid,
        email,
        expirationTime,
        singleUse,
        keyId,
        inviterUid,
        createTime(),
        version());
  }

  /** Returns nothing, because an invite is never changed. */
  @Override
  protected Object content() {
    return List.of();
  }
}

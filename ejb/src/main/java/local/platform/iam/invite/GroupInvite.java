package local.platform.iam.invite;

import java.time.Instant;
import java.util.Optional;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;
import local.platform.iam.role.Role;

/**
 * An invite as callers see it.
 *
 * @param uid its uid, under the group
 * @param roleUid uid of the role that is bound when it is accepted
 * @param role that role; empty if it no longer exists
 * @param email the only address that may accept it; empty if anybody with the code may
 * @param expirationTime when it expires
 * @param singleUse whether it can be accepted only once
 * @param keyId identifies its code
 * @param createTime when it was created
 * @param version the number of changes so far
 * @param code the secret code that is given to the invited; present only in the answer to its
 *     creation
 */
public record GroupInvite(
    Uid uid,
    Uid roleUid,
    Optional<Role> role,
    String email,
    Instant expirationTime,
    boolean singleUse,
    String keyId,
    Instant createTime,
    long version,
    Optional<String> code)
    implements Resource {

  /**
   * A stored invite, without the hash of its code.
   *
   * @param inviter uid of the identity that created it
   */
  public record Stored(
      Uid uid,
      Uid roleUid,
      String email,
      Instant expirationTime,
      boolean singleUse,
      String keyId,
      Uid inviter,
      Instant createTime,
      long version) {}

  /** Returns a copy with its code. */
  GroupInvite withCode(String newCode) {
    return new GroupInvite(
        uid,
        roleUid,
        role,
        email,
        expirationTime,
        singleUse,
        keyId,
        createTime,
        version,
        Optional.of(newCode));
  }

  /** Returns a text without the code, which must not be logged. */
  @Override
  public String toString() {
    return "GroupInvite[uid=" + uid + ", keyId=" + keyId + "]";
  }
}

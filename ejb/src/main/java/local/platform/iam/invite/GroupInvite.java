package local.platform.iam.invite;

import java.time.Instant;
import java.util.Optional;
import local.platform.iam.role.Role;
import local.platform.resource.Resource;
import local.platform.uid.Uid;

/**
 * An invite as callers see it.
 *
 * @param uid its uid, under the group
 * @param roleUid uid of the role that is bound on acceptance
 * @param role that role; empty if it does not exist any more
 * @param email the only address that may accept it; empty for whoever has the code
 * @param expirationTime until when it can be accepted
 * @param singleUse whether it can be accepted only once
 * @param keyId what names its code
 * @param createTime when it was created
 * @param version the number of changes so far
 * @param code what is handed to whoever is invited; empty but in the answer to its creation
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
   * An invite as its row has it, without the hash of its code.
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

  /** Returns the same invite with its code. */
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

  /** Returns which invite it is, and not its code, which must not get into a log. */
  @Override
  public String toString() {
    return "GroupInvite[uid=" + uid + ", keyId=" + keyId + "]";
  }
}

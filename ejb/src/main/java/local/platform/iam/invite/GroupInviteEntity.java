package local.platform.iam.invite;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HexFormat;
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
  GroupInviteEntity(Uid uid, GroupInviteDraft draft, Code code, Uid inviter, Instant now) {
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
   * The secret code that is given to the invited: the base64url of a JSON document with the uid of
   * the invite, the key id, and a secret.
   *
   * @param keyId identifies the code without revealing it
   * @param text the code
   */
  record Code(String keyId, String text) {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();
    private static final int KEY_ID_BYTES = 16;
    private static final int SECRET_BYTES = 32;

    static Code mint(Uid invite) {
      String keyId = HexFormat.of().formatHex(random(KEY_ID_BYTES));
      String secret = BASE64URL.encodeToString(random(SECRET_BYTES));
      // none of the values contains a character that JSON would escape
      String json =
          "{\"id\":\"%s\",\"keyId\":\"%s\",\"secret\":\"%s\"}"
              .formatted(invite.value(), keyId, secret);
      return new Code(keyId, BASE64URL.encodeToString(json.getBytes(StandardCharsets.US_ASCII)));
    }

    private static byte[] random(int length) {
      byte[] bytes = new byte[length];
      RANDOM.nextBytes(bytes);
      return bytes;
    }

    /**
     * Returns the hash that is stored. The secret is too long to be guessed, so no slow hash is
     * needed.
     */
    String hash() {
      try {
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        return HexFormat.of().formatHex(sha256.digest(text.getBytes(StandardCharsets.US_ASCII)));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java platform supports SHA-256", e);
      }
    }

    @Override
    public String toString() {
      return "Code[keyId=" + keyId + "]";
    }
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

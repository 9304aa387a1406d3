package local.platform.access.token;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/**
 * A stored signing key: the public part in the clear, and the whole key encrypted with the
 * key-encryption key and, while that is being changed, with the previous one too.
 */
@Entity
@Table(name = "signing_key")
public class SigningKeyEntity {
  @Id private String kid;

  private int generation;

  @Column(name = "public_jwk")
  private String publicJwk;

  @Column(name = "encrypted_jwk")
  private String encryptedJwk;

  @Column(name = "create_time")
  private Instant createTime;

  /** For JPA. */
  protected SigningKeyEntity() {}

  SigningKeyEntity(
      String kid, int generation, String publicJwk, String encryptedJwk, Instant createTime) {
    this.kid = kid;
    this.generation = generation;
    this.publicJwk = publicJwk;
    this.encryptedJwk = encryptedJwk;
    this.createTime = createTime;
  }

  String kid() {
    return kid;
  }

  int generation() {
    return generation;
  }

  String publicJwk() {
    return publicJwk;
  }

  String encryptedJwk() {
    return encryptedJwk;
  }

  Instant createTime() {
    return createTime;
  }
}

package local.platform.registry.image;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.util.Objects;
import java.util.Optional;
import local.platform.foundation.uid.Uid;
import org.jspecify.annotations.Nullable;

/** A stored reference of an index to a manifest. */
@Entity
@Table(name = "image_child")
@IdClass(ImageChildEntity.Key.class)
public class ImageChildEntity {
  @Id
  @Column(name = "image_uid")
  private Uid imageUid;

  @Id private int ordinal;

  private String digest;
  private @Nullable String architecture;

  /** For JPA. */
  protected ImageChildEntity() {}

  /**
   * Creates a reference.
   *
   * @param image uid of the index
   * @param ordinal its place in the index, from 0
   */
  ImageChildEntity(Uid image, int ordinal, Descriptor child) {
    this.imageUid = image;
    this.ordinal = ordinal;
    this.digest = child.digest();
    this.architecture = child.architecture().orElse(null);
  }

  /** Returns the digest to which the index refers. */
  String digest() {
    return digest;
  }

  /** Returns the architecture that the index names. */
  Optional<String> architecture() {
    return Optional.ofNullable(architecture);
  }

  /** The primary key. */
  static final class Key implements Serializable {
    private static final long serialVersionUID = 1L;

    private Uid imageUid;
    private int ordinal;

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key
          && ordinal == key.ordinal
          && Objects.equals(imageUid, key.imageUid);
    }

    @Override
    public int hashCode() {
      return Objects.hash(imageUid, ordinal);
    }
  }
}

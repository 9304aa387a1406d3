package local.platform.registry.image;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import local.platform.foundation.resource.ResourceEntity;
import local.platform.foundation.uid.Uid;
import local.platform.registry.image.CheckedUpload.CheckedManifest;
import org.jspecify.annotations.Nullable;

/** A stored image. */
@Entity
@Table(name = "image")
public class ImageEntity extends ResourceEntity {
  private String digest;

  @Column(name = "media_type")
  private String mediaType;

  @Column(name = "manifest_size")
  private int manifestSize;

  @Column(name = "content_size")
  private @Nullable Long contentSize;

  @Column(name = "config_digest")
  private @Nullable String configDigest;

  /** For JPA. */
  protected ImageEntity() {}

  /** Creates a new image. */
  ImageEntity(Uid uid, String digest, CheckedManifest checked, Instant now) {
    super(uid, now);
    Manifest manifest = checked.manifest();
    this.digest = digest;
    this.mediaType = manifest.type().mediaType();
    this.manifestSize = checked.size();
    if (!manifest.type().isIndex()) {
      this.contentSize = manifest.contentSize();
      this.configDigest = manifest.config().orElseThrow().digest();
    }
  }

  @Override
  protected Object content() {
    return List.of(); // nothing of it can be changed
  }

  @Override
  public Image toRecord() {
    return new Image(
        uid(),
        digest,
        mediaType,
        manifestSize,
        contentSize == null ? OptionalLong.empty() : OptionalLong.of(contentSize),
        Optional.ofNullable(configDigest),
        version());
  }
}

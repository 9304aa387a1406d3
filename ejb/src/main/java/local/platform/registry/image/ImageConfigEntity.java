package local.platform.registry.image;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Lob;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.resource.ResourceEntity;
import local.platform.foundation.uid.Uid;
import local.platform.registry.image.CheckedUpload.CheckedConfig;
import org.jspecify.annotations.Nullable;

/** A stored config, which is written as a whole. It is read in parts, because it may be long. */
@Entity
@Table(name = "image_config")
public class ImageConfigEntity extends ResourceEntity {
  private String digest;
  private @Nullable String architecture;
  private int size;

  @Lob
  @Column(length = ImageUploadRules.MAX_DOCUMENT)
  private String content;

  /** For JPA. */
  protected ImageConfigEntity() {}

  /** Creates a new config. */
  ImageConfigEntity(Uid uid, String digest, CheckedConfig config, Instant now) {
    super(uid, now);
    this.digest = digest;
    this.architecture = config.architecture().orElse(null);
    this.size = config.size();
    this.content = config.content();
  }

  /** Returns the exact text; empty if it is no config of an image that can be read. */
  String text() {
    return content;
  }

  @Override
  protected Object content() {
    return List.of(); // nothing of it can be changed
  }

  @Override
  public StoredConfig toRecord() {
    return new StoredConfig(uid(), digest, Optional.ofNullable(architecture), size, version());
  }
}

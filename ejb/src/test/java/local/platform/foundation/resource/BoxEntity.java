package local.platform.foundation.resource;

import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import local.platform.foundation.uid.Uid;

/** A resource that contains others, and is not a group. */
@Entity
@Table(name = "box")
public class BoxEntity extends ResourceEntity {
  /** For JPA. */
  protected BoxEntity() {}

  BoxEntity(Uid uid, Instant now) {
    super(uid, now);
  }

  @Override
  public Thing toRecord() {
    return new Thing(uid(), version());
  }

  @Override
  protected Object content() {
    return "";
  }
}

package local.platform.foundation.resource;

import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import local.platform.foundation.uid.Uid;

/** A resource that lies in boxes. */
@Entity
@Table(name = "thing")
public class ThingEntity extends ResourceEntity {
  /** For JPA. */
  protected ThingEntity() {}

  ThingEntity(Uid uid, Instant now) {
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

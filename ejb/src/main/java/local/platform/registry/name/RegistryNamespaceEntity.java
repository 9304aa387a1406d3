package local.platform.registry.name;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import local.platform.foundation.resource.StoredEntity;
import local.platform.foundation.uid.Uid;

/** A stored namespace. */
@Entity
@Table(name = "registry_namespace")
public class RegistryNamespaceEntity implements StoredEntity {
  @Id private String name;

  @Column(name = "group_uid")
  private Uid groupUid;

  @Column(name = "create_time")
  private Instant createTime;

  /** For JPA. */
  protected RegistryNamespaceEntity() {}

  RegistryNamespaceEntity(String name, Uid group, Instant now) {
    this.name = name;
    this.groupUid = group;
    this.createTime = now;
  }

  String name() {
    return name;
  }

  @Override
  public Uid uid() {
    return groupUid;
  }

  @Override
  public RegistryNamespace toRecord() {
    return new RegistryNamespace(name, uid(), createTime);
  }
}

package local.platform.iam.group;

import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import local.platform.resource.ResourceEntity;
import local.platform.uid.Uid;

/** A group as it is stored. */
@Entity
@Table(name = "resource_group")
public class GroupEntity extends ResourceEntity {
  private String name;
  private String description;

  /** For JPA. */
  protected GroupEntity() {}

  GroupEntity(Uid uid, String name, String description, Instant now) {
    super(uid, now);
    this.name = name;
    this.description = description;
  }

  /**
   * Makes the change. What is not in its fields stays, and a change to what is there already is
   * none.
   */
  void apply(GroupUpdate update, Instant now) {
    String newName = update.fields().contains(GroupField.NAME) ? update.name() : name;
    String newDescription =
        update.fields().contains(GroupField.DESCRIPTION) ? update.description() : description;
    if (newName.equals(name) && newDescription.equals(description)) {
      return;
    }
    name = newName;
    description = newDescription;
    touch(now);
  }

  @Override
  protected Object content() {
    return List.of(name, description);
  }

  /** The group as callers see it; for the benchmark too, which reads groups through JPA alone. */
  public Group toRecord() {
    return new Group(uid(), name, description, createTime(), updateTime(), version());
  }
}

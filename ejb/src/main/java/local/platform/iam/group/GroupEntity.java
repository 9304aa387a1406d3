package local.platform.iam.group;

import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import local.platform.resource.ResourceEntity;
import local.platform.uid.Uid;
import org.jspecify.annotations.Nullable;

/** A group as it is stored. */
@Entity
@Table(name = "resource_group")
public class GroupEntity extends ResourceEntity {
  private String name;
  private String description;
  private @Nullable String kind;

  /** For JPA. */
  protected GroupEntity() {}

  GroupEntity(Uid uid, NewGroup group, Instant now) {
    super(uid, now);
    this.name = group.name();
    this.description = group.description();
    this.kind = stored(group.kind());
  }

  /**
   * Makes the change. What is not in its fields stays, and a change to what is there already is
   * none.
   */
  void apply(GroupUpdate update, Instant now) {
    String newName = update.fields().contains(GroupField.NAME) ? update.name() : name;
    String newDescription =
        update.fields().contains(GroupField.DESCRIPTION) ? update.description() : description;
    @Nullable String newKind =
        update.fields().contains(GroupField.KIND) ? stored(update.kind()) : kind;
    if (newName.equals(name)
        && newDescription.equals(description)
        && Objects.equals(newKind, kind)) {
      return;
    }
    name = newName;
    description = newDescription;
    kind = newKind;
    touch(now);
  }

  @Override
  protected Object content() {
    return List.of(name, description, kind());
  }

  private Optional<OrganizationKind> kind() {
    return Optional.ofNullable(kind).map(OrganizationKind::valueOf);
  }

  private static @Nullable String stored(Optional<OrganizationKind> kind) {
    return kind.map(OrganizationKind::name).orElse(null);
  }

  @Override
  public Group toRecord() {
    return new Group(uid(), name, description, kind(), createTime(), updateTime(), version());
  }
}

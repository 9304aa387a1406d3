package local.platform.iam.group;

import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.resource.ResourceEntity;
import local.platform.foundation.uid.Uid;
import org.jspecify.annotations.Nullable;

/** A stored group. */
@Entity
@Table(name = "resource_group")
public class GroupEntity extends ResourceEntity {
  private String name;
  private String description;
  private @Nullable String kind;

  /** For JPA. */
  protected GroupEntity() {}

  GroupEntity(Uid uid, GroupDraft draft, Instant now) {
    super(uid, now);
    set(draft);
  }

  /** Replaces the draft. */
  void store(GroupDraft draft, Instant now) {
    change(now, () -> set(draft));
  }

  private void set(GroupDraft draft) {
    name = draft.name();
    description = draft.description();
    kind = draft.kind().map(OrganizationKind::name).orElse(null);
  }

  /** Returns the fields that clients may write. So far no group is ever verified. */
  GroupDraft draft() {
    return new GroupDraft(name, description, false, kind());
  }

  @Override
  protected Object content() {
    return List.of(name, description, kind());
  }

  private Optional<OrganizationKind> kind() {
    return Optional.ofNullable(kind).map(OrganizationKind::valueOf);
  }

  @Override
  public Group toRecord() {
    return new Group(uid(), draft(), createTime(), updateTime(), version());
  }
}

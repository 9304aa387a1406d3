package local.platform.iam.group;

import jakarta.enterprise.context.Dependent;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.resource.ParentKind;
import local.platform.foundation.validation.FieldRules;
import local.platform.kind.Filter;
import local.platform.kind.Guard;
import local.platform.kind.Kind;
import local.platform.kind.Kind.InDeletedGroup;
import local.platform.kind.Rules;

/**
 * The kind of groups. A group prevents the deletion of the group above it. {@link GroupService}
 * changes them, because an organization has other rules than a group in one, and what is in a group
 * decides whether it can be deleted.
 */
@Dependent
public class Groups implements Rules<GroupEntity, GroupDraft> {
  /** Lists those with a name. */
  public static final Filter<String> NAME = Filter.by("name");

  /** The kind. */
  public static final Kind<GroupEntity, GroupDraft, Group> KIND =
      Kind.<GroupEntity, GroupDraft, Group>of(
              ParentKind.GROUP.name(), "groups", GroupEntity.class, GroupEntity::toRecord)
          .get(Guard.of(Capability.IAM_GROUPS_LIST))
          .list(Capability.IAM_GROUPS_LIST)
          .filteredBy(NAME)
          .inDeletedGroup(InDeletedGroup.PREVENT_DELETION)
          .build();

  @Override
  public Kind<GroupEntity, GroupDraft, Group> kind() {
    return KIND;
  }

  @Override
  public void validate(GroupDraft draft, FieldViolations violations) {
    FieldRules.name("name", draft.name(), violations);
    FieldRules.description("description", draft.description(), violations);
    // No stored group is verified, so a request may contain only false.
    if (draft.verified()) {
      violations.add("verified", "only operators set it: leave it unchanged");
    }
  }
}

package local.platform.testing;

import java.util.List;
import java.util.Optional;
import local.platform.access.authz.Capability;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.iam.group.GroupDraft;
import local.platform.iam.group.OrganizationKind;
import local.platform.iam.identity.IdentityDraft;
import local.platform.iam.identity.Relationship;
import local.platform.iam.role.RoleDraft;

/** Creates changes of one field. */
public final class Changes {
  private static final String NAME = "name";
  private static final String DESCRIPTION = "description";

  private Changes() {}

  /** Changes the name of a group. */
  public static DraftChange<GroupDraft> groupName(String name) {
    return DraftChange.of(
        draft -> new GroupDraft(name, draft.description(), draft.verified(), draft.kind()), NAME);
  }

  /** Changes the description of a group. */
  public static DraftChange<GroupDraft> groupDescription(String description) {
    return DraftChange.of(
        draft -> new GroupDraft(draft.name(), description, draft.verified(), draft.kind()),
        DESCRIPTION);
  }

  /** Changes the kind of a group. */
  public static DraftChange<GroupDraft> groupKind(Optional<OrganizationKind> kind) {
    return DraftChange.of(
        draft -> new GroupDraft(draft.name(), draft.description(), draft.verified(), kind), "kind");
  }

  /** Changes the name of a role. */
  public static DraftChange<RoleDraft> roleName(String name) {
    return DraftChange.of(
        draft -> new RoleDraft(name, draft.description(), draft.capabilities()), NAME);
  }

  /** Changes the description of a role. */
  public static DraftChange<RoleDraft> roleDescription(String description) {
    return DraftChange.of(
        draft -> new RoleDraft(draft.name(), description, draft.capabilities()), DESCRIPTION);
  }

  /** Changes the capabilities of a role. */
  public static DraftChange<RoleDraft> roleCapabilities(Capability... capabilities) {
    return DraftChange.of(
        draft -> new RoleDraft(draft.name(), draft.description(), List.of(capabilities)),
        "capabilities");
  }

  /** Changes all fields of a role. */
  public static DraftChange<RoleDraft> role(RoleDraft draft) {
    return DraftChange.of(before -> draft, NAME, DESCRIPTION, "capabilities");
  }

  /** Changes the identity of a role binding. */
  public static DraftChange<RoleBindingDraft> boundIdentity(Uid identity) {
    return DraftChange.of(
        draft -> new RoleBindingDraft(Optional.of(identity), draft.role()), "identity");
  }

  /** Changes the role of a role binding. */
  public static DraftChange<RoleBindingDraft> boundRole(Uid role) {
    return DraftChange.of(
        draft -> new RoleBindingDraft(draft.identity(), Optional.of(role)), "role");
  }

  /** Changes the name of an identity. */
  public static DraftChange<IdentityDraft> identityName(String name) {
    return DraftChange.of(
        draft ->
            new IdentityDraft(name, draft.description(), draft.company(), draft.relationship()),
        NAME);
  }

  /** Changes the relationship of an identity. */
  public static DraftChange<IdentityDraft> relationship(Relationship relationship) {
    return DraftChange.of(
        draft ->
            new IdentityDraft(
                draft.name(), draft.description(), draft.company(), Optional.of(relationship)),
        "relationship");
  }
}

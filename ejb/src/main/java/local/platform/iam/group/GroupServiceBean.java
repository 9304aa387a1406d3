package local.platform.iam.group;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.Optional;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;

/** Implements {@link GroupService}. */
@Stateless
@Local(GroupService.class)
@TransactionManagement(TransactionManagementType.BEAN) // a write may take several transactions
public class GroupServiceBean implements GroupService {
  private final GroupRepository groups;
  private final Groups rules;
  private final GroupContents contents;
  private final Organizations organizations;
  private final ResourceWrites writes;

  @Inject
  public GroupServiceBean(
      GroupRepository groups,
      Groups rules,
      GroupContents contents,
      Organizations organizations,
      ResourceWrites writes) {
    this.groups = groups;
    this.rules = rules;
    this.contents = contents;
    this.organizations = organizations;
    this.writes = writes;
  }

  @Override
  public Group create(Caller caller, Optional<Uid> parent, GroupDraft draft) {
    parent.ifPresentOrElse(
        group -> caller.require(Capability.IAM_GROUPS_CREATE, group),
        () -> organizations.requireMayCreate(caller));
    FieldViolations violations = new FieldViolations();
    if (parent.filter(group -> group.depth() >= Uid.MAX_GROUP_DEPTH).isPresent()) {
      violations.add(
          "parent",
          "groups can be nested at most "
              + Uid.MAX_GROUP_DEPTH
              + " levels below their organization");
    }
    validate(draft, parent.isEmpty(), violations);
    violations.throwIfAny();
    Uid uid = parent.map(Uid::newChild).orElseGet(Uid::newRoot);
    Group created =
        writes.create(caller.author(), groups, uid, write -> insert(write, uid, draft, caller));
    if (uid.isRoot() && caller.author().repeats()) {
      // To create an organization needs no right inside it, but to see it now does.
      caller.require(Capability.IAM_GROUPS_LIST, created.uid());
    }
    return created;
  }

  private GroupEntity insert(Write write, Uid uid, GroupDraft draft, Caller creator) {
    GroupEntity created = write.insert(groups, new GroupEntity(uid, draft, write.time()));
    if (uid.isRoot()) {
      organizations.appointOwner(write, uid, creator.identity());
    }
    return created;
  }

  @Override
  public Group update(
      Caller caller, Uid uid, DraftChange<GroupDraft> change, VersionCondition condition) {
    caller.require(Capability.IAM_GROUPS_UPDATE, uid);
    FieldViolations violations = change.violations();
    validate(change.applyTo(GroupDraft.EMPTY), uid.isRoot(), violations);
    violations.throwIfAny();
    return writes.update(
        caller.author(),
        groups,
        uid,
        condition,
        (write, group) -> group.store(change.applyTo(group.draft()), write.time()));
  }

  @Override
  public void delete(Caller caller, Uid uid, VersionCondition condition) {
    caller.require(Capability.IAM_GROUPS_DELETE, uid);
    if (uid.isRoot() || !deleteIfEmpty(caller, uid, condition)) {
      writes.delete(
          caller.author(),
          groups,
          uid,
          condition,
          (write, group) -> delete(write, group, caller.identity()));
    }
  }

  /**
   * Deletes a group, unless the foreign keys of other rows prevent it. Most groups that are deleted
   * contain nothing, and to look for rows of every kind first takes longer than the deletion.
   *
   * @return whether the group was deleted
   */
  private boolean deleteIfEmpty(Caller caller, Uid uid, VersionCondition condition) {
    try {
      writes.delete(caller.author(), groups, uid, condition, groups::deleteEmpty);
      return true;
    } catch (PlatformException e) {
      if (e.code() == ErrorCode.FAILED_PRECONDITION) {
        return false;
      }
      throw e;
    }
  }

  private void delete(Write write, GroupEntity group, Uid deleting) {
    Uid uid = group.uid();
    if (uid.isRoot()) {
      organizations.deleteOwnIdentity(write, uid, deleting);
    }
    contents.delete(write, uid);
    groups.deleteEmpty(write, group);
  }

  private void validate(GroupDraft draft, boolean organization, FieldViolations violations) {
    rules.validate(draft, violations);
    if (draft.kind().isPresent() && !organization) {
      violations.add("kind", "only organizations have a kind: omit it");
    }
  }
}

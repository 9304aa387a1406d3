package local.platform.iam.group;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.Consumer;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Condition;
import local.platform.foundation.paging.ListFilter;
import local.platform.foundation.paging.Lister;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.resource.Write;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.validation.FieldRules;

/** Implements {@link GroupService}. */
@Stateless
@Local(GroupService.class)
@TransactionManagement(TransactionManagementType.BEAN) // a write may take several transactions
public class GroupServiceBean implements GroupService {
  private final GroupRepository groups;
  private final GroupContents contents;
  private final Organizations organizations;
  private final Lister lister;
  private final Transactions transactions;
  private final ResourceWrites writes;

  @Inject
  public GroupServiceBean(
      GroupRepository groups,
      GroupContents contents,
      Organizations organizations,
      Lister lister,
      Transactions transactions,
      ResourceWrites writes) {
    this.groups = groups;
    this.contents = contents;
    this.organizations = organizations;
    this.lister = lister;
    this.transactions = transactions;
    this.writes = writes;
  }

  @Override
  public Group get(Caller caller, Uid uid) {
    caller.require(Capability.IAM_GROUPS_LIST, uid);
    return transactions.read(() -> groups.read(uid)).orElseThrow(() -> groups.notFound(uid));
  }

  @Override
  public Page<Group> list(Caller caller, GroupQuery query, PageRequest page) {
    var visible = caller.visible(Capability.IAM_GROUPS_LIST);
    return transactions.read(
        () -> lister.list(caller.canonicalText(), visible, groups.listSpec(), filter(query), page));
  }

  @Override
  public void walk(
      Caller caller, GroupQuery query, Window window, Consumer<? super Group> consumer) {
    var visible = caller.visible(Capability.IAM_GROUPS_LIST);
    lister.walk(visible, groups.listSpec(), filter(query), window, consumer);
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
    return writes.create(caller.author(), groups, uid, write -> insert(write, uid, draft, caller));
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

  private static void validate(GroupDraft draft, boolean organization, FieldViolations violations) {
    FieldRules.name("name", draft.name(), violations);
    FieldRules.description("description", draft.description(), violations);
    // No stored group is verified, so a request may contain only false.
    if (draft.verified()) {
      violations.add("verified", "only operators set it: leave it unchanged");
    }
    if (draft.kind().isPresent() && !organization) {
      violations.add("kind", "only organizations have a kind: omit it");
    }
  }

  private static ListFilter filter(GroupQuery query) {
    return new ListFilter(
        query.uidp(), query.name().map(name -> Condition.equal("name", name)).stream().toList());
  }
}

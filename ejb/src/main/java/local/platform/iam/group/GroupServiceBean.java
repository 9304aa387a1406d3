package local.platform.iam.group;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.Consumer;
import local.platform.authz.Caller;
import local.platform.authz.Capability;
import local.platform.error.FieldViolations;
import local.platform.iam.binding.RoleBindingRepository;
import local.platform.paging.Condition;
import local.platform.paging.ListFilter;
import local.platform.paging.Lister;
import local.platform.paging.Page;
import local.platform.paging.PageRequest;
import local.platform.paging.Window;
import local.platform.resource.ResourceWrites;
import local.platform.resource.VersionCondition;
import local.platform.resource.Write;
import local.platform.transaction.Transactions;
import local.platform.uid.Uid;
import local.platform.validation.FieldRules;

/** Groups, by the rules of {@link GroupService}. */
@Stateless
@Local(GroupService.class)
@TransactionManagement(TransactionManagementType.BEAN) // a write may take several transactions
public class GroupServiceBean implements GroupService {
  private final GroupRepository groups;
  private final GroupContents contents;
  private final Organizations organizations;
  private final RoleBindingRepository roleBindings;
  private final Lister lister;
  private final Transactions transactions;
  private final ResourceWrites writes;

  @Inject
  public GroupServiceBean(
      GroupRepository groups,
      GroupContents contents,
      Organizations organizations,
      RoleBindingRepository roleBindings,
      Lister lister,
      Transactions transactions,
      ResourceWrites writes) {
    this.groups = groups;
    this.contents = contents;
    this.organizations = organizations;
    this.roleBindings = roleBindings;
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
        () -> lister.list(caller, visible, groups.listSpec(), filter(query), page));
  }

  @Override
  public void walk(
      Caller caller, GroupQuery query, Window window, Consumer<? super Group> consumer) {
    var visible = caller.visible(Capability.IAM_GROUPS_LIST);
    lister.walk(visible, groups.listSpec(), filter(query), window, consumer);
  }

  @Override
  public Group create(Caller caller, NewGroup group) {
    group
        .parent()
        .ifPresentOrElse(
            parent -> caller.require(Capability.IAM_GROUPS_CREATE, parent),
            () -> organizations.requireMayCreate(caller));
    validate(group);
    Uid uid = group.parent().map(Uid::newChild).orElseGet(Uid::newRoot);
    return writes.create(caller, groups, uid, write -> insert(write, uid, group, caller));
  }

  private GroupEntity insert(Write write, Uid uid, NewGroup group, Caller creator) {
    GroupEntity created = write.insert(groups, new GroupEntity(uid, group, write.time()));
    if (uid.isRoot()) {
      organizations.appointOwner(write, uid, creator.identity());
    }
    return created;
  }

  @Override
  public Group update(Caller caller, GroupUpdate update) {
    caller.require(Capability.IAM_GROUPS_UPDATE, update.uid());
    validate(update);
    return writes.update(
        caller,
        groups,
        update.uid(),
        update.condition(),
        (write, group) -> group.apply(update, write.time()));
  }

  @Override
  public void delete(Caller caller, Uid uid, VersionCondition condition) {
    caller.require(Capability.IAM_GROUPS_DELETE, uid);
    writes.delete(
        caller, groups, uid, condition, (write, group) -> delete(write, group, caller.identity()));
  }

  private void delete(Write write, GroupEntity group, Uid deleting) {
    Uid uid = group.uid();
    if (uid.isRoot()) {
      organizations.deleteOwnIdentity(write, uid, deleting);
    }
    contents.requireEmpty(uid);
    roleBindings.deleteAt(write, uid);
    groups.deleteEmpty(write, group);
  }

  private static void validate(NewGroup group) {
    FieldViolations violations = new FieldViolations();
    group
        .parent()
        .filter(parent -> parent.depth() >= Uid.MAX_GROUP_DEPTH)
        .ifPresent(
            parent ->
                violations.add(
                    "parent",
                    "groups are nested at most "
                        + Uid.MAX_GROUP_DEPTH
                        + " levels below their organization"));
    FieldRules.name("name", group.name(), violations);
    FieldRules.description("description", group.description(), violations);
    checkVerified(group.verified(), violations);
    checkKind(group.kind(), group.parent().isEmpty(), violations);
    violations.throwIfAny();
  }

  private static void validate(GroupUpdate update) {
    FieldViolations violations = new FieldViolations();
    if (update.fields().contains(GroupField.NAME)) {
      FieldRules.name("name", update.name(), violations);
    }
    if (update.fields().contains(GroupField.DESCRIPTION)) {
      FieldRules.description("description", update.description(), violations);
    }
    if (update.fields().contains(GroupField.VERIFIED)) {
      checkVerified(update.verified(), violations);
    }
    if (update.fields().contains(GroupField.KIND)) {
      checkKind(update.kind(), update.uid().isRoot(), violations);
    }
    violations.throwIfAny();
  }

  /** No group is verified in this way, so a request can only repeat what is stored. */
  private static void checkVerified(boolean verified, FieldViolations violations) {
    if (verified) {
      violations.add("verified", "set by operators: leave it as it is");
    }
  }

  private static void checkKind(
      Optional<OrganizationKind> kind, boolean organization, FieldViolations violations) {
    if (kind.isPresent() && !organization) {
      violations.add("kind", "only organizations have a kind: leave it out");
    }
  }

  private static ListFilter filter(GroupQuery query) {
    return new ListFilter(
        query.uidp(), query.name().map(name -> Condition.equal("name", name)).stream().toList());
  }
}

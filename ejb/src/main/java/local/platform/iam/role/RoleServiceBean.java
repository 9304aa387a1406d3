package local.platform.iam.role;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
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
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.validation.FieldRules;

/** Implements {@link RoleService}. */
@Stateless
@Local(RoleService.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class RoleServiceBean implements RoleService {
  private static final String UNIQUE_NAME = "uq_role_name";
  private static final int MAX_CAPABILITIES = 500;

  private final RoleRepository roles;
  private final Lister lister;
  private final Transactions transactions;
  private final ResourceWrites writes;

  @Inject
  public RoleServiceBean(
      RoleRepository roles, Lister lister, Transactions transactions, ResourceWrites writes) {
    this.roles = roles;
    this.lister = lister;
    this.transactions = transactions;
    this.writes = writes;
  }

  @Override
  public Role get(Caller caller, Uid uid) {
    if (!uid.isRoot()) {
      caller.require(Capability.IAM_ROLES_LIST, uid);
    }
    return transactions.read(() -> roles.read(uid)).orElseThrow(() -> roles.notFound(uid));
  }

  @Override
  public Page<Role> list(Caller caller, RoleQuery query, PageRequest page) {
    var visible = caller.visible(Capability.IAM_ROLES_LIST);
    return transactions.read(
        () -> lister.list(caller.canonicalText(), visible, roles.listSpec(), filter(query), page));
  }

  @Override
  public void walk(Caller caller, RoleQuery query, Window window, Consumer<? super Role> consumer) {
    var visible = caller.visible(Capability.IAM_ROLES_LIST);
    lister.walk(visible, roles.listSpec(), filter(query), window, consumer);
  }

  private static ListFilter filter(RoleQuery query) {
    return new ListFilter(
        query.uidp(), query.name().map(name -> Condition.equal("name", name)).stream().toList());
  }

  @Override
  public Role create(Caller caller, Uid parent, RoleDraft draft) {
    caller.require(Capability.IAM_ROLES_CREATE, parent);
    FieldViolations violations = new FieldViolations();
    validate(draft, violations);
    violations.throwIfAny();
    caller.requireAll(draft.capabilities(), parent);
    requireNoBuiltInName(draft.name());
    Uid uid = roles.newUid(parent);
    return ResourceWrites.unique(
        UNIQUE_NAME,
        () -> nameIsTaken(draft.name()),
        () ->
            writes.create(
                caller.author(),
                roles,
                uid,
                write -> write.insert(roles, new RoleEntity(uid, draft, write.time()))));
  }

  @Override
  public Role update(
      Caller caller, Uid uid, DraftChange<RoleDraft> change, VersionCondition condition) {
    if (!uid.isRoot()) {
      caller.require(Capability.IAM_ROLES_UPDATE, uid);
    }
    requireCustom(uid);
    RoleDraft given = change.applyTo(RoleDraft.EMPTY);
    FieldViolations violations = change.violations();
    validate(given, violations);
    violations.throwIfAny();
    requireNoBuiltInName(given.name());
    return ResourceWrites.unique(
        UNIQUE_NAME,
        () -> nameIsTaken(given.name()),
        () ->
            writes.update(
                caller.author(),
                roles,
                uid,
                condition,
                (write, role) -> {
                  Uid group = uid.parent().orElseThrow();
                  caller.requireAll(role.capabilities(), group);
                  role.store(change.applyTo(role.draft()), write.time());
                  caller.requireAll(role.capabilities(), group);
                }));
  }

  @Override
  public void delete(Caller caller, Uid uid, VersionCondition condition) {
    if (!uid.isRoot()) {
      caller.require(Capability.IAM_ROLES_DELETE, uid);
    }
    requireCustom(uid);
    writes.delete(caller.author(), roles, uid, condition, roles::deleteUnbound);
  }

  private void requireCustom(Uid uid) {
    if (BuiltInRole.of(uid).isPresent()) {
      throw PlatformException.failedPrecondition(
          "BUILT_IN_RESOURCE", uid, "a built-in role cannot be changed: create a custom one");
    }
    if (uid.isRoot()) {
      throw roles.notFound(uid);
    }
  }

  private static void validate(RoleDraft draft, FieldViolations violations) {
    FieldRules.name("name", draft.name(), violations);
    FieldRules.description("description", draft.description(), violations);
    validate(draft.capabilities(), violations);
  }

  private static void validate(List<Capability> capabilities, FieldViolations violations) {
    if (capabilities.isEmpty() || capabilities.size() > MAX_CAPABILITIES) {
      violations.add(
          "capabilities", "capabilities must have 1 to " + MAX_CAPABILITIES + " entries");
    }
    capabilities.stream()
        .distinct()
        .filter(capability -> !capability.isGrantable())
        .forEach(
            capability ->
                violations.add(
                    "capabilities", capability.dottedName() + " is reserved for the platform"));
  }

  private static void requireNoBuiltInName(String name) {
    if (Arrays.stream(BuiltInRole.values()).anyMatch(role -> role.roleName().equals(name))) {
      throw nameIsTaken(name);
    }
  }

  private static PlatformException nameIsTaken(String name) {
    return PlatformException.alreadyExists(
        RoleRepository.KIND, "a role named \"" + name + "\" exists already: choose another name");
  }
}

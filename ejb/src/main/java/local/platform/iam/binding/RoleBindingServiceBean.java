package local.platform.iam.binding;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
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
import local.platform.foundation.resource.Write;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.iam.role.RoleEntity;
import local.platform.iam.role.Roles;

/** Implements {@link RoleBindingService}. */
@Stateless
@Local(RoleBindingService.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class RoleBindingServiceBean implements RoleBindingService {
  private static final String UNIQUE_GRANT = "uq_role_binding_grant";
  private static final String IDENTITY = "identity";
  private static final String ROLE = "role";

  private final RoleBindingRepository roleBindings;
  private final Roles roles;
  private final Owners owners;
  private final Lister lister;
  private final Transactions transactions;
  private final ResourceWrites writes;

  @Inject
  public RoleBindingServiceBean(
      RoleBindingRepository roleBindings,
      Roles roles,
      Owners owners,
      Lister lister,
      Transactions transactions,
      ResourceWrites writes) {
    this.roleBindings = roleBindings;
    this.roles = roles;
    this.owners = owners;
    this.lister = lister;
    this.transactions = transactions;
    this.writes = writes;
  }

  @Override
  public RoleBinding get(Caller caller, Uid uid) {
    caller.require(Capability.IAM_ROLE_BINDINGS_LIST, uid);
    return transactions
        .read(() -> roleBindings.read(uid))
        .orElseThrow(() -> roleBindings.notFound(uid));
  }

  @Override
  public Page<RoleBinding> list(Caller caller, RoleBindingQuery query, PageRequest page) {
    var visible = caller.visible(Capability.IAM_ROLE_BINDINGS_LIST);
    return transactions.read(
        () ->
            lister.list(
                caller.canonicalText(), visible, roleBindings.listSpec(), filter(query), page));
  }

  @Override
  public void walk(
      Caller caller,
      RoleBindingQuery query,
      Window window,
      Consumer<? super RoleBinding> consumer) {
    var visible = caller.visible(Capability.IAM_ROLE_BINDINGS_LIST);
    lister.walk(visible, roleBindings.listSpec(), filter(query), window, consumer);
  }

  private static ListFilter filter(RoleBindingQuery query) {
    List<Condition> conditions = new ArrayList<>();
    query
        .identity()
        .ifPresent(identity -> conditions.add(Condition.equal("identityUid", identity)));
    query.role().ifPresent(role -> conditions.add(Condition.equal("roleUid", role)));
    return new ListFilter(
        query.group().map(query.uidp()::onlyChildrenOf).orElse(query.uidp()), conditions);
  }

  @Override
  public RoleBinding create(Caller caller, Uid group, RoleBindingDraft draft) {
    caller.require(Capability.IAM_ROLE_BINDINGS_CREATE, group);
    return createAll(caller, group, List.of(draft), List.of("")).get(0);
  }

  @Override
  public List<RoleBinding> createAll(
      Caller caller, Uid group, List<RoleBindingDraft> drafts, int most) {
    caller.require(Capability.IAM_ROLE_BINDINGS_CREATE, group);
    if (drafts.isEmpty() || drafts.size() > most) {
      throw PlatformException.invalidArgument(
          "roleBindings", "roleBindings must have 1 to " + most + " entries");
    }
    List<String> prefixes =
        IntStream.range(0, drafts.size())
            .mapToObj(index -> "roleBindings[" + index + "].")
            .toList();
    return createAll(caller, group, drafts, prefixes);
  }

  /**
   * Creates role bindings.
   *
   * @param prefixes for each draft, what precedes the names of its fields in errors
   */
  private List<RoleBinding> createAll(
      Caller caller, Uid group, List<RoleBindingDraft> drafts, List<String> prefixes) {
    FieldViolations violations = new FieldViolations();
    for (int i = 0; i < drafts.size(); i++) {
      validate(drafts.get(i), prefixes.get(i), violations);
    }
    violations.throwIfAny();
    List<Planned> planned =
        IntStream.range(0, drafts.size())
            .mapToObj(i -> new Planned(roleBindings.newUid(group), drafts.get(i), prefixes.get(i)))
            .toList();
    return ResourceWrites.unique(
        UNIQUE_GRANT,
        RoleBindingServiceBean::alreadyGranted,
        () ->
            writes.createAll(
                caller.author(),
                roleBindings,
                planned.stream().map(Planned::uid).toList(),
                write -> insert(write, caller, group, planned)));
  }

  /**
   * A role binding that is to be written.
   *
   * @param prefix precedes the names of its fields in errors
   */
  private record Planned(Uid uid, RoleBindingDraft draft, String prefix) {
    Uid identity() {
      return draft.identity().orElseThrow();
    }

    Uid role() {
      return draft.role().orElseThrow();
    }
  }

  private static void validate(RoleBindingDraft draft, String prefix, FieldViolations violations) {
    if (draft.identity().isEmpty()) {
      violations.add(prefix + IDENTITY, "is required");
    }
    if (draft.role().isEmpty()) {
      violations.add(prefix + ROLE, "is required");
    }
  }

  private void insert(Write write, Caller caller, Uid group, List<Planned> planned) {
    requireGrantable(caller, group, planned);
    planned.forEach(
        each ->
            write.insert(
                roleBindings, new RoleBindingEntity(each.uid(), each.draft(), write.time())));
  }

  /**
   * Checks that the caller may grant the roles at the group, and that the identities exist. Roles
   * are checked first, so that callers who may not grant them do not learn whether identities
   * exist.
   */
  private void requireGrantable(Caller caller, Uid group, List<Planned> planned) {
    FieldViolations violations = new FieldViolations();
    Map<Uid, Optional<RoleEntity>> bindable =
        inOrder(planned, Planned::role, role -> roles.findBindable(role, group));
    for (Planned each : planned) {
      Optional<RoleEntity> role = bindable.get(each.role());
      if (role.isPresent()) {
        role.get().requireGrantable(caller, group);
      } else {
        violations.add(
            each.prefix() + ROLE,
            "must be a built-in role, or a custom role of the group or of one above it");
      }
    }
    Map<Uid, Boolean> held = inOrder(planned, Planned::identity, roleBindings::holdIdentity);
    for (Planned each : planned) {
      if (!held.get(each.identity())) {
        violations.add(each.prefix() + IDENTITY, "there is no such identity");
      }
    }
    violations.throwIfAny();
  }

  /**
   * Looks up each reference once, in the order of uids: two writes that locked the same rows in
   * different orders would wait for each other.
   */
  private static <T> Map<Uid, T> inOrder(
      List<Planned> planned, Function<Planned, Uid> reference, Function<Uid, T> look) {
    Map<Uid, T> seen = new TreeMap<>();
    planned.stream()
        .map(reference)
        .sorted()
        .distinct()
        .forEach(uid -> seen.put(uid, look.apply(uid)));
    return seen;
  }

  @Override
  public RoleBinding update(
      Caller caller, Uid uid, DraftChange<RoleBindingDraft> change, VersionCondition condition) {
    caller.require(Capability.IAM_ROLE_BINDINGS_UPDATE, uid);
    FieldViolations violations = change.violations();
    validate(change.applyTo(RoleBindingDraft.EMPTY), "", violations);
    violations.throwIfAny();
    return ResourceWrites.unique(
        UNIQUE_GRANT,
        RoleBindingServiceBean::alreadyGranted,
        () ->
            writes.update(
                caller.author(),
                roleBindings,
                uid,
                condition,
                (write, roleBinding) -> {
                  Planned before = new Planned(uid, roleBinding.draft(), "");
                  Planned after = new Planned(uid, change.applyTo(roleBinding.draft()), "");
                  requireGrantable(caller, roleBinding.group(), List.of(before, after));
                  if (!after.role().equals(before.role())) {
                    owners.requireWithout(roleBinding);
                  }
                  roleBinding.store(after.draft(), write.time());
                }));
  }

  @Override
  public void delete(Caller caller, Uid uid, VersionCondition condition) {
    caller.require(Capability.IAM_ROLE_BINDINGS_DELETE, uid);
    writes.delete(
        caller.author(),
        roleBindings,
        uid,
        condition,
        (write, roleBinding) -> {
          owners.requireWithout(roleBinding);
          write.delete(roleBindings, roleBinding);
        });
  }

  private static PlatformException alreadyGranted() {
    return PlatformException.alreadyExists(
        RoleBindingRepository.KIND, "the identity has this role at this group already");
  }
}

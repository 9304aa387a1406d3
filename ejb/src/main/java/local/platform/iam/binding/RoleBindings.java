package local.platform.iam.binding;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.SortField;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;
import local.platform.iam.role.RoleEntity;
import local.platform.iam.role.Roles;
import local.platform.kind.Filter;
import local.platform.kind.Guard;
import local.platform.kind.Kind;
import local.platform.kind.Kind.InDeletedGroup;
import local.platform.kind.Rules;

/**
 * The kind of role bindings. Whoever creates or updates one must hold, at its group, every
 * capability of the role that it has before and after. The role is built in, or that of the group
 * or of one above it; the identity is any, also one of another organization. An organization cannot
 * lose its last owner. A deleted role binding grants nothing from the next request on. {@link
 * RoleBindingService} creates them.
 */
@Dependent
public class RoleBindings implements Rules<RoleBindingEntity, RoleBindingDraft> {
  /** Lists those of an identity. */
  public static final Filter<Uid> IDENTITY = Filter.by("identityUid");

  /** Lists those of a role. */
  public static final Filter<Uid> ROLE = Filter.by("roleUid");

  /** The kind. */
  public static final Kind<RoleBindingEntity, RoleBindingDraft, RoleBinding> KIND =
      Kind.<RoleBindingEntity, RoleBindingDraft, RoleBinding>of(
              RoleBindingRepository.KIND, "role bindings", RoleBindingRepository::new)
          .drafts(
              RoleBindingDraft.EMPTY,
              RoleBindingEntity::new,
              RoleBindingEntity::draft,
              RoleBindingEntity::store)
          .get(Guard.of(Capability.IAM_ROLE_BINDINGS_LIST))
          .list(Capability.IAM_ROLE_BINDINGS_LIST)
          .update(Guard.of(Capability.IAM_ROLE_BINDINGS_UPDATE))
          .delete(Guard.of(Capability.IAM_ROLE_BINDINGS_DELETE))
          .orderedBy(SortField.UID, SortField.CREATE_TIME)
          .filteredBy(IDENTITY, ROLE)
          .unique(
              "uq_role_binding_grant", draft -> "the identity has this role at this group already")
          .inDeletedGroup(InDeletedGroup.ARE_DELETED)
          .build();

  private static final String IDENTITY_FIELD = "identity";
  private static final String ROLE_FIELD = "role";

  private final RoleBindingRepository roleBindings;
  private final Roles roles;
  private final Owners owners;

  @Inject
  public RoleBindings(RoleBindingRepository roleBindings, Roles roles, Owners owners) {
    this.roleBindings = roleBindings;
    this.roles = roles;
    this.owners = owners;
  }

  @Override
  public Kind<RoleBindingEntity, RoleBindingDraft, RoleBinding> kind() {
    return KIND;
  }

  @Override
  public void validate(RoleBindingDraft draft, FieldViolations violations) {
    validate(draft, "", violations);
  }

  /**
   * Checks the fields of a draft.
   *
   * @param prefix precedes the names of its fields in errors
   */
  static void validate(RoleBindingDraft draft, String prefix, FieldViolations violations) {
    if (draft.identity().isEmpty()) {
      violations.add(prefix + IDENTITY_FIELD, "is required");
    }
    if (draft.role().isEmpty()) {
      violations.add(prefix + ROLE_FIELD, "is required");
    }
  }

  @Override
  public RoleBindingDraft beforeUpdate(
      Caller caller, RoleBindingEntity stored, RoleBindingDraft draft) {
    Planned before = new Planned(stored.uid(), stored.draft(), "");
    Planned after = new Planned(stored.uid(), draft, "");
    requireGrantable(caller, stored.group(), List.of(before, after));
    if (!after.role().equals(before.role())) {
      owners.requireWithout(stored);
    }
    return draft;
  }

  @Override
  public void beforeDelete(Write write, RoleBindingEntity stored) {
    owners.requireWithout(stored);
  }

  /**
   * A role binding with a valid draft.
   *
   * @param prefix precedes the names of its fields in errors
   */
  record Planned(Uid uid, RoleBindingDraft draft, String prefix) {
    private Uid identity() {
      return draft.identity().orElseThrow();
    }

    private Uid role() {
      return draft.role().orElseThrow();
    }
  }

  /**
   * Checks that the caller may grant the roles at the group, and that the identities exist, and
   * prevents their deletion until the transaction ends. Roles are checked first, so that callers
   * who may not grant them do not learn whether identities exist.
   *
   * @throws PlatformException PERMISSION_DENIED with GRANT_EXCEEDS_CALLER; INVALID_ARGUMENT
   */
  void requireGrantable(Caller caller, Uid group, List<Planned> planned) {
    FieldViolations violations = new FieldViolations();
    Map<Uid, Optional<RoleEntity>> bindable =
        inOrder(planned, Planned::role, role -> roles.findBindable(role, group));
    for (Planned each : planned) {
      Optional<RoleEntity> role = bindable.get(each.role());
      if (role.isPresent()) {
        role.get().requireGrantable(caller, group);
      } else {
        violations.add(
            each.prefix() + ROLE_FIELD,
            "must be a built-in role, or a custom role of the group or of one above it");
      }
    }
    Map<Uid, Boolean> held = inOrder(planned, Planned::identity, roleBindings::holdIdentity);
    for (Planned each : planned) {
      if (!held.get(each.identity())) {
        violations.add(each.prefix() + IDENTITY_FIELD, "there is no such identity");
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
}

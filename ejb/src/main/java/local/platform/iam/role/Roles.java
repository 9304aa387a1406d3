package local.platform.iam.role;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.validation.FieldRules;
import local.platform.kind.Filter;
import local.platform.kind.Guard;
import local.platform.kind.Kind;
import local.platform.kind.Kind.InDeletedGroup;
import local.platform.kind.Repositories;
import local.platform.kind.Rules;

/**
 * The kind of roles. Every caller may read built-in roles, and nobody can change them; no other
 * role has a uid without a parent. Whoever creates or updates a role must hold every capability
 * that it has before and after, and an update takes effect for all its role bindings from the next
 * request on. A role that is in use cannot be deleted.
 */
@Dependent
public class Roles implements Rules<RoleEntity, RoleDraft> {
  /** Lists those with a name. */
  public static final Filter<String> NAME = Filter.by("name");

  private static final int MAX_CAPABILITIES = 500;

  /** The kind. */
  public static final Kind<RoleEntity, RoleDraft, Role> KIND =
      Kind.<RoleEntity, RoleDraft, Role>of("Role", "roles", RoleEntity.class, RoleEntity::toRecord)
          .drafts(RoleDraft.EMPTY, RoleEntity::new, RoleEntity::draft, RoleEntity::store)
          .get(Guard.of(Capability.IAM_ROLES_LIST).exceptAtRoots(uid -> {}))
          .list(Capability.IAM_ROLES_LIST)
          .create(Guard.of(Capability.IAM_ROLES_CREATE))
          .update(Guard.of(Capability.IAM_ROLES_UPDATE).exceptAtRoots(Roles::refuseChange))
          .delete(Guard.of(Capability.IAM_ROLES_DELETE).exceptAtRoots(Roles::refuseChange))
          .filteredBy(NAME)
          .listedForEverybody(
              Arrays.stream(BuiltInRole.values()).map(BuiltInRole::uid).collect(Collectors.toSet()))
          .unique("uq_role_name", draft -> nameIsTaken(draft.name()))
          .inUse(
              "the role is bound, or an identity provider names it: delete its role bindings, and give"
                  + " the identity provider another default role, first")
          .inDeletedGroup(InDeletedGroup.PREVENT_DELETION)
          .build();

  private final ResourceRepository<RoleEntity, Role> roles;

  @Inject
  public Roles(Repositories repositories) {
    this.roles = repositories.of(KIND);
  }

  @Override
  public Kind<RoleEntity, RoleDraft, Role> kind() {
    return KIND;
  }

  private static void refuseChange(Uid uid) {
    if (BuiltInRole.of(uid).isPresent()) {
      throw PlatformException.failedPrecondition(
          "BUILT_IN_RESOURCE", uid, "a built-in role cannot be changed: create a custom one");
    }
    throw PlatformException.notFound(KIND.name(), uid);
  }

  @Override
  public void validate(RoleDraft draft, FieldViolations violations) {
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

  @Override
  public RoleDraft beforeCreate(Caller caller, Uid uid, RoleDraft draft) {
    caller.requireAll(draft.capabilities(), uid.parent().orElseThrow());
    requireNoBuiltInName(draft.name());
    return draft;
  }

  @Override
  public RoleDraft beforeUpdate(Caller caller, RoleEntity stored, RoleDraft draft) {
    Uid group = stored.uid().parent().orElseThrow();
    caller.requireAll(stored.capabilities(), group);
    caller.requireAll(draft.capabilities(), group);
    requireNoBuiltInName(draft.name());
    return draft;
  }

  private static void requireNoBuiltInName(String name) {
    if (Arrays.stream(BuiltInRole.values()).anyMatch(role -> role.roleName().equals(name))) {
      throw PlatformException.alreadyExists(KIND.name(), nameIsTaken(name));
    }
  }

  private static String nameIsTaken(String name) {
    return "a role named \"" + name + "\" exists already: choose another name";
  }

  /**
   * Finds a role that can be granted at a group: a built-in role, or a custom role of the group or
   * of a group above it. Prevents its deletion until the transaction ends.
   */
  public Optional<RoleEntity> findBindable(Uid role, Uid group) {
    boolean bindable =
        BuiltInRole.of(role).isPresent()
            || role.parent().filter(parent -> parent.covers(group)).isPresent();
    if (!bindable || (!role.isRoot() && !roles.lockShared(role))) {
      return Optional.empty();
    }
    return roles.find(role);
  }
}

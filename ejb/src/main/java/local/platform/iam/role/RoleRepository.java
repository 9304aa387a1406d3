package local.platform.iam.role;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import local.platform.access.authz.BuiltInRole;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.ListSpec;
import local.platform.foundation.paging.SortField;
import local.platform.foundation.resource.GroupContent;
import local.platform.foundation.resource.ParentKind;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.resource.Write;
import local.platform.foundation.transaction.DatabaseFailure;
import local.platform.foundation.transaction.DatabaseFailure.Kind;
import local.platform.foundation.uid.Uid;

/** The repository of roles. */
@Dependent
public class RoleRepository extends ResourceRepository<RoleEntity, Role> implements GroupContent {
  /** What errors call a role. */
  public static final String KIND = "Role";

  @Inject
  public RoleRepository(EntityManager entityManager, DatabaseVendor vendor) {
    super(entityManager, vendor, RoleEntity.class, KIND);
  }

  @Override
  protected Role show(RoleEntity role) {
    return role.toRecord();
  }

  ListSpec<Role> listSpec() {
    return ListSpec.ofResources(
            "iam.roles", "RoleEntity", ParentKind.GROUP, SortField.COMMON, this::readAll)
        .ofEntities(RoleEntity.class, this::show)
        .withPublic(
            Arrays.stream(BuiltInRole.values()).map(BuiltInRole::uid).collect(Collectors.toSet()));
  }

  /**
   * Finds a role that can be bound at a group: a built-in role, or a custom role of the group or of
   * a group above it. Prevents its deletion until the transaction ends.
   */
  public Optional<RoleEntity> findBindable(Uid role, Uid group) {
    boolean bindable =
        BuiltInRole.of(role).isPresent()
            || role.parent().filter(parent -> parent.covers(group)).isPresent();
    if (!bindable || (!role.isRoot() && !lockShared(role))) {
      return Optional.empty();
    }
    return find(role);
  }

  /**
   * Deletes a custom role that has no role bindings.
   *
   * @throws PlatformException FAILED_PRECONDITION with RESOURCE_IN_USE if it has any
   */
  void deleteUnbound(Write write, RoleEntity role) {
    if (isBound(role.uid())) {
      throw inUse(role.uid());
    }
    try {
      write.delete(this, role);
    } catch (RuntimeException e) {
      if (DatabaseFailure.of(e).kind() == Kind.HAS_CHILDREN) {
        throw inUse(role.uid());
      }
      throw e;
    }
  }

  private boolean isBound(Uid role) {
    return !entityManager()
        .createQuery("select b.uid from RoleBindingEntity b where b.roleUid = :role", Uid.class)
        .setParameter("role", role)
        .setMaxResults(1)
        .getResultList()
        .isEmpty();
  }

  private static PlatformException inUse(Uid role) {
    return PlatformException.failedPrecondition(
        "RESOURCE_IN_USE", role, "the role is bound: delete its role bindings first");
  }

  @Override
  public String plural() {
    return "roles";
  }
}

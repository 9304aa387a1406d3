package local.platform.registry.name;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.ListSpec;
import local.platform.foundation.paging.ListSpec.Rows;
import local.platform.foundation.paging.Placement.Everywhere;
import local.platform.foundation.paging.SortField;
import local.platform.foundation.resource.EntityRepository;
import local.platform.foundation.resource.GroupAttachment;
import local.platform.foundation.resource.Write;
import local.platform.foundation.transaction.DatabaseFailure;
import local.platform.foundation.transaction.DatabaseFailure.Kind;
import local.platform.foundation.uid.Uid;

/**
 * The repository of namespaces. A namespace is deleted with its organization, unless a tombstone
 * begins with it: then it stays, so that nobody else gets what is left under its names.
 */
@Dependent
public class RegistryNamespaceRepository extends EntityRepository<RegistryNamespaceEntity>
    implements GroupAttachment {
  /** The name of a namespace in errors. */
  static final String KIND = "RegistryNamespace";

  @Inject
  public RegistryNamespaceRepository(EntityManager entityManager) {
    super(entityManager, RegistryNamespaceEntity.class, KIND);
  }

  ListSpec<RegistryNamespace> listSpec() {
    return ListSpec.of(
            "operator.registry_namespaces",
            "RegistryNamespaceEntity",
            new Everywhere(),
            new Rows<>(SortField.NAME, RegistryNamespace::name, this::readAll))
        .sortableBy(List.of(SortField.NAME))
        .build();
  }

  private List<RegistryNamespace> readAll(Collection<Object> names) {
    return entityManager()
        .createQuery(
            "select n from RegistryNamespaceEntity n where n.name in (:names)",
            RegistryNamespaceEntity.class)
        .setParameter("names", names)
        .getResultStream()
        .map(RegistryNamespaceEntity::toRecord)
        .toList();
  }

  /** Finds a namespace and locks it until the transaction ends. */
  Optional<RegistryNamespaceEntity> findForUpdate(String name) {
    return Optional.ofNullable(
        entityManager().find(RegistryNamespaceEntity.class, name, LockModeType.PESSIMISTIC_WRITE));
  }

  /** Finds the namespace of an organization. */
  Optional<RegistryNamespaceEntity> findOf(Uid organization) {
    return findOf(organization, LockModeType.NONE);
  }

  /**
   * Returns the namespace of an organization, if it has one, and keeps it from being deleted until
   * the transaction ends.
   */
  Optional<String> lockOf(Uid organization) {
    return findOf(organization, LockModeType.PESSIMISTIC_READ).map(RegistryNamespaceEntity::name);
  }

  private Optional<RegistryNamespaceEntity> findOf(Uid organization, LockModeType lock) {
    return entityManager()
        .createQuery(
            "select n from RegistryNamespaceEntity n where n.groupUid = :organization",
            RegistryNamespaceEntity.class)
        .setParameter("organization", organization)
        .setLockMode(lock)
        .getResultList()
        .stream()
        .findFirst();
  }

  /**
   * Deletes a namespace that is locked.
   *
   * @throws PlatformException FAILED_PRECONDITION with NAMESPACE_IN_USE if a repo or a tombstone
   *     begins with it
   */
  void deleteUnused(Write write, RegistryNamespaceEntity namespace) {
    if (isUsedBy("RepoEntity", namespace) || isUsedBy("TombstoneEntity", namespace)) {
      throw inUse(namespace);
    }
    try {
      write.delete(this, namespace);
    } catch (RuntimeException e) {
      throw DatabaseFailure.of(e).kind() == Kind.HAS_CHILDREN ? inUse(namespace) : e;
    }
  }

  private boolean isUsedBy(String entity, RegistryNamespaceEntity namespace) {
    return !entityManager()
        .createQuery(
            "select e.pullName from " + entity + " e where e.namespace = :name", String.class)
        .setParameter("name", namespace.name())
        .setMaxResults(1)
        .getResultList()
        .isEmpty();
  }

  private static PlatformException inUse(RegistryNamespaceEntity namespace) {
    return PlatformException.failedPrecondition(
        "NAMESPACE_IN_USE",
        namespace.uid(),
        "repos or tombstones begin with " + namespace.name() + ": delete them first");
  }

  @Override
  public String inGroup() {
    return "select 1 from RegistryNamespaceEntity n where n.groupUid = :group";
  }

  @Override
  public void deleteAt(Write write, Uid group) {
    findOf(group, LockModeType.PESSIMISTIC_WRITE)
        .filter(namespace -> !isUsedBy("TombstoneEntity", namespace))
        .ifPresent(namespace -> write.delete(this, namespace));
  }

  static PlatformException notFound(String name) {
    return PlatformException.notFound(KIND, "there is no namespace " + name);
  }
}

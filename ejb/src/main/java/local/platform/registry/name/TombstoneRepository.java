package local.platform.registry.name;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.ColumnType;
import local.platform.foundation.paging.ListSpec;
import local.platform.foundation.paging.ListSpec.Rows;
import local.platform.foundation.paging.Placement.Everywhere;
import local.platform.foundation.paging.SortField;
import local.platform.foundation.resource.EntityRepository;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;

/** The repository of tombstones. */
@Dependent
public class TombstoneRepository extends EntityRepository<TombstoneEntity> {
  private static final String KIND = "Tombstone";
  private static final SortField PULL_NAME = SortField.of("pullName", ColumnType.TEXT, "name");

  @Inject
  public TombstoneRepository(EntityManager entityManager) {
    super(entityManager, TombstoneEntity.class, KIND);
  }

  ListSpec<Tombstone> listSpec() {
    return ListSpec.of(
            "operator.tombstones",
            "TombstoneEntity",
            new Everywhere(),
            new Rows<>(PULL_NAME, Tombstone::pullName, this::readAll))
        .sortableBy(List.of(PULL_NAME))
        .build();
  }

  private List<Tombstone> readAll(Collection<Object> pullNames) {
    return entityManager()
        .createQuery(
            "select t from TombstoneEntity t where t.pullName in (:pullNames)",
            TombstoneEntity.class)
        .setParameter("pullNames", pullNames)
        .getResultStream()
        .map(TombstoneEntity::toRecord)
        .toList();
  }

  /** Finds a tombstone and locks it until the transaction ends. */
  Optional<TombstoneEntity> findForUpdate(String pullName) {
    return Optional.ofNullable(
        entityManager().find(TombstoneEntity.class, pullName, LockModeType.PESSIMISTIC_WRITE));
  }

  /** Returns whether there is a tombstone of a repo. */
  public boolean existsFor(Uid repo) {
    return !entityManager()
        .createQuery(
            "select t.pullName from TombstoneEntity t where t.repoUid = :repo", String.class)
        .setParameter("repo", repo)
        .getResultList()
        .isEmpty();
  }

  /** Reserves the pull name of a repo that is deleted. */
  public void insert(Write write, Tombstone tombstone) {
    Object unused = write.insert(this, new TombstoneEntity(tombstone));
  }

  /**
   * Deletes the tombstone of a pull name, if there is one, because a new repo of a group has the
   * name. Must be called after that repo is stored: a repo that had the name until a moment ago
   * leaves its tombstone when the database lets the new one have the name.
   *
   * @throws PlatformException ALREADY_EXISTS if it is reserved for another group
   */
  public void takeBack(Write write, String pullName, Uid group) {
    Optional<TombstoneEntity> found = findForUpdate(pullName);
    if (found.isEmpty()) {
      return;
    }
    if (!found.get().toRecord().group().equals(group)) {
      throw PlatformException.alreadyExists(
          KIND,
          "the pull name "
              + pullName
              + " is reserved for a deleted group: choose another name, or ask an operator to delete its tombstone");
    }
    write.delete(this, found.get());
  }

  static PlatformException notFound(String pullName) {
    return PlatformException.notFound(KIND, "there is no tombstone " + pullName);
  }
}

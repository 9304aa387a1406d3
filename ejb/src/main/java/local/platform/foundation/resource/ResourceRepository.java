package local.platform.foundation.resource;

import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.persistence.InList;
import local.platform.foundation.resource.ResourceEntity.ChangeStamp;
import local.platform.foundation.transaction.DatabaseFailure;
import local.platform.foundation.transaction.DatabaseFailure.Kind;
import local.platform.foundation.uid.Uid;

/**
 * The queries that all kinds of resources share.
 *
 * @param <E> entity of the kind
 * @param <R> the resource as callers see it
 */
public class ResourceRepository<E extends ResourceEntity, R extends Resource>
    extends EntityRepository<E> {
  private final DatabaseVendor vendor;
  private final ParentKind parentKind;
  private final Function<E, R> show;

  /**
   * Creates the repository of a kind.
   *
   * @param kind what errors call the kind, such as {@code Group}
   * @param parentKind the kind of its parents
   * @param show returns a stored resource as callers see it
   */
  public ResourceRepository(
      EntityManager entityManager,
      DatabaseVendor vendor,
      Class<E> entity,
      String kind,
      ParentKind parentKind,
      Function<E, R> show) {
    super(entityManager, entity, kind);
    this.vendor = vendor;
    this.parentKind = parentKind;
    this.show = show;
  }

  /** Returns a stored resource as callers see it. */
  public final R show(E resource) {
    return show.apply(resource);
  }

  /** Returns the kind of the parents. */
  public final ParentKind parentKind() {
    return parentKind;
  }

  /**
   * Returns the stamp of the last change of a stored resource. A kind whose updates change further
   * rows overrides this to include them.
   */
  protected ChangeStamp changeStamp(E resource) {
    return resource.changeStamp();
  }

  /**
   * Returns whether a resource that does not exist is known to have existed. A kind whose deletion
   * leaves a trace overrides this to look for it.
   */
  protected boolean wasDeleted(Uid uid) {
    return false;
  }

  /** Finds a resource. */
  public final Optional<E> find(Uid uid) {
    return Optional.ofNullable(entityManager().find(entity(), uid));
  }

  /** Reads a resource as callers see it; empty if there is none. */
  public Optional<R> read(Uid uid) {
    return find(uid).map(this::show);
  }

  /**
   * Reads the resources with the given uids as callers see them, in any order. Uids that do not
   * exist are left out.
   */
  public List<R> readAll(Collection<Uid> uids) {
    return new InList("uids", uids)
        .query(
            entityManager(),
            "select e from " + entityName() + " e where e.uid in (:uids)",
            entity())
        .getResultStream()
        .map(this::show)
        .toList();
  }

  /**
   * Reads the resources with the given uids, in the order of the uids. Uids that do not exist are
   * left out.
   */
  final List<R> readInOrder(List<Uid> uids) {
    Map<Uid, R> byUid =
        readAll(uids).stream().collect(Collectors.toMap(Resource::uid, Function.identity()));
    return uids.stream().flatMap(uid -> Optional.ofNullable(byUid.get(uid)).stream()).toList();
  }

  /**
   * Finds a resource and locks it until the transaction ends, so that it does not change and no new
   * references to it appear. A kind whose changes depend on other rows overrides this to lock those
   * first.
   */
  public Optional<E> findForUpdate(Uid uid) {
    return Optional.ofNullable(entityManager().find(entity(), uid, LockModeType.PESSIMISTIC_WRITE));
  }

  /**
   * Returns the uid of a new resource: a new one, unless the kind shares that of the parent.
   *
   * @param parent the parent of the new resource
   * @throws PlatformException NOT_FOUND if the uid is too long to be that of a parent
   */
  public final Uid newUid(Uid parent) {
    if (parent.depth() > parentKind.maxDepth()) {
      throw PlatformException.notFound(parentKind.name(), parent);
    }
    return parentKind.newUid(parent);
  }

  /**
   * Stores a new resource.
   *
   * @throws PlatformException NOT_FOUND if its parent does not exist
   */
  @Override
  final void insert(E resource) {
    Optional<Uid> parent = parentKind.parentOf(resource.uid());
    parent.ifPresent(this::lockParent);
    try {
      super.insert(resource);
    } catch (RuntimeException e) {
      DatabaseFailure failure = DatabaseFailure.of(e);
      if (failure.kind() == Kind.MISSING_PARENT && failure.concerns("_parent")) {
        throw PlatformException.notFound(parentKind.name(), parent.orElseThrow());
      }
      throw e;
    }
  }

  /** Reads and locks up to {@code limit} resources that refer to another one. */
  final List<E> lockSome(String attribute, Uid other, int limit) {
    return entityManager()
        .createQuery(
            "select e from " + entityName() + " e where e." + attribute + " = :other", entity())
        .setParameter("other", other)
        .setMaxResults(limit)
        .setLockMode(LockModeType.PESSIMISTIC_WRITE)
        .getResultList();
  }

  /** Deletes resources that were read and locked before, in one statement. */
  final void deleteAll(List<E> resources) {
    deleteByUid(resources.stream().map(ResourceEntity::uid).toList());
    // Otherwise the entity manager would still find them.
    resources.forEach(entityManager()::detach);
  }

  /** Deletes resources in one statement. */
  final void deleteByUid(List<Uid> uids) {
    if (!uids.isEmpty()) {
      entityManager()
          .createQuery("delete from " + entityName() + " e where e.uid in (:uids)")
          .setParameter("uids", uids)
          .executeUpdate();
    }
  }

  /** Returns a query in JPQL for the resources of this kind in the group {@code :group}. */
  public String inGroup() {
    return "select 1 from " + entityName() + " e where e." + parentKind.attribute() + " = :group";
  }

  /** Returns the error for a resource that does not exist. Only for callers that may know that. */
  public final PlatformException notFound(Uid uid) {
    return PlatformException.notFound(kindName(), uid);
  }

  /** Returns the error for a new resource whose parent has one already. */
  final PlatformException takenUid(Uid uid) {
    return PlatformException.alreadyExists(
        kindName(), parentKind.name() + " " + uid + " has one already: update that one");
  }

  /** Returns the error for a search by something other than the uid that found no resource. */
  public final PlatformException noneFound(String text) {
    return PlatformException.notFound(kindName(), text);
  }

  /**
   * Locks a group until the transaction ends, if it exists, so that decisions about the group as a
   * whole are made one at a time.
   */
  protected final void lockGroup(Uid group) {
    lock(ParentKind.GROUP.entity(), group, LockModeType.PESSIMISTIC_WRITE);
  }

  /**
   * Takes a shared lock on a resource until the transaction ends, so that it is not deleted before
   * a new reference to it is committed.
   *
   * @return whether it exists
   */
  public final boolean lockShared(Uid uid) {
    return lockShared(entityName(), uid);
  }

  /**
   * Does the same for another kind, given the name of its JPA entity, for callers that cannot
   * depend on its classes.
   */
  protected final boolean lockShared(String entityName, Uid uid) {
    return lock(entityName, uid, LockModeType.PESSIMISTIC_READ);
  }

  private boolean lock(String entityName, Uid uid, LockModeType mode) {
    return !entityManager()
        .createQuery("select e from " + entityName + " e where e.uid = :uid")
        .setParameter("uid", uid)
        .setLockMode(mode)
        .getResultList()
        .isEmpty();
  }

  /**
   * Locks the parent of a new resource. On MySQL the foreign key takes the same shared lock on the
   * parent's row; on H2 an insert and the deletion of its parent have been seen to succeed both.
   */
  private void lockParent(Uid parent) {
    if (vendor == DatabaseVendor.H2 && !lockShared(parentKind.entity(), parent)) {
      throw PlatformException.notFound(parentKind.name(), parent);
    }
  }
}

package local.platform.resource;

import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import local.platform.db.DatabaseVendor;
import local.platform.error.PlatformException;
import local.platform.transaction.DatabaseFailure;
import local.platform.transaction.DatabaseFailure.Kind;
import local.platform.uid.Uid;

/**
 * The queries that are the same for every kind of resource.
 *
 * @param <E> entity of the kind
 */
public abstract class ResourceRepository<E extends ResourceEntity> {
  /** The kind of resource in which all others lie, as errors call it. */
  public static final String PARENT_KIND = "Group";

  private final EntityManager entityManager;
  private final DatabaseVendor vendor;
  private final Class<E> entity;
  private final String kind;

  /**
   * Queries of one kind.
   *
   * @param entity its entity
   * @param kind what errors call it, such as {@code Group}
   */
  protected ResourceRepository(
      EntityManager entityManager, DatabaseVendor vendor, Class<E> entity, String kind) {
    this.entityManager = entityManager;
    this.vendor = vendor;
    this.entity = entity;
    this.kind = kind;
  }

  /** Finds a resource. */
  public final Optional<E> find(Uid uid) {
    return Optional.ofNullable(entityManager.find(entity, uid.value()));
  }

  /**
   * Finds a resource and locks it until the transaction ends: it does not change meanwhile, and
   * nothing new refers to it. A kind whose changes depend on more locks that first.
   */
  public Optional<E> findLocked(Uid uid) {
    return Optional.ofNullable(
        entityManager.find(entity, uid.value(), LockModeType.PESSIMISTIC_WRITE));
  }

  /** Reads the resources of some uids, in any order; those that are gone are left out. */
  public final List<E> findAll(Collection<String> uids) {
    return entityManager
        .createQuery("select e from " + entityName() + " e where e.uid in (:uids)", entity)
        .setParameter("uids", uids)
        .getResultList();
  }

  /**
   * Mints the uid of a new resource in a group.
   *
   * @throws PlatformException NOT_FOUND if no group lies that deep, so that there is none
   */
  public final Uid newUid(Uid group) {
    if (group.depth() > Uid.MAX_GROUP_DEPTH) {
      throw PlatformException.notFound(PARENT_KIND, group);
    }
    return group.newChild();
  }

  /**
   * Stores a new resource.
   *
   * @throws PlatformException NOT_FOUND if its parent does not exist
   */
  public final E insert(E resource) {
    Optional<Uid> parent = resource.uid().parent();
    parent.ifPresent(this::holdParent);
    try {
      entityManager.persist(resource);
      entityManager.flush();
      return resource;
    } catch (RuntimeException e) {
      DatabaseFailure failure = DatabaseFailure.of(e);
      if (failure.kind() == Kind.MISSING_PARENT && failure.concerns("_parent")) {
        throw PlatformException.notFound(PARENT_KIND, parent.orElseThrow());
      }
      throw e;
    }
  }

  /** Writes what was changed, after which resources have their new versions. */
  public final void flush() {
    entityManager.flush();
  }

  /** Deletes a resource. */
  public final void delete(E resource) {
    entityManager.remove(resource);
    entityManager.flush();
  }

  /** Whether a resource of this kind lies directly in the group. */
  public final boolean existsIn(Uid group) {
    return !entityManager
        .createQuery(
            "select e.uid from " + entityName() + " e where e.parentUid = :group", String.class)
        .setParameter("group", group.value())
        .setMaxResults(1)
        .getResultList()
        .isEmpty();
  }

  /** That there is no such resource, which the caller may know. */
  public final PlatformException notFound(Uid uid) {
    return PlatformException.notFound(kind, uid);
  }

  /** That no resource is the one that was looked for, by something else than its uid. */
  public final PlatformException noneFound(String text) {
    return PlatformException.notFound(kind, text);
  }

  /** The entity manager, for queries of one kind alone. */
  protected final EntityManager entityManager() {
    return entityManager;
  }

  /**
   * Locks a group until the transaction ends, if it exists: what is decided about the group as a
   * whole is decided by one at a time.
   */
  protected final void lockGroup(Uid group) {
    lock("GroupEntity", group, LockModeType.PESSIMISTIC_WRITE);
  }

  /**
   * Keeps a resource from being deleted while something comes to refer to it.
   *
   * @return whether it exists
   */
  public final boolean hold(Uid uid) {
    return hold(entityName(), uid);
  }

  /** The same for a kind whose classes this one cannot know, by the name of its JPA entity. */
  protected final boolean hold(String entityName, Uid uid) {
    return lock(entityName, uid, LockModeType.PESSIMISTIC_READ);
  }

  private boolean lock(String entityName, Uid uid, LockModeType mode) {
    return !entityManager
        .createQuery("select e from " + entityName + " e where e.uid = :uid")
        .setParameter("uid", uid.value())
        .setLockMode(mode)
        .getResultList()
        .isEmpty();
  }

  /**
   * On MySQL the foreign key alone holds the parent: it takes the same shared lock on its row. On
   * H2 it has been seen to let both through.
   */
  private void holdParent(Uid group) {
    if (vendor == DatabaseVendor.H2 && !hold("GroupEntity", group)) {
      throw PlatformException.notFound(PARENT_KIND, group);
    }
  }

  private String entityName() {
    return entityManager.getMetamodel().entity(entity).getName();
  }
}

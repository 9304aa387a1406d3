package local.platform.iam.group;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import local.platform.db.DatabaseVendor;
import local.platform.error.PlatformException;
import local.platform.paging.ListSpec;
import local.platform.paging.SortField;
import local.platform.paging.SortOrder;
import local.platform.resource.GroupContent;
import local.platform.transaction.DatabaseFailure;
import local.platform.transaction.DatabaseFailure.Kind;
import local.platform.uid.Uid;

/** The queries about groups. */
@Dependent
public class GroupRepository implements GroupContent {
  /** The kind of resource in errors. */
  public static final String KIND = "Group";

  private static final Set<SortField> SORTABLE = EnumSet.allOf(SortField.class);

  private final EntityManager entityManager;
  private final DatabaseVendor vendor;

  @Inject
  public GroupRepository(EntityManager entityManager, DatabaseVendor vendor) {
    this.entityManager = entityManager;
    this.vendor = vendor;
  }

  ListSpec<Group> listSpec() {
    return new ListSpec<>(
        "iam.groups",
        "GroupEntity",
        SORTABLE,
        new SortOrder(SortField.UID, false),
        this::load,
        Group::uid);
  }

  private List<Group> load(Collection<String> uids) {
    return entityManager
        .createQuery("select g from GroupEntity g where g.uid in (:uids)", GroupEntity.class)
        .setParameter("uids", uids)
        .getResultStream()
        .map(GroupEntity::toRecord)
        .toList();
  }

  /** Writes the changes of a group, after which it has its new version. */
  Group store(GroupEntity group) {
    entityManager.flush();
    return group.toRecord();
  }

  Optional<GroupEntity> find(Uid uid) {
    return Optional.ofNullable(entityManager.find(GroupEntity.class, uid.value()));
  }

  /** Finds a group and locks it, so that nothing is created in it until the transaction ends. */
  Optional<GroupEntity> findLocked(Uid uid) {
    return Optional.ofNullable(
        entityManager.find(GroupEntity.class, uid.value(), LockModeType.PESSIMISTIC_WRITE));
  }

  /**
   * Stores a new group.
   *
   * @throws PlatformException NOT_FOUND if its parent does not exist
   */
  public Group insert(Uid uid, String name, String description, Instant now) {
    Optional<Uid> parent = uid.parent();
    parent.ifPresent(this::holdParent);
    GroupEntity group = new GroupEntity(uid, name, description, now);
    try {
      entityManager.persist(group);
      entityManager.flush();
      return group.toRecord();
    } catch (RuntimeException e) {
      if (DatabaseFailure.of(e).kind() == Kind.MISSING_PARENT && parent.isPresent()) {
        throw PlatformException.notFound(KIND, parent.get());
      }
      throw e;
    }
  }

  /**
   * Keeps a group from being deleted while something is created in it. On MySQL the foreign key
   * does that: it takes a shared lock on the group's row, and a lock of ours would make everybody
   * wait who creates in the same group. On H2 the foreign key alone has been seen to let both
   * through.
   *
   * @throws PlatformException NOT_FOUND if the group is seen to be missing; otherwise the insert
   *     finds that out
   */
  public void holdParent(Uid group) {
    if (vendor == DatabaseVendor.H2 && findLocked(group).isEmpty()) {
      throw PlatformException.notFound(KIND, group);
    }
  }

  /**
   * Deletes a group in which nothing is left.
   *
   * @throws PlatformException FAILED_PRECONDITION if something was created in it meanwhile
   */
  void delete(GroupEntity group) {
    try {
      entityManager.remove(group);
      entityManager.flush();
    } catch (RuntimeException e) {
      if (DatabaseFailure.of(e).kind() == Kind.HAS_CHILDREN) {
        throw notEmpty(group.uid(), "resources");
      }
      throw e;
    }
  }

  static PlatformException notEmpty(Uid group, String kind) {
    return PlatformException.failedPrecondition(
        "RESOURCE_NOT_EMPTY",
        group,
        "cannot delete group with child " + kind + ": delete them first");
  }

  @Override
  public String kind() {
    return "groups";
  }

  @Override
  public boolean existsIn(Uid group) {
    return !entityManager
        .createQuery("select g.uid from GroupEntity g where g.parentUid = :group", String.class)
        .setParameter("group", group.value())
        .setMaxResults(1)
        .getResultList()
        .isEmpty();
  }
}
